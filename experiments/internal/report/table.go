package report

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// short writes a number with so many digits; "" if there is none.
func short(x float64, digits int) string {
	return grouped(record.FormatFloat(record.Round(x, digits), -1))
}

// legend explains the columns of an experiment's table.
func legend(w *catalogue.Words, e *Experiment) string {
	text := w.Say("result.legend", program(&e.Manifest), outFlag(&e.Manifest))
	if overloaded(e.Cells) {
		text += " " + w.Say("result.held")
	}
	return text
}

// cellSheet begins a table of cells: the id, and the settings that differ. begin
// makes the start of a cell's row; same are the settings that all cells share.
func cellSheet(w *catalogue.Words, cells []Cell) (s *sheet, begin func(*Cell) []string, same string) {
	differ, alike := varying(cells)
	s = newSheet(w, "cell")
	for _, d := range differ {
		s.head(w, d.name)
	}
	begin = func(c *Cell) []string {
		row := []string{c.Row.ID}
		for i := range differ {
			row = append(row, shown(w, &differ[i], &c.Row))
		}
		return row
	}
	return s, begin, constant(w, cells, alike)
}

// results is the table of an experiment's page, a row a cell, and what is the
// same in every cell.
func results(w *catalogue.Words, cells []Cell) (s *sheet, same string) {
	s, begin, same := cellSheet(w, cells)
	s.head(w, "queries", "fpr", "interval", "theory", "error", "verdict")
	made := promised(cells)
	if made {
		s.head(w, "promised")
	}
	compared := kinds(cells) > 1
	if compared {
		s.head(w, "waste")
	}
	counted := furtherCounts(cells)
	for _, name := range counted {
		s.Header = append(s.Header, w.Say("head.perfilter", name))
	}
	for i := range cells {
		c := &cells[i]
		row := append(begin(c), outcome(w, c)...)
		if made {
			row = append(row, promiseOf(c))
		}
		if compared {
			row = append(row, waste(w, c))
		}
		for _, name := range counted {
			row = append(row, perFilter(c, name))
		}
		s.Rows = append(s.Rows, row)
	}
	return s, same
}

// kinds is the number of variants among cells.
func kinds(cells []Cell) int {
	seen := map[string]bool{}
	for i := range cells {
		seen[cells[i].Row.Variant] = true
	}
	return len(seen)
}

// waste is what a filter takes beyond log2(1/p) bits a key, the least for its rate p, in
// percent of that; at most so much where no false positive was found, p being below its
// upper bound; "" where p is 1, or where nothing is known of it.
func waste(w *catalogue.Words, c *Cell) string {
	if p := c.fpr(); p > 0 {
		return percent(c.Row.Overhead(p) - 1)
	}
	_, most := c.interval()
	if text := percent(c.Row.Overhead(most) - 1); text != "" {
		return w.Say("label.at_most", text)
	}
	return ""
}

// furtherCounts names what some cell counted besides: rejected keys, and the
// further columns of counts.csv.
func furtherCounts(cells []Cell) []string {
	all := map[string]bool{}
	for i := range cells {
		sum := record.Sum(cells[i].Counts)
		if sum.Rejected > 0 {
			all["rejected"] = true
		}
		for name := range sum.Extra {
			all[name] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// perFilter is the mean of a further count over the cell's filters; that of
// first_rejected is over those that rejected a key.
func perFilter(c *Cell, name string) string {
	sum := record.Sum(c.Counts)
	filters := sum.Trials
	value, ok := sum.Extra[name]
	switch {
	case name == "rejected":
		value, ok = sum.Rejected, true
	case name == "first_rejected":
		filters = sum.Extra["trials_full"]
	}
	if !ok || filters == 0 {
		return ""
	}
	return short(float64(value)/float64(filters), 5)
}

// outcome is what came out of a cell: queries, rate, interval, theory, error, verdict.
func outcome(w *catalogue.Words, c *Cell) []string {
	sum := record.Sum(c.Counts)
	out := []string{grouped(strconv.FormatUint(sum.Queries, 10)), short(c.fpr(), 5), "", short(c.Row.TheoryFPR, 5), "", w.Say("verdict.unchecked")}
	if v := c.rate(); v != nil {
		out[2] = w.Say("result.to", short(v.Low, 5), short(v.High, 5))
		out[4] = percent(v.RelativeError)
		out[5] = w.Say("verdict." + v.Verdict)
	}
	return append(out[:5], out[5]+others(w, c))
}

// others names the further checks of a cell that do not agree.
func others(w *catalogue.Words, c *Cell) string {
	text := ""
	for _, v := range c.Verdicts {
		if v.Check != "fpr" && v.Verdict != "agrees" {
			text += fmt.Sprintf("; %s %s", w.Say("check."+v.Check), w.Say("verdict."+v.Verdict))
		}
	}
	return text
}

// percent writes a relative error with its sign.
func percent(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return fmt.Sprintf("%+.2f %%", 100*x)
}

// tally counts an experiment's verdicts by their word. A gate is unmet where the
// verdict is another, except that only the standard profile promises that every
// gated cell is decided.
func tally(e *Experiment) map[string]int {
	n := map[string]int{}
	for i := range e.Cells {
		for _, v := range e.Cells[i].Verdicts {
			n[v.Verdict]++
			n["all"]++
			excused := v.Verdict == "undecided" && e.Manifest.Profile != experiments.Standard
			if v.Expect != experiments.None && v.Expect != v.Verdict && !excused {
				n["unmet"]++
			}
		}
	}
	return n
}
