package theory

import "math"

// Classic predicts a classic Bloom filter: n distinct keys in m bits, k probes each,
// positions drawn as p says.
//
// WithReplacement: the exact E[(X/m)^k] (Bose et al. 2008; Christensen, Roginsky and
// Jimeno 2010), to 12 digits for every n, m up to 2^60 and k up to 255; SD is exact
// as well, sqrt(E[(X/m)^(2k)] - E[(X/m)^k]^2). The other models are described at
// their own functions. n = 0 gives 0; m = 1 gives 1.
func Classic(n, m uint64, k int, p Positions) Rate {
	if m == 0 || k < 1 {
		return full(float64(m), "no bits or no probes: every query passes")
	}
	if m == 1 && n > 0 {
		return full(1, "one bit: set by the first key")
	}
	switch p {
	case Distinct:
		return classicDistinct(n, m, k)
	case WithReplacement:
		return classicDraws(n, m, k)
	}
	return classicDerived(n, m, k, p)
}

const drawsFormula = "exact E[(X/m)^k], k draws with replacement (Christensen et al. 2010)"

func classicDraws(n, m uint64, k int) Rate {
	if n == 0 {
		return empty(drawsFormula)
	}
	t, fm := float64(n)*float64(k), float64(m)
	d := newDraws(t, fm, 2*k)
	l := d.logMoment(k)
	v := FillVar(t, fm)
	r := Rate{
		FPR: clamp(math.Exp(l)), Formula: drawsFormula,
		SetBits: fm * FillMean(t, fm), SetBitsSD: fm * math.Sqrt(v),
	}
	r.SD = spread(r.FPR, d.logMoment(2*k)-2*l, k, math.Sqrt(v)/FillMean(t, fm))
	return r
}

// spread returns the sd of a rate from the log ratio of its second moment to its
// squared mean; where that ratio is too near 1 to be trusted, from the delta method
// k sd(fill)/fill, whose own error is then below 1e-8.
func spread(mean, logRatio float64, k int, relFill float64) float64 {
	if logRatio > 1e-8 {
		return mean * math.Sqrt(math.Expm1(logRatio))
	}
	return mean * float64(k) * relFill
}

// ClassicLog returns ln of Classic's mean rate for draws with replacement, so that
// rates below 1e-308 keep their size. -Inf for n = 0; 0 for m = 0 or k < 1.
func ClassicLog(n, m uint64, k int) float64 {
	if m == 0 || k < 1 {
		return 0
	}
	if n == 0 {
		return math.Inf(-1)
	}
	d := newDraws(float64(n)*float64(k), float64(m), k)
	return math.Min(0, d.logMoment(k))
}

// ClassicAsym returns (1-e^(-kn/m))^k, the limit for m to infinity at fixed n/m.
// Always below the exact mean, by about (0.35k+0.15k(k-1))/m at half fill.
func ClassicAsym(n, m float64, k int) float64 {
	return math.Pow(-math.Expm1(-float64(k)*n/m), float64(k))
}

// ClassicAsymMiss returns 1-ClassicAsym, kept exact where the filter is overfull and
// 1 minus the rate would be 0.
func ClassicAsymMiss(n, m float64, k int) float64 {
	return -math.Expm1(float64(k) * math.Log1p(-math.Exp(-float64(k)*n/m)))
}

// ClassicStd returns (1-(1-1/m)^(kn))^k, the k-th power of the mean fill. It takes
// the bits for independent: exact for k = 1 only, otherwise below the exact mean.
func ClassicStd(n, m float64, k int) float64 {
	return math.Pow(FillMean(float64(k)*n, m), float64(k))
}
