package report

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// MachinePage writes the page of one machine's timings, which lies in its folder: the
// goals, then file by file its figures and the usual rows. Every row is in the CSV.
func MachinePage(w *catalogue.Words, m *Machine) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n# %s\n\n%s\n\n", notice(w), w.Say("timings.machine", m.ID), w.Say("timings.intro"))
	fmt.Fprintf(&b, "%s\n\n", w.Say("timings.columns"))
	b.WriteString(goalMarkdown(w, m.Goals, "##"))
	for i := range m.Files {
		t := &m.Files[i]
		fmt.Fprintf(&b, "## %s\n\n", t.About.Name)
		for _, v := range timingParts(w, t, usualRow) {
			b.WriteString(v.markdown(w, "figures/"))
		}
	}
	return []byte(b.String())
}

// timingSection is what the page of all records says of timings: of the times those
// of absent keys, asked for in the usual way. The machines' own pages have all.
func timingSection(w *catalogue.Words, machines []Machine) string {
	if len(machines) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n%s\n\n", w.Say("page.timings"), w.Say("timings.intro"))
	for i := range machines {
		m := &machines[i]
		folder := record.TimingsFolder + "/" + m.ID + "/"
		fmt.Fprintf(&b, "### [%s](%s%s)\n\n", w.Say("timings.machine", m.ID), folder, PageFile(w.Lang))
		b.WriteString(goalMarkdown(w, m.Goals, "####"))
		for j := range m.Files {
			t := &m.Files[j]
			fmt.Fprintf(&b, "#### %s\n\n", t.About.Name)
			for _, p := range timingParts(w, t, absentRow) {
				b.WriteString(p.markdown(w, folder+"figures/"))
			}
		}
	}
	return b.String()
}

// detail is which rows of a file of timings a page has.
type detail int

const (
	absentRow detail = iota // absent keys, asked for in the usual way
	usualRow                // all that is usual
	everyRow
)

// has reports whether the page has a row.
func (d detail) has(r *record.Timed) bool {
	return d == everyRow || r.Usual && (d == usualRow || r.Hits == "0")
}

// timingPart is a piece of what is told of a file of timings.
type timingPart struct {
	Text    string
	Foreign []string // sentences in English, to be retold: the warnings as they stand in the file
	Code    string   // a command
	Table   *sheet
	Caption string
	Note    string // what the table shows, where its caption does not say all
	Same    string
	Figure  *Figure
	Folded  bool // a page that can fold it does
}

// markdown writes a part for a README; figures lie in a folder.
func (p *timingPart) markdown(w *catalogue.Words, folder string) string {
	var b strings.Builder
	switch {
	case p.Figure != nil:
		return p.Figure.markdown(folder)
	case p.Code != "":
		return "    " + p.Code + "\n\n"
	case p.Table != nil:
		fmt.Fprintf(&b, "%s\n\n", strings.TrimSpace(p.Caption+". "+p.Note))
		if p.Same != "" {
			fmt.Fprintf(&b, "%s\n\n", w.Say("timings.same", p.Same))
		}
		fmt.Fprintf(&b, "%s\n", p.Table.markdown())
	case len(p.Foreign) > 0:
		for _, s := range p.Foreign {
			said, _ := w.Retell("doubt", s)
			fmt.Fprintf(&b, "- %s\n", said)
		}
		b.WriteString("\n")
	default:
		fmt.Fprintf(&b, "%s\n\n", p.Text)
	}
	return b.String()
}

// markdown shows a figure that lies in a folder.
func (f *Figure) markdown(folder string) string {
	return fmt.Sprintf("![%s](%s%s.svg)\n\n*%s*\n\n", f.Alt, folder, f.Name, f.Caption)
}

// timingParts is all that is told of a file of timings. Rows that went into a front, or
// stand beside each other, are repeated only where every row is wanted.
func timingParts(w *catalogue.Words, t *Timings, d detail) []timingPart {
	parts := []timingPart{{Text: aboutTimings(w, t)}, {Code: strings.Join(t.run().Command, " ")}}
	if quiet := quietTable(w, t); len(quiet.Rows) > 0 {
		parts = append(parts, timingPart{Table: quiet, Caption: w.Say("timings.quiet"), Note: w.Say("timings.quietnote")})
	}
	if notes := t.run().Warnings; len(notes) > 0 {
		parts = append(parts, timingPart{Text: w.Say("timings.doubts")}, timingPart{Foreign: notes})
	}
	for i := range t.Figures {
		parts = append(parts, timingPart{Figure: &t.Figures[i]})
	}
	if len(t.Growth) > 0 {
		parts = append(parts, timingPart{Table: growthTable(w, t.Growth), Caption: w.Say("timings.growth"), Note: w.Say("timings.growthnote"), Folded: true})
	}
	if len(t.Front) > 0 {
		parts = append(parts, timingPart{Table: frontTable(w, t.Front), Caption: w.Say("timings.front", t.About.Name), Note: w.Say("timings.frontnote", record.Tolerances()...), Folded: true})
	}
	if len(t.Speeds) > 0 {
		parts = append(parts, timingPart{Table: speedTable(w, t.Speeds), Caption: w.Say("timings.speeds", t.Speeds[0].From), Note: w.Say("timings.speedsnote"), Folded: true})
	}
	for _, n := range t.sizes() {
		rows := t.at(n, d)
		if len(rows) == 0 || t.Judged || len(t.Front)+len(t.Speeds) > 0 && d != everyRow {
			continue
		}
		table, same := timesTable(w, rows)
		parts = append(parts, timingPart{Table: table, Caption: w.Say("timings.table", t.About.Name, keysOf(n)), Same: same, Folded: true})
	}
	if len(t.Warnings) > 0 {
		parts = append(parts, timingPart{Text: warningWords(w, t.Warnings)})
	}
	return parts
}

