package record

import (
	"cmp"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
)

// SpanConfidence is that of a Span, at least.
const SpanConfidence = 0.95

// Span is the interval of a median that order statistics give, without a model of the
// noise: of ten rounds the second least to the second greatest, which holds the median
// with a confidence of 0.979. NaN where the rounds are too few: five or fewer.
type Span struct{ Low, High float64 }

// spanOf is the span of a figure over the rounds of one row. Both rows of a control
// count as one sample a round, their mean: a slow minute hits both.
func spanOf(rows []*Timing, figure func(*Timing) float64) Span {
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b *Timing) int { return cmp.Compare(a.Round, b.Round) })
	var values []float64
	for len(rows) > 0 {
		same, sum := 0, 0.0
		for same < len(rows) && rows[same].Round == rows[0].Round {
			sum += figure(rows[same])
			same++
		}
		if mean := sum / float64(same); !math.IsNaN(mean) {
			values = append(values, mean)
		}
		rows = rows[same:]
	}
	missing := Span{math.NaN(), math.NaN()}
	if len(values) == 0 {
		return missing
	}
	s := benchmath.AssumeNothing.Summary(benchmath.NewSample(values, &benchmath.DefaultThresholds), SpanConfidence)
	if math.IsInf(s.Lo, 0) || math.IsInf(s.Hi, 0) {
		return missing
	}
	return Span{s.Lo, s.Hi}
}
