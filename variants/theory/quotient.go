package theory

import "math"

const quotientFormula = "exact 1-(1-1/(Q 2^r))^n"

// Quotient predicts a quotient filter of any number of quotients Q, not only a power of
// two, with remainders of r bits, after n distinct keys all found a place: 1-(1-1/(Q
// 2^r))^n (Bender et al. 2012; QuotientRate is the case Q = 2^q).
//
// A key is a uniform draw from Q 2^r pairs, and a query is a false positive exactly when
// its pair is drawn. So the rate is the filled share of Q 2^r cells after n draws, which
// gives the spread as well, and copies, order and clusters do not matter. SetBits is the
// number of used slots, n exactly.
func Quotient(n, quotients uint64, r int) Rate {
	if quotients == 0 || r < 0 {
		return full(0, "no slots: every query passes")
	}
	if n == 0 {
		return empty(quotientFormula)
	}
	fn, pairs := float64(n), float64(quotients)*math.Exp2(float64(r))
	return Rate{
		Formula: quotientFormula,
		FPR:     hit(fn, 1/pairs),
		SD:      math.Sqrt(FillVar(fn, pairs)),
		SetBits: fn,
	}
}
