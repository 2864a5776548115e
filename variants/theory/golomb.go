package theory

import "math"

// HashedSet predicts a set stored as the values of its n keys in [0, values), drawn
// with replacement: an absent key is found if its value is one of them. The mean is
// 1-(1-1/values)^n, the spread that of the number of different values; both exact.
// SetBits is that number. It is a classic filter of one probe.
func HashedSet(n, values uint64) Rate {
	r := Classic(n, values, 1, WithReplacement)
	r.Formula = "exact 1-(1-1/N)^n, n keys as values in [0, N)"
	return r
}

// GolombRice returns the remainder bits r with which the gaps between the values of a
// set cost least, inverse values a key: of the two numbers around log2(inverse ln 2) the
// one with the smaller r + 1 + 1/(e^(2^r/inverse) - 1), the cost in bits of a
// geometric gap (Golomb 1966; Rice 1979). 0 for inverse < 2.
func GolombRice(inverse uint64) int {
	best, least := 0, math.Inf(1)
	low := max(0, int(math.Log2(float64(max(inverse, 1))))-1)
	for r := low; r <= low+1; r++ {
		if cost := GolombCost(float64(inverse), r); cost < least {
			best, least = r, cost
		}
	}
	return best
}

// GolombCost returns r + 1 + 1/(e^(2^r/inverse) - 1), bits a key for a large set of
// inverse values a key without an index: log2(inverse) + 1.54 where inverse is a power
// of two and r the best, 1.44 + log2(inverse) being the least possible.
func GolombCost(inverse float64, r int) float64 {
	return float64(r) + 1 + 1/math.Expm1(math.Exp2(float64(r))/inverse)
}

// GolombBits returns the expected bits of the codes of n keys with values in
// [0, buckets*span), drawn with replacement, equal ones stored once: each value by
// the number of empty ones before it in its bucket of span values, g, as floor(g/2^r)
// in unary, ended by one bit, and g mod 2^r in r bits. Exact: a value is there and has
// L empty ones before it with probability (1-L/N)^n - (1-(L+1)/N)^n.
func GolombBits(n, buckets, span uint64, r int) float64 {
	if n == 0 {
		return 0
	}
	fn, s, all, unit := float64(n), float64(span), float64(buckets)*float64(span), math.Exp2(float64(r))
	unary := 0.0
	for gap := unit; gap < s; gap += unit {
		none := math.Exp(fn * math.Log1p(-gap/all))
		then := -math.Expm1(fn * math.Log1p(-1/(all-gap)))
		term := float64((s-gap)*none) * then
		if unary += term; term < 1e-17*unary {
			break
		}
	}
	values := all * FillMean(fn, all)
	return float64(values*float64(r+1)) + float64(float64(buckets)*unary)
}

// DigestSet predicts an exact set of digests of so many bits, up to 1023: an absent key
// is found if its digest is one of those held, with probability 1-(1-2^-bits)^n. Two
// keys share a digest with the same chance, so that SetBits, the digests held, is
// n - n(n-1)/2 2^-bits, good to the square of that.
func DigestSet(n uint64, bits int) Rate {
	share := math.Exp2(-float64(bits))
	pairs := float64(n) * math.Max(0, float64(n)-1) / 2
	return Rate{
		FPR: hit(float64(n), share), SD: share * math.Sqrt(pairs*share),
		SetBits: float64(n) - float64(pairs*share), SetBitsSD: math.Sqrt(pairs * share),
		Formula: "1-(1-2^-bits)^n, n digests",
	}
}
