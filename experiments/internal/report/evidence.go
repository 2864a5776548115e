package report

import (
	"math"
	"slices"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// Ruling is a claim with everything that its outcome rests on, for those who
// want more than the sentence of an Outcome.
type Ruling struct {
	Outcome
	// Undecided: there are cells for every answer, but their intervals or
	// verdicts leave it open. An Outcome calls that unanswered.
	Undecided bool
	// Probes are those of the plausible numbers of probes (1e5 to 1e6) with which
	// every published rate of the claim is compatible, in all its cells; nil
	// where the claim publishes none.
	Probes []float64
	Rests  []Support
}

// Support is one cell that an answer rests on.
type Support struct {
	Answer    *experiments.Answer
	Cell      *Cell
	Compared  bool    // one that others are held against
	Value     float64 // of the answer's column; the rate where it names none
	Low, High float64 // interval of the measured rate, NaN where there is none
}

// Rule judges one claim, of any kind.
func Rule(c experiments.Claim, all []Experiment) Ruling {
	o, oks := judge(catalogue.Default(), c, all)
	r := Ruling{Outcome: o}
	open := false
	for i := range c.Answers {
		a := &c.Answers[i]
		cells := selected(all, a.Experiment, &a.Match)
		r.add(a, cells, false)
		if a.How == "ratio" || a.How == "crossing" {
			r.add(a, selected(all, a.Experiment, &a.Match2), true)
		}
		open = open || oks[i] == Unanswered && decidable(a, cells)
		if a.How == "probes" && len(cells) > 0 {
			r.Probes = both(r.Probes, fitting(a, cells))
		}
	}
	r.Undecided = open && r.Answer == Unanswered
	return r
}

// add notes the cells of one answer.
func (r *Ruling) add(a *experiments.Answer, cells []*Cell, compared bool) {
	column := a.Column
	if column == "" {
		column = "fpr" // bound, agrees and probes speak of no other
	}
	for _, c := range cells {
		low, high := c.interval()
		r.Rests = append(r.Rests, Support{a, c, compared, c.column(column), low, high})
	}
}

// decidable reports whether an answer that rests on intervals or verdicts has all
// of them: where it is no yes and no no all the same, the record leaves it open.
func decidable(a *experiments.Answer, cells []*Cell) bool {
	missing := func(c *Cell) bool { return c.rate() == nil }
	return (a.How == "bound" || a.How == "agrees") && len(cells) > 0 && !slices.ContainsFunc(cells, missing)
}

// compatible is how likely a published rate is, had it been counted with n probes of
// c's filters: the less likely of what is measured and what theory says.
func compatible(a *experiments.Answer, n float64, c *Cell) float64 {
	low, high := c.interval()
	return math.Min(chance(a, n, low, high), chance(a, n, theoryLow(c), theoryHigh(c)))
}

// fitting returns the plausible numbers of probes with which a published rate
// is compatible in every cell, with the measured rate and with theory's.
func fitting(a *experiments.Answer, cells []*Cell) []float64 {
	fits := []float64{} // not nil: the question was asked
	for _, n := range plausible {
		all := true
		for _, c := range cells {
			all = all && compatible(a, n, c) >= strain // and not so where the interval is missing
		}
		if all {
			fits = append(fits, n)
		}
	}
	return fits
}

// both returns what stands in a and in b; nil stands for everything.
func both(a, b []float64) []float64 {
	if a == nil {
		return b
	}
	in := []float64{}
	for _, x := range a {
		for _, y := range b {
			if x == y {
				in = append(in, x)
			}
		}
	}
	return in
}
