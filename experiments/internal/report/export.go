package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// Formats returns the words that Export takes.
func Formats() []string { return []string{"csv", "markdown", "latex", "html"} }

// Export writes the verdicts of experiments for other documents. csv is one table:
// every column of verdicts.csv after the columns that say what the cell is, each
// figure as it stands in the files. The others are a table an experiment, rounded
// for the eye, a row a verdict, without the settings that all its cells share;
// those stand in the caption. Experiments that were not checked have no rows.
func Export(w *catalogue.Words, format string, all []Experiment) ([]byte, error) {
	if format == "csv" {
		return exportCSV(all)
	}
	var out bytes.Buffer
	for i := range all {
		e := &all[i]
		s, same := verdicts(w, e)
		caption := e.Manifest.Experiment + ". " + w.Say("result.same", same)
		switch format {
		case "markdown":
			fmt.Fprintf(&out, "%s\n\n%s\n", caption, s.markdown())
		case "latex":
			out.WriteString(s.latex(e.Manifest.Experiment, caption))
		case "html":
			out.WriteString(s.html(caption))
		default:
			return nil, fmt.Errorf("format %q: want one of %s", format, strings.Join(Formats(), ", "))
		}
	}
	return out.Bytes(), nil
}

// joined are the columns of cells.csv that say what the cell of a verdict is.
var joined = []string{"experiment", "variant", "scheme", "keys", "n", "capacity", "bits", "k", "params", "bits_per_key", "load",
	"trials", "queries", "theory_source", "model_error", "tolerance"}

// exportCSV joins the rows as the files have them.
func exportCSV(all []Experiment) ([]byte, error) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	for i := range all {
		cells, verdicts, err := texts(&all[i])
		if err != nil {
			return nil, err
		}
		at := make([]int, len(joined))
		for j, name := range joined {
			at[j] = slices.Index(cells[0], name)
		}
		byID := map[string][]string{}
		for _, c := range cells {
			byID[c[0]] = c // the header too, under its own name
		}
		for j, v := range verdicts {
			if j == 0 && i > 0 {
				continue // one header
			}
			row := v[:1:1]
			for _, k := range at {
				row = append(row, byID[v[0]][k])
			}
			if err := w.Write(append(row, v[1:]...)); err != nil {
				return nil, err
			}
		}
	}
	w.Flush()
	return out.Bytes(), w.Error()
}

// texts returns an experiment's cells and verdicts as the files have them, with
// their headers; the id stands first in both.
func texts(e *Experiment) (cells, verdicts [][]string, err error) {
	var rows []record.Cell
	var checks []record.Verdict
	for i := range e.Cells {
		rows = append(rows, e.Cells[i].Row)
		checks = append(checks, e.Cells[i].Verdicts...)
	}
	a, err := record.EncodeCells(rows)
	if err != nil {
		return nil, nil, err
	}
	b, err := record.EncodeVerdicts(checks)
	if err != nil {
		return nil, nil, err
	}
	if cells, err = csv.NewReader(bytes.NewReader(a)).ReadAll(); err != nil {
		return nil, nil, err
	}
	verdicts, err = csv.NewReader(bytes.NewReader(b)).ReadAll()
	return cells, verdicts, err
}

// verdicts is the table of an experiment's checks, a row each, and the settings
// that all cells share.
func verdicts(w *catalogue.Words, e *Experiment) (s *sheet, same string) {
	s, begin, same := cellSheet(w, e.Cells)
	s.head(w, "check", "measured", "interval", "theory", "error", "verdict")
	for i := range e.Cells {
		c := &e.Cells[i]
		for _, v := range c.Verdicts {
			s.Rows = append(s.Rows, append(begin(c), w.Say("check."+v.Check), short(v.FPR, record.VerdictDigits), w.Say("result.to", short(v.Low, record.VerdictDigits), short(v.High, record.VerdictDigits)),
				short(v.Theory, record.VerdictDigits), percent(v.RelativeError), w.Say("verdict."+v.Verdict)))
		}
	}
	return s, same
}

// latexSpecial are the characters that TeX reads as something else.
var latexSpecial = strings.NewReplacer(`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `$`, `\$`, `&`, `\&`, `#`, `\#`, `%`, `\%`, `_`, `\_`,
	`^`, `\textasciicircum{}`, `~`, `\textasciitilde{}`, `<`, `\textless{}`, `>`, `\textgreater{}`, `|`, `\textbar{}`, `"`, `\textquotedbl{}`)

// latex renders a sheet as a table for \usepackage{booktabs}, numbers to the right.
func (s *sheet) latex(label, caption string) string {
	var b strings.Builder
	line := func(texts []string) {
		for i, t := range texts {
			if i > 0 {
				b.WriteString(" & ")
			}
			b.WriteString(latexSpecial.Replace(t))
		}
		b.WriteString(" \\\\\n")
	}
	fmt.Fprintf(&b, "\\begin{table}\n\\caption{%s}\n\\label{tab:%s}\n\\begin{tabular}{%s}\n\\toprule\n", latexSpecial.Replace(caption), label, s.alignment())
	line(s.Header)
	b.WriteString("\\midrule\n")
	for _, r := range s.Rows {
		line(r)
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n\\end{table}\n")
	return b.String()
}

// alignment is r for the columns that hold numbers alone, l for the others.
func (s *sheet) alignment() string {
	letters := make([]byte, len(s.Header))
	for i := range letters {
		letters[i] = 'r'
		for _, r := range s.Rows {
			if i == 0 || !numeric(r[i]) {
				letters[i] = 'l'
			}
		}
	}
	return string(letters)
}

// html renders a sheet as a table element with its caption.
func (s *sheet) html(caption string) string {
	t := s.writer()
	t.Style().HTML = table.HTMLOptions{CSSClass: "filterlab", EmptyColumn: "", EscapeText: true, Newline: "<br/>"}
	text := t.RenderHTML()
	start, rest, _ := strings.Cut(text, ">\n")
	return fmt.Sprintf("%s>\n  <caption>%s</caption>\n%s\n", start, template.HTMLEscapeString(caption), rest)
}
