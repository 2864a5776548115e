package report

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// finding is what one answer found, short enough for a cell of a table: what was
// measured, with the interval where there is one, and what theory says of the same.
type finding struct{ Measured, Theory string }

// finds puts the numbers behind an answer into cells; both are empty where nothing was
// found, and Theory where theory says nothing of it.
func finds(w *catalogue.Words, a *experiments.Answer, all []Experiment) finding {
	if !a.Recorded() {
		return foundOut(w, a)
	}
	cells, against := selected(all, a.Experiment, &a.Match), selected(all, a.Experiment, &a.Match2)
	switch {
	case len(cells) == 0:
		return finding{}
	case a.How == "never":
		return findsLost(w, cells)
	case a.How == "agrees":
		return findsAgreeing(w, cells)
	case a.How == "least":
		return findsLeast(w, cells, a)
	case a.How == "step":
		return finding{Measured: strings.Join(riseTexts(steps(cells, a.Column)), ", ")}
	case a.How == "ratio":
		return findsRatio(w, cells, against, a)
	case a.How == "crossing":
		return findsCrossing(w, cells, against, a)
	case a.Column == "" || a.Column == "fpr":
		return findsRates(w, cells)
	}
	low, high := span(cells, func(c *Cell) float64 { return c.column(a.Column) })
	if a.Column == "theory_fpr" {
		return finding{Theory: between(w, low, high)}
	}
	return finding{Measured: between(w, low, high)}
}

// foundOut is what the program found out without cells; see experiments.Found.
func foundOut(w *catalogue.Words, a *experiments.Answer) finding {
	if a.Found == nil {
		return finding{}
	}
	f := finding{Measured: told(w, a.Found.Measured)}
	if !math.IsNaN(a.Found.Theory) {
		f.Theory = figure(a.Found.Theory)
	}
	return f
}

// told puts what was found into words.
func told(w *catalogue.Words, s experiments.Said) string {
	values := make([]any, len(s.Values))
	for i, v := range s.Values {
		values[i] = v
		if x, ok := v.(float64); ok {
			values[i] = figure(x)
		}
	}
	return w.Say(s.Key, values...)
}

// findsLost counts the keys that were missing.
func findsLost(w *catalogue.Words, cells []*Cell) finding {
	var lost, held float64
	for _, c := range cells {
		sum := record.Sum(c.Counts)
		lost, held = lost+float64(sum.FalseNegatives), held+float64(sum.Inserted)
	}
	return finding{w.Say("claims.of", figure(lost), figure(held)), "0"}
}

// findsAgreeing counts the cells whose rate is shown to be theory's.
func findsAgreeing(w *catalogue.Words, cells []*Cell) finding {
	n := 0
	for _, c := range cells {
		if v := c.rate(); v != nil && v.Verdict == "agrees" {
			n++
		}
	}
	low, high := span(cells, func(c *Cell) float64 { return c.Row.TheoryFPR })
	return finding{w.Say("claims.agree", n, len(cells)), between(w, brief(low), brief(high))}
}

// findsRates is the range of the rates and, in brackets, what their intervals cover.
func findsRates(w *catalogue.Words, cells []*Cell) finding {
	low, high := span(cells, (*Cell).fpr)
	from, _ := span(cells, func(c *Cell) float64 { x, _ := c.interval(); return x })
	_, to := span(cells, func(c *Cell) float64 { _, x := c.interval(); return x })
	bottom, top := span(cells, func(c *Cell) float64 { return c.Row.TheoryFPR })
	f := finding{between(w, brief(low), brief(high)), between(w, brief(bottom), brief(top))}
	if !math.IsNaN(from) && !math.IsNaN(to) {
		f.Measured = w.Say("claims.interval", f.Measured, figure(brief(from)), figure(brief(to)))
	}
	return f
}

// findsLeast is where a column is least, and where theory has it least.
func findsLeast(w *catalogue.Words, cells []*Cell, a *experiments.Answer) finding {
	at := func(value func(*Cell) float64) (best *Cell, text string) {
		best = slices.MinFunc(cells, func(x, y *Cell) int { return cmp.Compare(value(x), value(y)) })
		return best, a.ByColumn + " = " + figure(best.column(a.ByColumn))
	}
	best, text := at(func(c *Cell) float64 { return c.column(a.Column) })
	if a.Column != "fpr" {
		return finding{Measured: text + ": " + figure(brief(best.column(a.Column)))}
	}
	theory, where := at(func(c *Cell) float64 { return c.Row.TheoryFPR })
	return finding{text + ": " + findsRates(w, []*Cell{best}).Measured, where + ": " + figure(brief(theory.Row.TheoryFPR))}
}

// findsRatio is the ratio at the largest n, and that of theory's rates.
func findsRatio(w *catalogue.Words, cells, against []*Cell, a *experiments.Answer) finding {
	pairs := paired(cells, against)
	if len(pairs) == 0 {
		return finding{}
	}
	last := pairs[len(pairs)-1]
	ratio := func(x, y float64) string { return w.Say("claims.ratio", figure(record.Round(x/y, 5))) }
	f := finding{Measured: ratio(last[0].column(a.Column), last[1].column(a.Column))}
	if a.Column == "fpr" {
		f.Theory = ratio(last[0].Row.TheoryFPR, last[1].Row.TheoryFPR)
	}
	return f
}

// findsCrossing are the rates between which one column falls below the other.
func findsCrossing(w *catalogue.Words, cells, against []*Cell, a *experiments.Answer) finding {
	above, below, _, _ := crosses(cells, against, a)
	if math.IsInf(above, 1) || math.IsNaN(below) {
		return finding{}
	}
	return finding{Measured: w.Say("claims.crossing", figure(below), figure(above))}
}

// span returns the least and the greatest of a number of each cell, NaN where one is.
func span(cells []*Cell, value func(*Cell) float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, c := range cells {
		low, high = math.Min(low, value(c)), math.Max(high, value(c))
	}
	return low, high
}

// between writes one number, or the two ends of a range.
func between(w *catalogue.Words, low, high float64) string {
	if figure(low) == figure(high) {
		return figure(low)
	}
	return w.Say("result.to", figure(low), figure(high))
}

// brief rounds a rate to four digits: what stands in brackets beside it says how much
// of them is known.
func brief(x float64) float64 { return record.Round(x, 4) }

// shortly says in some words why an answer is what it is.
func shortly(w *catalogue.Words, a *experiments.Answer, ok string) string {
	switch {
	case ok == Open:
		return w.Say("because.open")
	case ok == Unanswered:
		return w.Say("because.unanswered")
	case ok == No:
		return w.Say("because.no")
	}
	return w.Say("because." + a.How)
}

// appendNew appends a text that is not empty and not there yet.
func appendNew(all []string, text string) []string {
	if text == "" || slices.Contains(all, text) {
		return all
	}
	return append(all, text)
}
