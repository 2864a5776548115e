package compare

import (
	"fmt"
	"math"

	"golang.org/x/perf/benchmath"

	"github.com/filterlab/filterlab/experiments/internal/stats"
)

// summary is a sample's median or, in an exact unit, its value. Where a unit declared exact has several values the worst
// of them stands for all: one false negative in ten runs must not vanish behind nine runs without.
func (c *comparison) summary(s *sample) Summary {
	u := c.units[s.unit]
	sample := newSample(c.values(s))
	if !u.exact {
		m := benchmath.AssumeNothing.Summary(sample, c.Confidence)
		return Summary{m.Center, m.Lo, m.Hi, len(s.values), m.PctRangeString()}
	}
	m := benchmath.AssumeExact.Summary(sample, c.Confidence)
	switch {
	case len(m.Warnings) > 0 && u.better < 0:
		m.Center = m.Hi
	case len(m.Warnings) > 0 && u.better > 0:
		m.Center = m.Lo
	}
	return Summary{m.Center, m.Lo, m.Hi, len(s.values), m.PctRangeString()}
}

// compareExactly judges a row by its values.
func (c *comparison) compareExactly(b both) {
	b.Gated = b.unit.better != 0
	if !b.Gated {
		b.Note = "the unit has no direction"
	}
	for _, side := range []Summary{b.Old, b.New} {
		if side.Low != side.High {
			b.Note = fmt.Sprintf("declared exact, but values range from %v to %v; the worst counts", side.Low, side.High)
		}
	}
	b.Verdict = Equal
	if b.Old.Median != b.New.Median {
		b.Verdict = direction(b.Old.Median, b.New.Median, b.unit.better)
	}
}

// direction says which way a change of a unit goes.
func direction(old, new float64, better int) Verdict {
	switch {
	case better == 0:
		return Differs
	case (new < old) == (better < 0):
		return Better
	}
	return Worse
}

// test fills in the p-value of a row and the smallest that it could have had.
func (c *comparison) test(b both) {
	b.constant = constant(b.old.values, b.new.values)
	b.runsP = stats.SmallestRankP(len(b.old.values), len(b.new.values))
	b.smallestP = b.runsP
	b.P = 1
	if b.constant {
		b.smallestP = 1
	} else {
		b.P = math.Min(1, benchmath.AssumeNothing.Compare(newSample(b.old.values), newSample(b.new.values)).P)
	}
	b.Floor = common(c.oldFloors, c.newFloors, b.old.unit)
}

// constant reports whether all values are one.
func constant(a, b []float64) bool {
	for _, values := range [][]float64{a, b} {
		for _, v := range values {
			if v != a[0] {
				return false
			}
		}
	}
	return true
}

// decide is the verdict of a tested row.
func (r *Row) decide(better int, alpha float64) Verdict {
	switch {
	case r.tooFew:
		return TooFewRuns
	case !(r.PAdjusted <= alpha):
		return NoDifference
	case r.Old.Median == r.New.Median:
		return NoDifference // the spread changed, not the middle
	case better == 0:
		return Differs
	case r.withinFloor():
		return WithinFloor
	}
	return direction(r.Old.Median, r.New.Median, better)
}

// withinFloor reports whether the change, for better or worse, is no more than the A/A controls show. Both are the larger
// over the smaller median, so that a rate is judged as its time would be. A floor that is not bounded holds nothing back;
// such a row is not gated.
func (r *Row) withinFloor() bool {
	factor := ratio(r.New.Median, r.Old.Median)
	return !math.IsInf(r.Floor, 1) && math.Max(factor, 1/factor)-1 <= r.Floor
}

// gates says whether a row can fail a gate, or why not.
func (c *comparison) gates(b both) (bool, string) {
	switch {
	case b.unit.better == 0:
		return false, "the unit has no direction"
	case len(b.old.machines) != 1 || len(b.new.machines) != 1 || b.old.machines[0] != b.new.machines[0]:
		return false, "the machines differ"
	case math.IsNaN(b.Change):
		return false, "a median below zero has no ratio"
	case math.IsNaN(b.Floor):
		return false, "no A/A rows in " + c.without(b.old.unit)
	case math.IsInf(b.Floor, 1):
		return false, "too few A/A runs for a floor"
	}
	return true, ""
}

// without names the files that have no A/A rows in a unit.
func (c *comparison) without(unit string) string {
	_, old := c.oldFloors[unit]
	_, new := c.newFloors[unit]
	switch {
	case !old && !new:
		return "either file"
	case !old:
		return "the old file"
	}
	return "the new file"
}
