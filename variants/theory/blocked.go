package theory

import "math"

const blockedFormula = "binomial mixture over block loads of exact in-block rates"

// Blocked predicts a filter of blocks blocks of blockBits bits: a key picks one block
// and sets k bits inside it, as p says with m = blockBits.
//
//	FPR = sum_l Bin(n, 1/B)(l) g(l), g(l) the exact rate of one block that holds l keys
//
// Putze, Sanders and Singler 2007 have the mixture, with the textbook rate inside; that
// is 1 to 5% too low. The table has blocks*blockBits bits, usually more than asked for.
func Blocked(n, blocks, blockBits uint64, k int, p Positions) Rate {
	if blocks == 0 || blockBits == 0 || k < 1 {
		return full(0, "no bits or no probes: every query passes")
	}
	if n == 0 {
		return empty(blockedFormula)
	}
	base, slope := blockedDraws(n, blocks, blockBits, k)
	switch p {
	case WithReplacement:
		return base
	case Distinct:
		return blockedDistinct(base, slope, n, blocks, blockBits, k)
	}
	return blockedDerived(base, slope, n, blocks, blockBits, k, p)
}

// blockedDraws also returns the growth of the mean with the next key.
func blockedDraws(n, blocks, blockBits uint64, k int) (r Rate, slope float64) {
	fn, fb, b := float64(n), float64(blocks), float64(blockBits)
	r.Formula = blockedFormula + ", k draws with replacement"
	r.SetBits, r.SetBitsSD = setBits(fn, fb, b, footprintDraws(b, k))
	mix := newMixture(loads{fn, fb}, newDrawsRate(b, k, 1))
	r.FPR = clamp(mix.mean())
	second := newMixture(loads{fn, fb}, newDrawsRate(b, k, 2))
	r.SD = blockedSpread(fn, fb, mix, second.mean())
	return r, mix.slope(fn, fb)
}

const splitFormula = "binomial mixture of exact (1-(1-1/s)^l)^words, one bit in each word"

// SplitBlocked predicts a split block filter: a block is words words of
// blockBits/words bits, and a key sets one bit in each word of its block (Apple 2021;
// Parquet and Impala use blockBits = 256, words = 8). Exact.
func SplitBlocked(n, blocks, blockBits uint64, words int) Rate {
	if blocks == 0 || words < 1 || blockBits < uint64(words) {
		return full(0, "no bits or no probes: every query passes")
	}
	if n == 0 {
		return empty(splitFormula)
	}
	fn, fb, w := float64(n), float64(blocks), float64(words)
	s := float64(blockBits / uint64(words))
	r := Rate{Formula: splitFormula}
	// Two cells of one word are never set by one key, two of different words with
	// probability 1/s^2: D is always words.
	r.SetBits, r.SetBitsSD = setBits(fn, fb, s*w, footprintFixed(w))
	mix := newMixture(loads{fn, fb}, splitRate{s, w})
	r.FPR = clamp(mix.mean())
	r.SD = blockedSpread(fn, fb, mix, newMixture(loads{fn, fb}, splitSecond{s, w}).mean())
	return r
}

// splitSecond is E[prod (X_i/s)^2] over independent words.
type splitSecond struct{ s, words float64 }

func (r splitSecond) at(l float64) float64 {
	f := FillMean(l, r.s)
	return math.Pow(float64(f*f)+FillVar(l, r.s), r.words)
}

// blockedSpread returns the sd over filters of (1/B) sum_blocks Y, Y a block's own
// rate, given E[Y^2] of one block:
//
//	Var = (E[Y^2] - E[Y]^2)/B + (1-1/B) Cov(Y1, Y2).
//
// The covariance is negative, since the loads add up to n. Given L1 = l the other block
// draws from n-l keys and B-1 blocks; where B is large that is the derivative
// correction -n (dE/dn)^2.
func blockedSpread(n, blocks float64, mix mixture, second float64) float64 {
	mean := mix.mean()
	own := math.Max(0, second-mean*mean) / blocks
	if blocks == 1 {
		return math.Sqrt(own)
	}
	cov := mix.covariance(n, blocks)
	return math.Sqrt(math.Max(0, own+(1-1/blocks)*cov))
}

// covariance of g(L1) and g(L2) for two blocks.
func (m *mixture) covariance(n, blocks float64) float64 {
	mean := m.mean()
	if blocks > 2e4 || m.wide() {
		slope := m.slope(n, blocks)
		return -n * slope * slope / (1 - 1/blocks)
	}
	var cov float64
	for i, w := range m.w {
		given := m.given(n-m.l[i], blocks-1)
		cov += w * (m.g[i] - mean) * (given - mean)
	}
	return cov
}

// slope is the growth of the mean with one more key, dE/dn = Cov(g, L)/Var(L)/B; 0 for a
// single block, whose load does not vary.
func (m *mixture) slope(n, blocks float64) float64 {
	if blocks == 1 {
		return 0
	}
	var cov float64
	mu := n / blocks
	for i, w := range m.w {
		cov += w * m.g[i] * (m.l[i] - mu)
	}
	return cov / (n * (1 - 1/blocks))
}

// wide tells that loads were skipped or are too many for the double sum.
func (m *mixture) wide() bool {
	return len(m.l) > 1500 || len(m.l) > 1 && m.l[1]-m.l[0] > 1
}

// given is the mean rate of a block when n keys fall on blocks blocks, with the block
// rates already tabulated.
func (m *mixture) given(n, blocks float64) float64 {
	law := loads{n, blocks}
	if blocks == 1 {
		i := int(n - m.l[0])
		if n < m.l[0] || i >= len(m.g) {
			return m.mean()
		}
		return m.g[i]
	}
	var total, sum float64
	mode := law.mode()
	start := int(math.Min(math.Max(0, mode-m.l[0]), float64(len(m.l)-1)))
	for i, w := start, 1.0; i < len(m.l) && w > 1e-17; i++ {
		total, sum = total+w, sum+w*m.g[i]
		w *= math.Max(0, law.ratio(m.l[i]))
	}
	for i, w := start-1, 1.0; i >= 0; i-- {
		w /= law.ratio(m.l[i])
		if w < 1e-20 {
			break
		}
		total, sum = total+w, sum+w*m.g[i]
	}
	return sum / total
}

// BlockedPoisson is the mean rate of a block whose load is Poisson of mean lambda: the
// limit for many blocks (relative difference 1e-5 at 1e4 blocks).
func BlockedPoisson(lambda float64, blockBits uint64, k int) float64 {
	m := newMixture(loads{lambda, math.Inf(1)}, newDrawsRate(float64(blockBits), k, 1))
	return m.mean()
}

// BlockedPutze is the same with the textbook rate inside the block, as Putze, Sanders
// and Singler 2007 print it; too low by 1 to 5%.
func BlockedPutze(lambda float64, blockBits uint64, k int) float64 {
	m := newMixture(loads{lambda, math.Inf(1)}, asymRate{float64(blockBits), k})
	return m.mean()
}

// SplitBlockedPoisson is the split block rate for Poisson loads of mean lambda.
func SplitBlockedPoisson(lambda float64, blockBits uint64, words int) float64 {
	w := float64(words)
	m := newMixture(loads{lambda, math.Inf(1)}, splitRate{float64(blockBits) / w, w})
	return m.mean()
}