// aboutTimings says who timed a file, on what, how and when.
func aboutTimings(w *catalogue.Words, t *Timings) string {
	r := t.run()
	pages := timedWord(w, r.HugePages)
	if pages == "" {
		pages = w.Say("timings.unknown")
	}
	text := w.Say("timings.about", r.CPU, r.Cores, r.Platform, r.Kernel, r.GoVersion, pages, day(r.Start))
	if len(t.Growth) > 0 {
		text += " " + w.Say("timings.processes", t.rounds())
	} else {
		text += " " + w.Say("timings.rounds", t.rounds(), r.BenchTime)
	}
	if r.Revision == "" || r.Dirty {
		text += " " + w.Say("timings.dirty")
	}
	return text
}

// day is the day of a moment in RFC 3339.
func day(moment string) string {
	date, _, _ := strings.Cut(moment, "T")
	return date
}

// quietTable is how quiet the machine was around the rows of each n: what the
// figures can be believed to.
func quietTable(w *catalogue.Words, t *Timings) *sheet {
	s := newSheet(w, "n", "pairs", "apart", "worst", "cpushare", "blocks", "repeated", "unsettled", "pool")
	for i := range t.About.Runs {
		for _, x := range t.About.Runs[i].Sizes {
			apart, worst := "", ""
			if x.AAPairs > 0 {
				apart, worst = share(x.AAMedian), share(x.AAWorst)
			}
			s.Rows = append(s.Rows, []string{keysOf(x.N), strconv.Itoa(x.AAPairs), apart, worst, short(x.CPUShare, 3),
				strconv.Itoa(x.Blocks), strconv.Itoa(x.Repeated), strconv.Itoa(x.Unsettled), grouped(strconv.FormatUint(x.PoolKeys, 10))})
		}
	}
	return s
}

// warningWords explains the warnings that samples of a file carry.
func warningWords(w *catalogue.Words, warnings []string) string {
	var parts []string
	for _, name := range warnings {
		text := "`" + name + "`"
		if key := "warning." + name; w.Has(key) {
			text += " (" + w.Say(key) + ")"
		}
		parts = append(parts, text)
	}
	return w.Say("timings.warnings", strings.Join(parts, "; "))
}

// frontTable is who is ahead at equal measured rates and at equal memory.
func frontTable(w *catalogue.Words, rows []record.Front) *sheet {
	s := newSheet(w, "n", "match", "target", "filter", "bits_per_key", "fpr", "absent", "present", "batchabsent", "batchpresent", "ahead", "note")
	for i := range rows {
		f := &rows[i]
		match, ahead, note := "fpr", "", f.Status
		if f.Match == "bits_per_key" {
			match = w.Say("head.bits_per_key")
		}
		if f.OnFront == "yes" {
			ahead = w.Say("answer.yes")
		}
		if note == record.StatusOK {
			note = ""
		} else {
			note = w.Say("timings.offtarget", share(off(f)))
		}
		s.Rows = append(s.Rows, []string{keysOf(f.N), match, short(f.Target, 4), f.Variant, short(f.BitsPerKey, 4), short(f.FPR, 3),
			short(f.Absent, 3), short(f.Present, 3), short(f.Batch, 3), short(f.BatchAll, 3), ahead, note})
	}
	return s
}

// off is how far a row lies from its target, relatively.
func off(f *record.Front) float64 {
	if f.Match == "bits_per_key" {
		return f.BitsPerKey/f.Target - 1
	}
	return f.FPR/f.Target - 1
}

// growthTable is a row an n and variant: the median time of its processes, and the
// most memory that one of them held.
func growthTable(w *catalogue.Words, rows []record.Growth) *sheet {
	s := newSheet(w, "n", "filter", "seconds", "perkey", "peak", "memory", "bits_per_key")
	for _, g := range record.SumGrowth(rows) {
		s.Rows = append(s.Rows, []string{keysOf(g.N), g.Variant, short(g.Seconds, 3), short(1e9*g.Seconds/float64(g.N), 3),
			mebibytes(float64(g.PeakBytes)), mebibytes(float64(g.AllocatedBits) / 8), short(float64(g.FilterBits)/float64(g.N), 4)})
	}
	return s
}

// mebibytes writes bytes in MiB, "" for none.
func mebibytes(bytes float64) string {
	if bytes == 0 {
		return ""
	}
	return short(bytes/(1<<20), 3)
}
