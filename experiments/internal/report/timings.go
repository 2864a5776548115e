package report

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// Machine is what was timed on one kind of machine. Times are never joined with
// counts, which hold everywhere.
type Machine struct {
	ID    string // slug of processor and number of cores; the folder's name
	Files []Timings
}

// Timings is one file of timings.
type Timings struct {
	About    record.TimingFile
	Rows     []record.Timed
	Warnings []string       // that samples carry, each once
	Front    []record.Front // who is ahead at equal rates and at equal memory; nil where the file asked for none
	Figures  []Figure       // in the language of the page that shows them
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

// plainRow reports whether a row is of the usual kind: as many keys at once as the
// processor can take, warm, on one goroutine, from the first starting point of the
// file. A page shows these; the folder's own page has all.
func (t *Timings) plainRow(r *record.Timed) bool {
	first := ""
	for i := range t.Rows {
		if t.Rows[i].Variant != "" && t.Rows[i].From != "" {
			first = t.Rows[i].From
			break
		}
	}
	return r.Figure != "latency" && r.Cache != "cold" && r.Goroutines == 1 && (r.From == "" || r.From == first) && r.Hits != "50"
}

// at returns the rows of filters at one n that were timed, the plain ones or all.
func (t *Timings) at(n uint64, plain bool) []*record.Timed {
	var rows []*record.Timed
	for i := range t.Rows {
		r := &t.Rows[i]
		if r.N == n && r.Variant != "" && r.Samples > 0 && (!plain || t.plainRow(r)) {
			rows = append(rows, r)
		}
	}
	return rows
}

// floor is the A/A floor of a row: by how much the two filters of the control,
// equal in everything, are apart in the very same operation; NaN where the control
// cannot do it.
func (t *Timings) floor(r *record.Timed) float64 {
	for i := range t.Rows {
		c := &t.Rows[i]
		if c.Apart >= 0 && c.N == r.N && sameQuestion(c, r) {
			return c.Apart
		}
	}
	return math.NaN()
}

// sameQuestion reports whether two rows differ in who was asked alone.
func sameQuestion(a, b *record.Timed) bool {
	return a.Op == b.Op && a.From == b.From && a.Hits == b.Hits && a.Figure == b.Figure && a.Cache == b.Cache && a.Goroutines == b.Goroutines
}

// contestants gives each contestant of some rows its shortest name: the variant's
// where that is enough, else with what it was asked for.
func contestants(rows []*record.Timed) map[string]string {
	names := map[string]string{}
	count := map[string]int{}
	for _, r := range rows {
		if who := r.Contestant(); names[who] == "" {
			names[who] = r.Variant
			count[r.Variant]++
		}
	}
	for who, variant := range names {
		if count[variant] > 1 {
			_, asked, _ := strings.Cut(who, "/")
			names[who] = variant + " " + strings.ReplaceAll(asked, "/", " ")
		}
	}
	return names
}

// conditions are the columns that say how a row was timed.
func conditions() []field[*record.Timed] {
	return []field[*record.Timed]{
		{"from", func(r *record.Timed) string { return r.From }},
		{"hits", func(r *record.Timed) string { return r.Hits }},
		{"figure", func(r *record.Timed) string { return r.Figure }},
		{"cache", func(r *record.Timed) string { return r.Cache }},
		{"goroutines", func(r *record.Timed) string { return strconv.Itoa(r.Goroutines) }},
	}
}

// timesTable is a row a thing that was timed, and what is the same in all of them.
func timesTable(w *catalogue.Words, t *Timings, rows []*record.Timed) (s *sheet, same string) {
	names := contestants(rows)
	var differ []field[*record.Timed]
	var alike []string
	for _, f := range conditions() {
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
		s.Rows = append(s.Rows, append(row, short(r.NS, 3), short(r.Line, 3), share(r.Limit), share(t.floor(r)), warned(w, r), rateOf(r), short(r.BitsPerKey, 4)))
	}
	return s, strings.Join(alike, ", ")
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

// keys writes a number of keys as names of rows do: 1e6.
func keysOf(n uint64) string {
	text := strconv.FormatUint(n, 10)
	head := strings.TrimRight(text, "0")
	if zeros := len(text) - len(head); zeros >= 3 && len(head) == 1 {
		return head + "e" + strconv.Itoa(zeros)
	}
	return text
}
