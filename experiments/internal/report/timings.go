package report

import (
	"slices"
	"strconv"
	"strings"

	"github.com/filterlab/filterlab/experiments/internal/audit"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// Machine is what was timed on one kind of machine. Times are never joined with
// counts, which hold everywhere.
type Machine struct {
	ID    string // slug of processor and number of cores; the folder's name
	Files []Timings
	Goals []record.Goal // as they are judged by the files; nil where those have none of their rows
}

// Timings is one file of timings.
type Timings struct {
	About    record.TimingFile
	Rows     []record.Timed
	Warnings []string        // that samples carry, each once
	Front    []record.Front  // who is ahead at equal rates and at equal memory; nil where the file asked for none
	Growth   []record.Growth // of a file that tells how the program itself grows; it has no Rows
	Figures  []Figure        // in the language of the page that shows them
	Speeds   []audit.Speed   // other people's libraries beside ours at equal rates; nil where the file has none
	Judged   bool            // goals are read off it: its own rows are left to its CSV
}

// run is the last of the file's executions.
func (t *Timings) run() *record.TimingRun { return &t.About.Runs[len(t.About.Runs)-1] }

// rounds are those of all executions.
func (t *Timings) rounds() uint64 {
	sum := uint64(0)
	for i := range t.About.Runs {
		sum += t.About.Runs[i].Rounds
	}
	return sum
}

// sizes are the numbers of keys that were timed, rising.
func (t *Timings) sizes() []uint64 {
	var all []uint64
	for i := range t.Rows {
		all = append(all, t.Rows[i].N)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// at returns the rows of filters at one n that were timed, in a detail.
func (t *Timings) at(n uint64, d detail) []*record.Timed {
	var rows []*record.Timed
	for i := range t.Rows {
		r := &t.Rows[i]
		if r.N == n && r.Variant != "" && r.Samples > 0 && d.has(r) {
			rows = append(rows, r)
		}
	}
	return rows
}

// conditions are the columns that say how a row was timed.
func conditions(w *catalogue.Words) []field[*record.Timed] {
	return []field[*record.Timed]{
		{"from", func(r *record.Timed) string { return timedWord(w, r.From) }},
		{"hits", func(r *record.Timed) string { return r.Hits }},
		{"figure", func(r *record.Timed) string { return timedWord(w, r.Figure) }},
		{"cache", func(r *record.Timed) string { return timedWord(w, r.Cache) }},
		{"goroutines", func(r *record.Timed) string { return strconv.Itoa(r.Goroutines) }},
	}
}

// timesTable is a row a thing that was timed, and what is the same in all of them.
func timesTable(w *catalogue.Words, rows []*record.Timed) (s *sheet, same string) {
	names := record.ShortNames(rows)
	var differ []field[*record.Timed]
	var alike []string
	for _, f := range conditions(w) {
		var values []string
		for _, r := range rows {
			if v := f.value(r); v != "" {
				values = append(values, v)
			}
		}
		slices.Sort(values)
		switch values = slices.Compact(values); {
		case len(values) > 1:
			differ = append(differ, f)
		case len(values) == 1:
			alike = append(alike, w.Say("head."+f.name)+" "+values[0])
		}
	}
	s = newSheet(w, "filter", "op")
	for _, f := range differ {
		s.head(w, f.name)
	}
	s.head(w, "ns", "lines", "limit", "floor", "warned", "fpr", "bits_per_key")
	for _, r := range rows {
		row := []string{names[r.Contestant()], r.Op}
		for _, f := range differ {
			row = append(row, f.value(r))
		}
		s.Rows = append(s.Rows, append(row, short(r.NS, 3), short(r.Line, 3), share(r.Limit), share(r.Floor), warned(w, r), rateOf(r), short(r.BitsPerKey, 4)))
	}
	return s, strings.Join(alike, ", ")
}

// timedWord is a word of a closed column of the timings in the language of the page;
// names and numbers are what they are.
func timedWord(w *catalogue.Words, value string) string {
	if key := "timed." + value; w.Has(key) {
		return w.Say(key)
	}
	return value
}

// share writes a ratio in percent, "" where there is none.
func share(x float64) string {
	if text := short(100*x, 3); text != "" {
		return text + " %"
	}
	return ""
}

// warned says how many of the samples carry a warning.
func warned(w *catalogue.Words, r *record.Timed) string {
	if r.Warned == 0 {
		return ""
	}
	return w.Say("timings.warned", r.Warned, r.Samples)
}

// rateOf is the measured rate of the filter that was timed.
func rateOf(r *record.Timed) string {
	if !r.HasQueries() {
		return ""
	}
	return short(r.FPR(), 3)
}

// keysOf writes a number of keys as names of rows do: 1e6.
func keysOf(n uint64) string {
	text := strconv.FormatUint(n, 10)
	head := strings.TrimRight(text, "0")
	if zeros := len(text) - len(head); zeros >= 3 && len(head) == 1 {
		return head + "e" + strconv.Itoa(zeros)
	}
	return text
}
