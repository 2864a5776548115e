package theory

import "math"

// classicDerived is Classic for positions derived from two or three hash values.
func classicDerived(n, m uint64, k int, p Positions) Rate {
	base := classicDraws(n, m, k)
	d := newModel(m, k, p)
	if d.free || n == 0 {
		return base
	}
	fn, fm := float64(n), float64(m)
	var r Rate
	r.SetBits, r.SetBitsSD = setBits(fn, 1, fm, d.foot)
	var slope float64
	if d.exact != nil {
		r.FPR, slope = d.exact.rate(n, m, d.keysPer, 1, math.Min(1, r.SetBits/fm))
	} else {
		r.FPR = d.series.improve(base.FPR, fn, fm)
		slope = d.series.rate(fn+1, fm) - d.series.rate(fn, fm)
	}
	d.byFill = true
	d.finish(&r, base, n, slope, drawsSlope(base.FPR, n, m, k))
	if d.exact == nil && (p == TripleFastrange || p == TripleMod) && m < 100*uint64(k) {
		// Two positions of one key meet more often than draws do; by 1% at m = 10.
		r.SetBits, r.SetBitsSD = math.NaN(), math.NaN()
	}
	return r
}

// drawsSlope is the growth of the mean rate of independent draws with the next key: the
// difference, or for many keys d(p^k) = k p^(k-1) dp.
func drawsSlope(rate float64, n, m uint64, k int) float64 {
	if n < 10_000 {
		return math.Exp(ClassicLog(n+1, m, k)) - rate
	}
	t, fm := float64(n)*float64(k), float64(m)
	q := emptyShare(t, fm)
	if q >= 1 {
		return 0
	}
	return rate * float64(k) / (1 - q) * q * hit(float64(k), 1/fm)
}
