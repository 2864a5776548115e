package theory

import "math"

// GivenFill predicts the mean rate of filters whose set bits were counted: meanSet set
// bits on average and varSet their variance over the batch (0 for one filter). The spread
// between filters that comes from the fill is gone from it.
//
//	with replacement  E[(X/m)^k] = (mean/m)^k (1 + C(k,2) r + 3 C(k,4) r^2 + ...)
//	distinct          C(X,k)/C(m,k), the same factor
//	derived           the same as with replacement, plus the model's first-order surplus
//	                  at that fill (series.go)
//
// r = var/mean^2; the factor takes X for normal. Exact for one filter with independent or
// distinct positions; what skewness leaves out of a batch is below 1e-5 for m >= 1000.
func GivenFill(k int, m uint64, meanSet, varSet float64, p Positions) float64 {
	if m == 0 || k < 1 {
		return 1
	}
	if meanSet <= 0 {
		return 0
	}
	fm := float64(m)
	fill := math.Min(1, meanSet/fm)
	rate := powInt(fill, k)
	if p == Distinct {
		rate = distinctGiven(int(min(uint64(k), m)), fm, meanSet)
	}
	rate *= normalMoment(k, varSet/meanSet/meanSet)
	if p > Distinct && fill < 1 {
		rate += newGivenModel(m, k, p).surplus(fill, fm)
	}
	return clamp(rate)
}

// distinctGiven is C(X,k)/C(m,k).
func distinctGiven(k int, m, set float64) float64 {
	rate := 1.0
	for i := range k {
		rate *= math.Max(0, set-float64(i)) / (m - float64(i))
	}
	return rate
}

// normalMoment is E[Z^k] for a normal Z of mean 1 and variance r.
func normalMoment(k int, r float64) float64 {
	sum, term := 1.0, 1.0
	for j := 2; j <= k; j += 2 { // C(k,j) (j-1)!! r^(j/2)
		term *= float64(k-j+2) * float64(k-j+1) / float64(j) * r
		sum += term
	}
	return sum
}

// newGivenModel is the model as a series, counting nothing.
func newGivenModel(m uint64, k int, p Positions) model {
	p = unwrapped(p, m)
	d := model{p: p, m: m, k: k}
	d.free = independent(p, k) || m == 1
	if !d.free {
		d.expandSeries()
	}
	return d
}

// surplus is the first-order difference to independent draws at equal fill.
func (d model) surplus(fill, m float64) float64 {
	if d.free {
		return 0
	}
	ind := drawsSeries(d.k)
	n := math.Log1p(-fill) / math.Log1p(-math.Min(0.999, float64(d.k)/m))
	return d.series.at(fill, n, m) - ind.at(fill, n, m)
}

// GivenFillPartitioned is the same for k slices of sliceBits bits, from the total of set
// bits over all slices. The true value for one filter is prod X_i/s; with only the sum S
// known the slices are taken as alike and independent, so that Cov(X_i, X_j | S) = -v/k,
// v the variance of one slice at the load read off the fill:
//
//	E[prod X_i/s] = fill^k (1 + C(k,2) (Var[S]/k^2 - v/k)/mean^2).
//
// Derived positions add their surplus at that load.
func GivenFillPartitioned(sliceBits uint64, k int, meanSet, varSet float64, p Positions) float64 {
	if sliceBits == 0 || k < 1 {
		return 1
	}
	if meanSet <= 0 {
		return 0
	}
	s, fk := float64(sliceBits), float64(k)
	fill := meanSet / fk / s
	if fill >= 1 {
		return 1
	}
	n := math.Round(math.Log1p(-fill) / math.Log1p(-1/s))
	v := FillVar(n, s)
	rate := powInt(fill, k) * (1 + choose2(k)*(varSet/fk/fk/s/s-v/fk)/fill/fill)
	if p > Distinct {
		key := uint64(math.Max(1, n))
		rate += Partitioned(key, sliceBits, k, p).FPR - slicesDraws(key, sliceBits, k).FPR
	}
	return clamp(rate)
}
