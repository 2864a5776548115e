package theory

import (
	"math"
	"math/big"
)

// Blocked filters whose in-block positions are not independent draws.

// blockedDistinct: with k distinct bits in a block the mixture has a closed form,
//
//	FPR = sum_j (-1)^j C(k,j) (1-(1-a_j)/B)^n,   a_j = C(b-j,k)/C(b,k),
//
// of k+1 terms, done in big floats. Exact.
func blockedDistinct(r Rate, slope float64, n, blocks, blockBits uint64, k int) Rate {
	k = int(min(uint64(k), blockBits))
	fb, b := float64(blocks), float64(blockBits)
	r.Formula = blockedFormula + ", k distinct positions"
	r.SetBits, r.SetBitsSD = setBits(float64(n), fb, b, footprintFixed(float64(k)))
	prec := sumBits(math.Max(1e-9, r.SetBits/fb/b), k, float64(n)) + 64
	a := avoidPowers(1, blockBits, k, k, prec)
	grow := make([]*big.Float, len(a))
	one, all := bigInt(1, prec), bigInt(blocks, prec)
	for j := range a {
		x := new(big.Float).Sub(one, a[j])
		x.Quo(x, all)
		a[j] = bigPow(new(big.Float).Sub(one, x), n)
		grow[j] = new(big.Float).Mul(a[j], x.Neg(x))
	}
	r.FPR = clamp(alternating(a, k))
	if g := alternating(grow, k); g > 0 && slope > 0 {
		r.SD *= g / slope
	}
	return r
}

// blockedDerived: exact where the in-block tally is, by (1-num/(TB))^n per term; otherwise
// the mixture over in-block rates to first order in 1/b.
func blockedDerived(base Rate, baseSlope float64, n, blocks, blockBits uint64, k int, p Positions) Rate {
	d := newModel(blockBits, k, p)
	if d.free {
		return base
	}
	fn, fb, b := float64(n), float64(blocks), float64(blockBits)
	var r Rate
	var slope float64
	r.SetBits, r.SetBitsSD = setBits(fn, fb, b, d.foot)
	if d.exact != nil {
		fill := math.Max(1e-9, math.Min(1, r.SetBits/fb/b))
		r.FPR, slope = d.exact.rate(n, blockBits, d.keysPer, blocks, fill)
	} else {
		mix := newMixture(loads{fn, fb}, &seriesRate{newDrawsRate(b, k, 1), d.series, b})
		r.FPR, slope = clamp(mix.mean()), mix.slope(fn, fb)
	}
	d.finish(&r, base, n, slope, baseSlope)
	r.Formula = blockedFormula + ", " + r.Formula
	return r
}

// seriesRate is the first-order rate of a block on top of the exact independent one.
type seriesRate struct {
	base *drawsRate
	s    series
	b    float64
}

func (r *seriesRate) at(l float64) float64 {
	g := r.base.at(l)
	if l == 0 {
		return 0
	}
	return r.s.improve(g, l, r.b)
}
