package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// shape says how much heavier than those of independent queries the tails of a sample are. A tail p is turned into the
// probability that the heavier law puts beyond the same score (normal quantile). The zero shape changes nothing; at most
// one field is set.
type shape struct {
	// df are the degrees of freedom of a variance that was estimated: Student's t.
	df float64
	// events is the variance of the number of set units behind the rates, over all filters. That number is distributed
	// like a sum of independent zero-one variables (Vatutin and Mikhailov 1982), so a Poisson law of this variance is
	// heavier, on its right side, than either of its sides.
	events float64
	// unknown is the spread of few filters of which nothing but the variance is known: Cantelli's inequality.
	unknown bool
}

func (h shape) plain() bool { return h == shape{} }

// tail returns the heavier tail for the tail p; a central one (0.5 and more) stays.
func (h shape) tail(p float64) float64 {
	if h.plain() || !(p < 0.5) {
		return p
	}
	return clip(math.Max(p, h.beyond(-mathext.NormalQuantile(math.Max(p, tiny)))))
}

// beyond is the probability beyond z standard deviations, on one side.
func (h shape) beyond(z float64) float64 {
	switch {
	case h.df > 0:
		return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: h.df}.CDF(-z)
	case h.unknown:
		return 1 / (1 + z*z)
	}
	return poissonBeyond(h.events, z*math.Sqrt(h.events))
}

// level is the inverse of tail: what must be asked of independent queries so that the heavier tail is p. It ends at tiny.
func (h shape) level(p float64) float64 {
	if h.plain() || !(p < 0.5) {
		return p
	}
	lo, hi := 0.0, -mathext.NormalQuantile(tiny)
	for i := 0; i < 60; i++ {
		if mid := lo + (hi-lo)/2; h.beyond(mid) > p {
			lo = mid
		} else {
			hi = mid
		}
	}
	return math.Max(math.Min(p, distuv.UnitNormal.CDF(-hi)), tiny)
}

// poissonBeyond is the probability that a Poisson variable of variance v exceeds its mean by deviation or more, with the
// half that belongs to whole numbers (continuity correction), between which it interpolates.
func poissonBeyond(v, deviation float64) float64 {
	x := v + deviation - math.Min(0.5, math.Max(0, deviation))
	if x <= 0 {
		return 1
	}
	return clip(mathext.GammaIncReg(x, v))
}
