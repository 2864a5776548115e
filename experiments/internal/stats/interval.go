package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// ClopperPearson returns the exact two-sided interval (Clopper and Pearson 1934) for the rate behind x hits in n
// queries, at a confidence such as 0.99: the rates that neither tail refutes at (1-confidence)/2. It covers the true
// rate with at least the stated probability. x and n may be real, for effective sample sizes; 0 <= x <= n.
//
// No hits give low 0, all hits high 1 (the other end is then still that of a two-sided interval); no queries give [0, 1].
func ClopperPearson(x, n, confidence float64) (low, high float64) {
	return clopperPearson(x, n, (1-confidence)/2)
}

// clopperPearson is the interval with the probability of each tail given.
func clopperPearson(x, n, alpha float64) (low, high float64) {
	if !(n > 0) {
		return 0, 1
	}
	return lowerLimit(x, n, alpha), upperLimit(x, n, alpha)
}

// lowerLimit is the rate at which x hits or more have probability alpha: BetaInv(alpha; x, n-x+1).
func lowerLimit(x, n, alpha float64) float64 {
	if x <= 0 {
		return 0
	}
	return solveTail(x, n, alpha)
}

// upperLimit is the rate at which x hits or fewer have probability alpha. Hits and misses change places: the miss rate
// has a lower limit. Small rates keep their digits, since the solver works with both p and 1-p.
func upperLimit(x, n, alpha float64) float64 {
	switch {
	case x >= n:
		return 1
	case x <= 0:
		return -math.Expm1(math.Log(alpha) / n)
	}
	return solveLower(x, n, alpha)
}

// solveTail finds p with P(X >= x | p) = alpha.
func solveTail(x, n, alpha float64) float64 {
	return solve(alpha, (x+1)/(n+2), func(p, q float64) float64 { return tail(x, n, p, q) })
}

// solveLower finds p with P(X <= x | p) = alpha.
func solveLower(x, n, alpha float64) float64 {
	return solve(alpha, (x+1)/(n+2), func(p, q float64) float64 { return tail(n-x, n, q, p) })
}

// solve finds the p in (0, 1) at which the monotone tail f is alpha, by bisection and false position (the Illinois
// method) over the log-odds of p, in which the log of a binomial tail is nearly a parabola. start is a guess.
func solve(alpha, start float64, f func(p, q float64) float64) float64 {
	target := math.Log(alpha)
	g := func(t float64) float64 {
		// p and q straight from the log-odds: neither is lost beside 1.
		return math.Log(math.Max(f(1/(1+math.Exp(-t)), 1/(1+math.Exp(t))), tiny)) - target
	}
	mid := math.Log(start / (1 - start))
	lo, hi, glo, ghi := bracket(g, mid)
	side := 0
	for i := 0; i < 200; i++ {
		t := (lo*ghi - hi*glo) / (ghi - glo)
		if !(t > lo && t < hi) || i%8 == 7 {
			t = lo + (hi-lo)/2
		}
		gt := g(t)
		if math.Abs(gt) < 1e-13 || hi-lo < 1e-14*(1+math.Abs(t)) {
			return 1 / (1 + math.Exp(-t))
		}
		if (gt > 0) == (glo > 0) {
			lo, glo = t, gt
			if side == -1 {
				ghi /= 2
			}
			side = -1
		} else {
			hi, ghi = t, gt
			if side == 1 {
				glo /= 2
			}
			side = 1
		}
	}
	return 1 / (1 + math.Exp(-(lo+hi)/2))
}

// bracket widens an interval around mid until g changes its sign in it.
func bracket(g func(float64) float64, mid float64) (lo, hi, glo, ghi float64) {
	lo, hi = mid, mid
	glo = g(mid)
	ghi = glo
	for w := 1e-3; w < 1e5; w *= 2 {
		lo, hi = mid-w, mid+w
		glo, ghi = g(lo), g(hi)
		if (glo > 0) != (ghi > 0) {
			break
		}
	}
	return lo, hi, glo, ghi
}

// Wilson returns the score interval (Wilson 1927) for x hits in n queries. It is good on average and meant for figures;
// verdicts use ClopperPearson, whose coverage is guaranteed. No queries give [0, 1].
func Wilson(x, n, confidence float64) (low, high float64) {
	if !(n > 0) {
		return 0, 1
	}
	z := -mathext.NormalQuantile((1 - confidence) / 2)
	p, zz := x/n, z*z/n
	centre := p + zz/2
	half := z * math.Sqrt(float64(p*(1-p)/n)+zz/(4*n))
	low, high = (centre-half)/(1+zz), (centre+half)/(1+zz)
	if x <= 0 {
		low = 0 // exactly, whatever the rounding
	}
	if x >= n {
		high = 1
	}
	return math.Max(low, 0), math.Min(high, 1)
}

// ZeroHitsUpper returns the one-sided upper limit of the rate after no hits in n queries: 1-(1-confidence)^(1/n), which
// is 3/n at 0.95 (the rule of three). No queries give 1.
func ZeroHitsUpper(n, confidence float64) float64 {
	if !(n > 0) {
		return 1
	}
	return -math.Expm1(math.Log1p(-confidence) / n)
}

// InverseBinomial returns the exact interval for the rate when queries ran until the hits-th hit, which was query n
// (Haldane 1945). Its relative width is about 2z/sqrt(hits) whatever the rate, so one number of hits serves all sizes.
func InverseBinomial(hits, n, confidence float64) (low, high float64) {
	alpha := (1 - confidence) / 2
	low = lowerLimit(hits, n, alpha)
	if n <= hits {
		return low, 1
	}
	// BetaInv(1-alpha; hits, n-hits) is the upper limit for one hit less in one query less.
	return low, upperLimit(hits-1, n-1, alpha)
}
