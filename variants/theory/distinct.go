package theory

import (
	"math"
	"math/big"
)

const distinctFormula = "exact sum_j (-1)^j C(k,j) [C(m-j,k)/C(m,k)]^n, k distinct positions"

// classicDistinct is Classic for keys and queries that are uniform k-subsets of the m
// cells. The alternating sum is done in big floats sized for the result. With k > m
// every key sets all m cells. The spread comes from the law of the union of two
// queries, whose size is hypergeometric.
func classicDistinct(n, m uint64, k int) Rate {
	k = int(min(uint64(k), m))
	if n == 0 {
		return empty(distinctFormula)
	}
	fm, fk := float64(m), float64(k)
	r := Rate{Formula: distinctFormula}
	r.SetBits, r.SetBitsSD = setBits(float64(n), 1, fm, footprintFixed(fk))
	p := r.SetBits / fm
	if fk*math.Log2(p) < tooSmall {
		return r
	}
	depth := int(min(uint64(2*k), m))
	if 2*fk*math.Log2(p) < tooSmall || k > 64 {
		depth = k
	}
	a := avoidPowers(n, m, k, depth, sumBits(p, depth, float64(n)))
	r.FPR = clamp(alternating(a, k))
	ratio := 0.0
	if depth > k {
		ratio = distinctSecond(a, m, k)/r.FPR/r.FPR - 1
	}
	r.SD = spread(r.FPR, math.Log1p(ratio), k, r.SetBitsSD/r.SetBits)
	return r
}

// avoidPowers returns P(n keys avoid j given cells) = [C(m-j,k)/C(m,k)]^n, j = 0..d.
func avoidPowers(n, m uint64, k, d int, prec uint) []*big.Float {
	out := make([]*big.Float, d+1)
	a := new(big.Float).SetPrec(prec).SetInt64(1)
	for j := range out {
		if j > 0 {
			free := m - uint64(j) + 1 // C(m-j,k)/C(m-j+1,k) = (m-j+1-k)/(m-j+1)
			rest := free - min(free, uint64(k))
			a.Mul(a, bigRatio(rest, free, prec))
		}
		out[j] = bigPow(a, n)
	}
	return out
}

// distinctSecond returns E[rate^2]: two queries together cover d cells.
func distinctSecond(a []*big.Float, m uint64, k int) float64 {
	fm, fk := float64(m), float64(k)
	lo := max(0, 2*k-int(min(m, uint64(2*k)))) // least overlap of two k-subsets
	w, sum, total := 1.0, 0.0, 0.0
	for o := lo; o <= k; o++ {
		sum += w * alternating(a, 2*k-o)
		total += w
		x := float64(o)
		w *= (fk - x) * (fk - x) / ((x + 1) * (fm - 2*fk + x + 1))
	}
	return sum / total
}

// ClassicDistinctAsym returns (1-(1-k/m)^n)^k, Bloom's own formula of 1970: the k-th
// power of the mean fill for distinct positions.
func ClassicDistinctAsym(n, m float64, k int) float64 {
	return math.Pow(-math.Expm1(n*math.Log1p(-float64(k)/m)), float64(k))
}
