package report

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// Index writes the page of a folder of records: what is in it, every column
// explained, and how to record it again.
func Index(w *catalogue.Words, all []Experiment, claims []Outcome, machines []Machine) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n# %s\n\n    %s\n\n", notice(w), w.Say("index.title"), strings.Join(commands(all, false), "\n    "))
	fmt.Fprintf(&b, "%s\n\n%s\n", w.Say("index.intro"), Summary(w, all, "", claims))
	if len(claims) > 0 {
		fmt.Fprintf(&b, "## %s\n\n", w.Say("page.claims"))
		for _, key := range []string{"claims.intro", "claims.digits", "claims.precision"} {
			fmt.Fprintf(&b, "%s\n\n", w.Say(key))
		}
		fmt.Fprintf(&b, "%s\n", claimMarkdown(w, claims))
	}
	b.WriteString(timingSection(w, machines))
	b.WriteString(columnTables(w))
	fmt.Fprintf(&b, "## %s\n\n", w.Say("page.reading"))
	for _, m := range append(meanings(w), w.Say("meaning.numbers")) {
		fmt.Fprintf(&b, "- %s\n", m)
	}
	fmt.Fprintf(&b, "\n## %s\n\n    %s\n\n%s\n\n", w.Say("page.again"), strings.Join(afresh(all), "\n    "), w.Say("index.again"))
	fmt.Fprintf(&b, "## %s\n\n%s\n\n", w.Say("page.cite"), w.Say("index.cite"))
	for i := range all {
		fmt.Fprintf(&b, "- %s: %s\n", all[i].Manifest.Experiment, citation(w, "cite.record", &all[i].Manifest))
	}
	return []byte(b.String())
}

// Summary is the table of all experiments: a row each, and a sentence on the
// published claims. Links start with prefix.
func Summary(w *catalogue.Words, all []Experiment, prefix string, claims []Outcome) string {
	s := overview(w, all)
	for _, row := range s.Rows {
		row[0] = fmt.Sprintf("[%s](%s%s/%s)", row[0], prefix, row[0], PageFile(w.Lang))
	}
	if len(claims) == 0 {
		return s.markdown()
	}
	return s.markdown() + "\n" + claimSentence(w, claims) + "\n"
}

// overview is the table of all experiments.
func overview(w *catalogue.Words, all []Experiment) *sheet {
	s := newSheet(w, "experiment", "question", "cells", "queries", "agrees", "deviates", "undecided", "gates")
	for i := range all {
		e := &all[i]
		n := tally(e)
		s.Rows = append(s.Rows, []string{e.Manifest.Experiment, w.Text(e.Question), fmt.Sprint(len(e.Cells)), queries(e),
			fmt.Sprint(n["agrees"]), fmt.Sprint(n["deviates"]), fmt.Sprint(n["undecided"]), gates(w, n)})
	}
	return s
}

// claimSentence counts what became of the claims.
func claimSentence(w *catalogue.Words, claims []Outcome) string {
	n := map[string]int{}
	for _, o := range claims {
		n[o.Answer]++
	}
	return w.Say("claims.count", len(claims), n[Yes], n[No], n[Unanswered], n[Open])
}

// queries writes an experiment's queries for people.
func queries(e *Experiment) string {
	var sum float64
	for i := range e.Cells {
		sum += float64(e.Cells[i].Row.Queries)
	}
	text := fmt.Sprintf("%.2g", sum) // 1.9e9, as rows of timings are named
	return strings.Replace(strings.Replace(text, "e+0", "e", 1), "e+", "e", 1)
}

func gates(w *catalogue.Words, n map[string]int) string {
	switch {
	case n["all"] == 0:
		return w.Say("gates.unchecked")
	case n["unmet"] == 0:
		return w.Say("gates.met")
	}
	return w.Say("gates.unmet", n["unmet"])
}

// columnTables explains every column of every file.
func columnTables(w *catalogue.Words) string {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n", w.Say("page.columns"))
	for _, f := range columnSheets(w) {
		fmt.Fprintf(&b, "### %s\n\n%s\n", f.File, f.Table.markdown())
	}
	fmt.Fprintf(&b, "%s\n\n%s\n\n", w.Say("columns.further"), w.Say("columns.timings"))
	return b.String()
}

// fileSheet explains the columns of one file.
type fileSheet struct {
	File  string
	Table *sheet
}

// columnSheets explains every column of every file. The rows come from the
// lists that the files are written by, so no column can be forgotten.
func columnSheets(w *catalogue.Words) []fileSheet {
	var sheets []fileSheet
	add := func(file string, columns []record.Described) {
		s := newSheet(w, "column", "meaning")
		for _, c := range columns {
			s.Rows = append(s.Rows, []string{c.Name, w.Text(c.Doc)})
		}
		sheets = append(sheets, fileSheet{file, s})
	}
	for _, f := range record.Describe() {
		add(f.File, f.Columns)
	}
	timings := record.TimingsFolder + "/MACHINE/NAME"
	add(timings+".csv", record.DescribeTimings())
	add(timings+"-front.csv", record.DescribeFront())
	add(record.TimingsFolder+"/MACHINE/growth.csv", record.DescribeGrowth())
	add(record.TimingsFolder+"/MACHINE/"+record.GoalsFile, record.DescribeGoals())
	return sheets
}

// The markers between which Splice puts a table.
const (
	beginMarker = "<!-- runexp report: begin -->"
	endMarker   = "<!-- runexp report: end -->"
)

// Splice replaces what stands between the markers of a page by text.
func Splice(page []byte, text string) ([]byte, error) {
	before, rest, ok := bytes.Cut(page, []byte(beginMarker))
	_, after, ok2 := bytes.Cut(rest, []byte(endMarker))
	if !ok || !ok2 {
		return nil, fmt.Errorf("no markers: want a line %s and below it a line %s", beginMarker, endMarker)
	}
	return fmt.Appendf(nil, "%s%s\n%s%s%s", before, beginMarker, text, endMarker, after), nil
}
