package report

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// Index writes the page of a folder of records: what is in it, every column
// explained, and how to record it again.
func Index(all []Experiment, claims []Outcome) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n# Results\n\n    %s\n\n", notice, strings.Join(commands(all), "\n    "))
	fmt.Fprintf(&b, "Each folder is the record of one experiment. `git diff` on a counts.csv is a test of reproducibility: counts are a\n"+
		"function of spec and seed alone and equal on every machine; what may differ stands in manifest.json.\n\n")
	fmt.Fprintf(&b, "%s\n", Summary(all, "", claims))
	if len(claims) > 0 {
		fmt.Fprintf(&b, "## Published claims\n\nWhat two course articles state in numbers. They do not say how many absent keys they probed: a rate counts as\n"+
			"reproduced where both our interval and theory can show it in some number of probes from 100,000 to 1,000,000.\n"+
			"An upper bound counts as reproduced where the whole interval keeps it, as refuted where the whole interval breaks it.\n\n%s\n", claimTable(claims))
	}
	b.WriteString(columnTables())
	fmt.Fprintf(&b, "## How to read it\n\nThree verdicts. *deviates*: the exact two-sided test, corrected by Holm over the family, rejects every rate within theory\n"+
		"x (1 +- model_error); too good is a deviation too. *agrees*: the rate is shown to lie within theory x (1 +- tolerance).\n"+
		"*undecided*: neither; queries_needed would decide. Numbers have a decimal point and are never NaN: an empty cell is what\n"+
		"is missing.\n\n## How to record it again\n\n")
	fmt.Fprintf(&b, "Remove a folder, or choose another `--out`, and run the command of its page. A record is replaced only by `runexp run\n"+
		"--again`, with the same experiment, profile and seed, and stays until the new one is complete; where the spec has been\n"+
		"edited since, the new one is today's, and the run says so. `runexp verify` repeats all of it and compares. Data licence: CC-BY-4.0; cite the cell's id, spec hash, seed and profile.\n")
	return []byte(b.String())
}

// commands are the commands that made the records, one a profile and seed where
// they are alike.
func commands(all []Experiment) []string {
	type run struct {
		profile string
		seed    uint64
	}
	var order []run
	names := map[run][]string{}
	for i := range all {
		m := &all[i].Manifest
		r := run{m.Profile, m.Seed}
		if names[r] == nil {
			order = append(order, r)
		}
		names[r] = append(names[r], m.Experiment)
	}
	var out []string
	for _, r := range order {
		out = append(out, fmt.Sprintf("runexp run %s --profile %s --seed %d", strings.Join(names[r], " "), r.profile, r.seed))
	}
	return out
}

// Summary is the table of all experiments: a row each, and a sentence on the
// published claims. Links start with prefix.
func Summary(all []Experiment, prefix string, claims []Outcome) string {
	var rows [][]string
	for i := range all {
		e := &all[i]
		n := tally(e)
		rows = append(rows, []string{
			fmt.Sprintf("[%s](%s%s/README.md)", e.Manifest.Experiment, prefix, e.Manifest.Experiment), e.Question,
			fmt.Sprint(len(e.Cells)), queries(e), fmt.Sprint(n["agrees"]), fmt.Sprint(n["deviates"]), fmt.Sprint(n["undecided"]), gates(n)})
	}
	text := markdown([]string{"experiment", "question", "cells", "queries", "agrees", "deviates", "undecided", "gates"}, rows)
	if len(claims) == 0 {
		return text
	}
	n := map[string]int{}
	for _, o := range claims {
		n[o.Answer]++
	}
	return text + fmt.Sprintf("\nPublished claims, %d in all: %d reproduced, %d not, %d without an answer in this record.\n", len(claims), n[Yes], n[No], n[Unanswered])
}

// queries writes an experiment's queries for people.
func queries(e *Experiment) string {
	var sum float64
	for i := range e.Cells {
		sum += float64(e.Cells[i].Row.Queries)
	}
	return fmt.Sprintf("%.2g", sum)
}

func gates(n map[string]int) string {
	switch {
	case n["all"] == 0:
		return "not checked"
	case n["unmet"] == 0:
		return "met"
	}
	return fmt.Sprintf("%d not met", n["unmet"])
}

// columnTables explains every column of every file. The rows come from the
// lists that the files are written by, so no column can be forgotten.
func columnTables() string {
	var b strings.Builder
	b.WriteString("## Columns\n\n")
	for _, f := range record.Describe() {
		var rows [][]string
		for _, c := range f.Columns {
			rows = append(rows, []string{c.Name, c.Doc})
		}
		fmt.Fprintf(&b, "### %s\n\n%s\n", f.File, markdown([]string{"column", "meaning"}, rows))
	}
	fmt.Fprintf(&b, "Further integer columns of counts.csv, sums over the batch, are what a variant's filters count besides: %s.\n\n", extras)
	return b.String()
}

// extras explains the further columns of counts.csv that our variants and the
// harness make.
const extras = "`saturated` (counters that reached their top), `stages` (filters in a chain), `kicks` (fingerprints moved to make room), `first_rejected` (keys accepted before the first refusal), " +
	"`trials_full` (filters that refused one), `churn_rejected` (further keys refused), `build_tries` (seeds a construction went through)"

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
