package check

import (
	"math"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/stats"
)

// queries lists the checks of one cell.
func queries(c record.Cell, t total, given GivenFill) []query {
	asked := []query{fprQuery(c, t)}
	if math.IsNaN(c.TheorySetBits) || t.noSetBits {
		return asked
	}
	asked = append(asked, fillQuery(c, t))
	if given != nil {
		if q, ok := conditionalQuery(c, t, given); ok {
			asked = append(asked, q)
		}
	}
	return asked
}

// fprQuery compares the hits with the predicted rate.
func fprQuery(c record.Cell, t total) query {
	s := stats.Sample{Hits: t.hits, Queries: t.queries, Trials: t.trials, HitsSquared: t.hitsSquared, PredictedFPR: c.TheoryFPR,
		PredictedSD: orZero(c.TheoryFPRSD), UnitsSD: orZero(c.TheorySetBitsSD)}
	return query{cell: c, check: FPR, theory: c.TheoryFPR, expect: c.Expect, member: !math.IsNaN(c.TheoryFPR),
		test: func(confidence float64, family int) stats.Test {
			return stats.Evaluate(s, possible(c), modelError(c, t), c.Tolerance, confidence, family)
		}}
}

// possible is the predicted rate, where a 0 for filters with keys is an underflow and not an impossibility.
func possible(c record.Cell) float64 {
	if c.TheoryFPR == 0 && c.N > 0 {
		return math.SmallestNonzeroFloat64
	}
	return c.TheoryFPR
}

// modelError is the declared one, at least the rounding of the prediction, and more by the share of keys that full
// filters refused: the prediction is for all of them.
func modelError(c record.Cell, t total) float64 {
	return math.Max(orZero(c.ModelError), rounding) + t.refused()
}

// fillQuery compares the set bits with their predicted mean. k probes must find their bits set, so that a relative error
// of the fill is k times as large in the rate: the bands of the rate are divided by k.
func fillQuery(c record.Cell, t total) query {
	k := math.Max(1, float64(c.K))
	return query{cell: c, check: Fill, theory: c.TheorySetBits, expect: beside(c.Expect), member: true,
		test: func(confidence float64, family int) stats.Test {
			return stats.FillTest(t.setBits, t.setBitsSquared, t.trials, c.TheorySetBits, orZero(c.TheorySetBitsSD),
				math.Max(orZero(c.ModelError)/k, rounding)+t.refused(), c.Tolerance/k, confidence, family)
		}}
}

// beside is what a cell's further checks are expected to say: a cell that must agree must agree in all, for any other it
// is the rate that counts.
func beside(expect string) string {
	if expect == string(stats.Agrees) {
		return expect
	}
	return "none"
}

// conditionalQuery compares the hits with what the filters' own fill lets expect. ok is false where the cell has no such
// formula, or where the fill varies too much for mean and variance to describe it.
//
// The formula enters as a ratio: the predicted rate times the rate given the fill that was seen over the rate given the
// fill that was predicted. So what the prediction knows beyond the fill (a scheme's dependent positions) stays in it.
func conditionalQuery(c record.Cell, t total, given GivenFill) (query, bool) {
	sd := orZero(c.TheorySetBitsSD)
	base, ok := given(c, c.TheorySetBits, sd*sd)
	left := beyondVariance(float64(c.K), c.TheorySetBits, sd)
	if !ok || !(base > 0) || !(c.TheoryFPR > 0) || !(left < c.Tolerance/2) {
		return query{}, false
	}
	sum := 0.0
	for _, r := range t.rows {
		mean, variance := moments(r)
		rate, _ := given(c, mean, variance)
		sum += float64(rate * float64(r.Queries))
	}
	expected := math.Min(1, c.TheoryFPR*(sum/float64(t.queries)/base))
	return query{cell: c, check: Conditional, theory: expected, expect: beside(c.Expect), member: true,
		test: func(confidence float64, family int) stats.Test {
			return stats.ConditionalTest(t.hits, t.queries, expected, modelError(c, t)+left, c.Tolerance, confidence, family)
		}}, true
}

// beyondVariance bounds the relative error of E[X^k] when it is computed from mean and variance alone, by its third and
// fourth moment: those of a sum of zero-one variables are at most the variance, and that plus 3 times its square.
func beyondVariance(k, mean, sd float64) float64 {
	if k < 3 || !(mean > 0) {
		return 0
	}
	v := sd * sd
	third := k * (k - 1) * (k - 2) / 6
	fourth := third * (k - 3) / 4
	return float64(third*v/(mean*mean*mean)) + float64(fourth*(v+float64(3*v*v))/(mean*mean*mean*mean))
}

// moments are mean and variance of the set bits of a batch. Squares that were saturated leave no variance; they belong
// to tables so large that it does not matter.
func moments(r record.Count) (mean, variance float64) {
	n := float64(r.Trials)
	mean = float64(r.SetBits) / n
	if r.SetBitsSquared == math.MaxUint64 || r.Trials == 1 {
		return mean, 0
	}
	return mean, math.Max(0, float64(r.SetBitsSquared)/n-float64(mean*mean))
}

// orZero reads an absent number as 0.
func orZero(x float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return x
}
