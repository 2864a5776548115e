package theory

import "math"

// splitRate is (1-(1-1/s)^l)^words: one probe in each word of s bits.
type splitRate struct{ s, words float64 }

func (r splitRate) at(l float64) float64 { return math.Pow(FillMean(l, r.s), r.words) }

// asymRate is the textbook (1-e^(-kl/b))^k that Putze et al. put inside a block.
type asymRate struct {
	b float64
	k int
}

func (r asymRate) at(l float64) float64 { return ClassicAsym(l, r.b, r.k) }

// drawsRate is the exact classic rate of a b-bit block for rising l: one pass of the
// positive recursion, k draws for each key, as long as that stays cheap.
type drawsRate struct {
	b   float64
	k   int
	pow int // E[(X/b)^(k*pow)]: 1 for the rate, 2 for its second moment
	at0 float64
	d   draws
}

// sequentialDraws bounds how far the recursion is followed before the integral of
// draws.go takes over.
const sequentialDraws = 200_000

func newDrawsRate(b float64, k, pow int) *drawsRate {
	r := &drawsRate{b: b, k: k, pow: pow}
	r.d = draws{m: b, s: 1, g: make([]float64, int(math.Min(float64(k*pow), b))+1)}
	r.d.g[0] = 1
	return r
}

func (r *drawsRate) at(l float64) float64 {
	t := l * float64(r.k)
	if t > 800*r.b {
		return 1 // 1-rate is below e^-800
	}
	if t > sequentialDraws || l < r.at0 {
		d := newDraws(t, r.b, r.k*r.pow)
		return math.Exp(d.logMoment(r.k * r.pow))
	}
	for ; r.at0 < l; r.at0++ {
		for range r.k {
			r.d.recur()
		}
	}
	return math.Exp(r.d.logMoment(r.k * r.pow))
}
