package theory

import (
	"math"
	"math/big"
)

// Alternating sums lose |log2 of the result| bits and more; they are done in big
// floats whose precision is chosen from the expected size of the result.

// tooSmall is the log2 below which a rate is reported as 0 (float64 underflow).
const tooSmall = -1080

// sumBits returns the precision for sum_j (-1)^j C(d,j) q_j^n with a result near
// p^d: the terms add up to about (1+q)^d.
func sumBits(p float64, d int, n float64) uint {
	if p <= 0 {
		p = math.SmallestNonzeroFloat64
	}
	lost := float64(d) * (math.Log2(2-p) - math.Log2(p))
	return uint(96 + math.Max(0, lost) + math.Log2(n+2))
}

// negligible tells whether a term is far below anything that a float64 result can show;
// adding it would line up mantissas over millions of bits.
func negligible(x *big.Float) bool { return x.Sign() == 0 || x.MantExp(nil) < -4000 }

// bigPow returns x^n by squaring at x's precision.
func bigPow(x *big.Float, n uint64) *big.Float {
	z := new(big.Float).SetPrec(x.Prec()).SetInt64(1)
	b := new(big.Float).Copy(x)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			z.Mul(z, b)
		}
		if n > 1 {
			b.Mul(b, b)
		}
	}
	return z
}

// bigRatio returns a/b at the given precision.
func bigRatio(a, b uint64, prec uint) *big.Float {
	x := new(big.Float).SetPrec(prec).SetUint64(a)
	return x.Quo(x, new(big.Float).SetPrec(prec).SetUint64(b))
}

// alternating returns sum_j (-1)^j C(d,j) a[j] for j = 0..d.
func alternating(a []*big.Float, d int) float64 {
	sum := new(big.Float).SetPrec(a[0].Prec())
	c := big.NewInt(1)
	term := new(big.Float).SetPrec(a[0].Prec())
	for j := 0; j <= d; j++ {
		term.SetInt(c)
		term.Mul(term, a[j])
		if j%2 == 1 {
			term.Neg(term)
		}
		if !negligible(term) {
			sum.Add(sum, term)
		}
		c.Mul(c, big.NewInt(int64(d-j)))
		c.Quo(c, big.NewInt(int64(j+1)))
	}
	f, _ := sum.Float64()
	return f
}
