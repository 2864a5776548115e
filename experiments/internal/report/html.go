package report

import (
	"bytes"
	"embed"
	"html/template"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

//go:embed web/page.html web/page.css
var web embed.FS

// HTMLFile is the name of the page of a folder of records, in a language.
func HTMLFile(lang string) string { return named("report", lang, ".html") }

// Book is what the page of a folder of records is made of.
type Book struct {
	All    []Experiment
	Claims []Outcome           // judged
	Rest   []experiments.Claim // published, but of kinds that no record here answers
	Timed  []Machine           // what was timed; none leaves the section out
	Lab    template.HTML       // the laboratory, scripts and styles with it; "" for none
	Other  string              // file name of the same page in the other language; "" for none
}

// chapter is an experiment as the template shows it.
type chapter struct {
	*Experiment
	Name     string
	Verdicts string
	Same     string
	Table    *sheet
	Promise  string // what became of the makers' promises; "" where there are none
	Broken   *sheet // those outside a measured interval; nil for none
	Figures  []picture
	Smoke    bool
	Commands string
	Cite     string
	Record   string // the same in a line
	Legend   string
	Verify   string
	Files    []string
}

// picture is a figure with its picture ready to stand in a page.
type picture struct {
	ID      string
	SVG     template.HTML
	Caption string
}

// view is what the template sees.
type view struct {
	Book
	Lang       string
	Style      template.CSS
	Overview   *sheet
	Sentence   string
	Chapters   []chapter
	ClaimTable *sheet
	RestTable  *sheet
	Columns    []fileSheet
	Meanings   []string
	Commands   string
	Timings    []timedMachine
}

// timedMachine is a machine as the template shows it.
type timedMachine struct {
	ID    string
	Files []timedFile
}

// timedFile is a file of timings as the template shows it.
type timedFile struct {
	Name  string
	Parts []timedPart
}

// timedPart is a part with its picture ready to stand in a page.
type timedPart struct {
	timingPart
	Picture *picture
}

// HTML writes the page of a folder of records: one file that loads nothing, with
// pictures and style inside. It depends on the rows and the words alone.
func HTML(w *catalogue.Words, b *Book) ([]byte, error) {
	style, err := web.ReadFile("web/page.css")
	if err != nil {
		return nil, err
	}
	t, err := template.New("page.html").Funcs(helpers(w)).ParseFS(web, "web/page.html")
	if err != nil {
		return nil, err
	}
	v := view{
		Book: *b, Lang: w.Lang, Style: template.CSS(style), Overview: overview(w, b.All),
		ClaimTable: claimTable(w, b.Claims), RestTable: restTable(w, b.Rest), Columns: columnSheets(w),
		Meanings: append(meanings(w), w.Say("meaning.numbers")), Commands: strings.Join(afresh(b.All), "\n"),
	}
	if len(b.Claims) > 0 {
		v.Sentence = claimSentence(w, b.Claims)
	}
	for i := range b.All {
		c, err := newChapter(w, &b.All[i])
		if err != nil {
			return nil, err
		}
		v.Chapters = append(v.Chapters, c)
	}
	if v.Timings, err = timedMachines(w, b.Timed); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = t.Execute(&out, &v)
	return out.Bytes(), err
}

// timedMachines prepares what was timed for the template.
func timedMachines(w *catalogue.Words, machines []Machine) ([]timedMachine, error) {
	var all []timedMachine
	for i := range machines {
		m := timedMachine{ID: machines[i].ID}
		if parts := goalParts(w, machines[i].Goals); len(parts) > 0 {
			f := timedFile{Name: w.Say("goals.title")}
			for _, p := range parts {
				f.Parts = append(f.Parts, timedPart{timingPart: p})
			}
			m.Files = append(m.Files, f)
		}
		for j := range machines[i].Files {
			t := &machines[i].Files[j]
			f := timedFile{Name: t.About.Name}
			for _, p := range timingParts(w, t, usualRow) {
				shown := timedPart{timingPart: p}
				if p.Figure != nil {
					id := "figure-" + m.ID + "-" + p.Figure.Name
					svg, err := inline(p.Figure, id)
					if err != nil {
						return nil, err
					}
					shown.Picture = &picture{id, svg, p.Figure.Caption}
				}
				f.Parts = append(f.Parts, shown)
			}
			m.Files = append(m.Files, f)
		}
		all = append(all, m)
	}
	return all, nil
}

// helpers are the functions of the template.
func helpers(w *catalogue.Words) template.FuncMap {
	return template.FuncMap{
		"say":      w.Say,
		"saymarks": func(key string, values ...any) template.HTML { return marks(w.Say(key, values...)) },
		"marks":    marks,
		"plain":    func(text string) string { return strings.ReplaceAll(text, "`", "") },
		"text":     func(english string) template.HTML { return foreign(w, english, marks) },
		"retold":   func(english string) template.HTML { return retold(w, english) },
		"prose":    func(english string) template.HTML { return foreign(w, english, prose) },
		"table":    func(s *sheet, caption string) captioned { return captioned{s, caption, s.alignment(), false} },
		"rows":     func(s *sheet, caption string) captioned { return captioned{s, caption, s.alignment(), true} },
		"scripts":  scriptSources,
		"breaks":   breaks,
		"parts":    parts,
		"long":     func(text string) bool { return strings.Contains(text, ", ") },
		"more": func(texts []string, row int, cells []string, column int) string {
			if texts == nil || column != len(cells)-1 {
				return ""
			}
			return texts[row]
		},
		"right": func(alignment string, column int) bool { return alignment[column] == 'r' },
	}
}

// breaks reports whether a text has a word that is too long for a narrow column: only
// such words may be broken anywhere, so that no number is.
func breaks(text string) bool {
	return slices.ContainsFunc(strings.Fields(text), func(word string) bool { return utf8.RuneCountInString(word) > 13 })
}

// parts writes the name of a column so that a line may end behind each underscore: a
// wide table needs the room for its values.
func parts(name string) template.HTML {
	return template.HTML(strings.ReplaceAll(template.HTMLEscapeString(name), "_", "_<wbr/>"))
}

// captioned is a table with its caption.
type captioned struct {
	*sheet
	Caption string
	Columns string // a letter each, as alignment gives them
	Tight   bool   // a row is a line, however far it reaches
}

// newChapter prepares an experiment for the template.
func newChapter(w *catalogue.Words, e *Experiment) (chapter, error) {
	m := &e.Manifest
	c := chapter{
		Experiment: e, Name: m.Experiment, Verdicts: verdictSentence(w, e), Smoke: m.Profile == experiments.Smoke,
		Commands: strings.Join(commandsOf(m), "\n"), Legend: legend(w, e), Verify: verifySentence(w, m),
		Cite: citation(w, "cite.cell", m), Record: citation(w, "cite.record", m),
		Files: []string{record.CellsFile, record.CountsFile, record.VerdictsFile, TheoryFile, MeasuredFile, record.ManifestFile},
	}
	c.Table, c.Same = results(w, e.Cells)
	c.Promise, c.Broken = promises(w, e.Cells)
	for i := range e.Figures {
		f := &e.Figures[i]
		id := "figure-" + m.Experiment + "-" + f.Name
		svg, err := inline(f, id)
		if err != nil {
			return c, err
		}
		c.Figures = append(c.Figures, picture{id, svg, f.Caption})
	}
	return c, nil
}

// restTable lists claims that no record answers.
func restTable(w *catalogue.Words, claims []experiments.Claim) *sheet {
	s := newSheet(w, "claim", "source", "statement", "claimed", "kind")
	for i := range claims {
		c := &claims[i]
		s.Rows = append(s.Rows, []string{c.ID, source(w, c.Source), w.Text(c.Statement), claimed(w, c.Claimed), w.Say("kind." + c.Kind)})
	}
	return s
}
