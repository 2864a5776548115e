package theory

import "math"

// EstimateKeys returns -(m/k) ln(1-X/m), the number of distinct keys read off the set
// bits (Swamidass and Baldi 2007; for k = 1 linear counting, Whang et al. 1990). 0 for
// no set bits, +Inf for a full filter.
func EstimateKeys(m uint64, k int, set uint64) float64 {
	if set == 0 {
		return 0
	}
	if set >= m {
		return math.Inf(1)
	}
	fm := float64(m)
	return -fm / float64(k) * math.Log1p(-float64(set)/fm)
}

// EstimateKeysExact is the same with ln(1-1/m) for -1/m: ln(1-X/m)/(k ln(1-1/m)).
func EstimateKeysExact(m uint64, k int, set uint64) float64 {
	if set == 0 {
		return 0
	}
	if set >= m {
		return math.Inf(1)
	}
	fm := float64(m)
	return math.Log1p(-float64(set)/fm) / (float64(k) * math.Log1p(-1/fm))
}

// EstimateShare is the same of filters in which a key sets each bit with probability
// share: ln(1-X/m) / ln(1-share).
func EstimateShare(m, set uint64, share float64) float64 {
	if set == 0 {
		return 0
	}
	if set >= m {
		return math.Inf(1)
	}
	return math.Log1p(-float64(set)/float64(m)) / math.Log1p(-share)
}

// EstimateRelSD returns sqrt(m(e^c-1-c))/(kn), the relative standard deviation of
// EstimateKeys by the delta method, c = kn/m. Simulation agrees within 0.5%.
func EstimateRelSD(n, m uint64, k int) float64 {
	kn, fm := float64(k)*float64(n), float64(m)
	return math.Sqrt(fm*expMinus(kn/fm)) / kn
}

// EstimateBias returns (e^c-1-c)/(2k), the expected excess of EstimateKeys in keys.
func EstimateBias(n, m uint64, k int) float64 {
	return expMinus(float64(k)*float64(n)/float64(m)) / (2 * float64(k))
}

// expMinus is e^c-1-c without cancellation.
func expMinus(c float64) float64 {
	if c > 0.1 {
		return math.Expm1(c) - c
	}
	term, sum := c, 0.0
	for i := 2.0; i < 14; i++ {
		term *= c / i
		sum += term
	}
	return sum
}

// IntersectionFill returns the mean fill of the AND of two filters of equal m and k:
// 1 - qA - qB + qU, q_x = (1-1/m)^(k n_x), nU the size of the union. The AND contains
// the filter of the intersection and usually more.
func IntersectionFill(nA, nB, nBoth, m uint64, k int) float64 {
	q := func(n uint64) float64 { return emptyShare(float64(k)*float64(n), float64(m)) }
	return 1 - q(nA) - q(nB) + q(nA+nB-nBoth)
}

// Union predicts the OR of two filters of equal m, k and seeds: it is, bit for bit, the
// filter of the union's keys.
func Union(nA, nB, nBoth, m uint64, k int, p Positions) Rate {
	return Classic(nA+nB-nBoth, m, k, p)
}
