package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// power is the power at which Detectable and QueriesNeeded speak.
const power = 0.9

// QueriesToDetect returns how many independent queries a two-sided test at level alpha needs to tell the rate
// p(1+relative) from p with the given power: [(z_(1-alpha/2) sqrt(p q) + z_power sqrt(p1 q1)) / (p1-p)]^2. A negative
// relative deviation is one downward. A deviation of 0, or one that leaves [0, 1], cannot be seen: infinity.
func QueriesToDetect(p, relative, alpha, power float64) float64 {
	p1 := p * (1 + relative)
	if !(p > 0 && p <= 1 && p1 >= 0 && p1 <= 1) || p1 == p {
		return math.Inf(1)
	}
	root := float64(-mathext.NormalQuantile(alpha/2)*math.Sqrt(p*(1-p))) + float64(mathext.NormalQuantile(power)*math.Sqrt(p1*(1-p1)))
	d := root / (p1 - p)
	return d * d
}

// DetectableDeviation returns the smallest relative deviation upward from p that n independent queries show with the
// given power in a two-sided test at level alpha: QueriesToDetect solved for it. Where there is no room above p it is
// the smallest one downward (as a positive number), and infinity where no deviation at all can be seen.
func DetectableDeviation(p, n, alpha, power float64) float64 {
	if !(p > 0 && p <= 1 && n > 0) {
		return math.Inf(1)
	}
	if room := 1/p - 1; QueriesToDetect(p, room, alpha, power) <= n {
		return smallestDeviation(room, func(d float64) bool { return QueriesToDetect(p, d, alpha, power) <= n })
	}
	if QueriesToDetect(p, -1, alpha, power) <= n {
		return smallestDeviation(1, func(d float64) bool { return QueriesToDetect(p, -d, alpha, power) <= n })
	}
	return math.Inf(1)
}

// smallestDeviation halves (0, room] down to the smallest deviation that is seen; room itself is.
func smallestDeviation(room float64, seen func(float64) bool) float64 {
	lo, hi := math.Log(1e-18), math.Log(room)
	for i := 0; i < 100 && lo < hi; i++ {
		mid := lo + (hi-lo)/2
		if mid == lo || mid == hi {
			break
		}
		if seen(math.Exp(mid)) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return math.Exp(hi)
}

// QueriesToAgree returns how many independent queries TOST at level alpha (each side) needs to place a rate that is
// exactly p within p(1 +- margin), with the given power: (z_(1-alpha) + z_(1-(1-power)/2))^2 (1-p)/(p margin^2).
func QueriesToAgree(p, margin, alpha, power float64) float64 {
	if !(p > 0) || !(margin > 0) {
		return math.Inf(1)
	}
	z := -mathext.NormalQuantile(alpha) - mathext.NormalQuantile((1-power)/2)
	return z * z * (1 - p) / (p * margin * margin)
}

// PTost returns the p-value of TOST for x hits in n queries: max(P(X >= x | p(1-margin)), P(X <= x | p(1+margin))).
// At most alpha, it says that the rate is within p(1 +- margin). A rate above 1 needs no refuting.
func PTost(x, n, p, margin float64) float64 {
	above := UpperTail(x, n, math.Max(0, p*(1-margin)))
	if high := p * (1 + margin); high <= 1 {
		return math.Max(above, LowerTail(x, n, high))
	}
	return above
}

// PTwoSided returns the exact two-sided p-value of x hits in n queries against every rate in [low, high]: twice the
// smaller tail, the one above the band at high and the one below it at low, at most 1.
func PTwoSided(x, n, low, high float64) float64 {
	low, high = math.Max(0, low), math.Min(1, high)
	return math.Min(1, 2*math.Min(UpperTail(x, n, high), LowerTail(x, n, low)))
}

// question is what a cell is asked, in numbers: its prediction, the half widths of the two bands, and the level of one
// test of the family.
type question struct{ f, modelError, tolerance, level float64 }

// limits returns the largest rate that TOST accepts and the smallest, were n independent queries seen (the quantiles of
// the binomial at the edges of the band by Cornish and Fisher's skewness term, and one whole hit on the safe side).
func (q question) limits(n float64) (low, high float64) {
	low = criticalRate(n, q.f*(1-q.tolerance), q.level, +1)
	high = math.Inf(1)
	if edge := q.f * (1 + q.tolerance); edge <= 1 {
		high = criticalRate(n, edge, q.level, -1)
	}
	return low, high
}

// criticalRate is the observed rate beyond which (above for side +1, below for -1) a rate p is refuted at level alpha;
// infinite where even nothing but hits, or none at all, would not refute it.
func criticalRate(n, p, alpha float64, side float64) float64 {
	extreme := math.Log(p) // ln of the probability that a query goes the extreme way
	if side < 0 {
		extreme = math.Log1p(-p)
	}
	if n*extreme > math.Log(alpha) {
		return side * math.Inf(1)
	}
	z := -mathext.NormalQuantile(alpha)
	skew := (z*z - 1) * (1 - 2*p) / 6
	return p + (float64(side*(float64(z*math.Sqrt(n*p*(1-p)))+1))+skew)/n
}

// agreePower is the probability that a cell is called agrees when its rate is f, its n queries are worth n/design
// independent ones, and the test believes them to be worth n/(design widen).
func (q question) agreePower(f, n, design, widen float64) float64 {
	low, high := q.limits(n / (design * widen))
	sd := math.Sqrt(f * (1 - f) * design / n)
	if sd == 0 {
		return step(low <= f && f <= high)
	}
	return math.Max(0, normalBetween((low-f)/sd, (high-f)/sd))
}

// deviatePower is the probability that a cell whose rate is prediction x (1 +- tolerance) is called deviates, the worse
// of the two sides; a side beyond 1 does not exist.
func (q question) deviatePower(n, design, widen float64) float64 {
	m := n / (design * widen)
	side := func(f, edge, sign float64) float64 {
		limit := criticalRate(m, edge, q.level/2, sign)
		sd := math.Sqrt(f * (1 - f) * design / n)
		if sd == 0 {
			return step(sign*(f-limit) >= 0)
		}
		return distuv.UnitNormal.CDF(sign * (f - limit) / sd)
	}
	p := side(q.f*(1-q.tolerance), q.f*(1-q.modelError), -1)
	if f := q.f * (1 + q.tolerance); f < 1 {
		p = math.Min(p, side(f, q.f*(1+q.modelError), +1))
	}
	return p
}

func normalBetween(a, b float64) float64 {
	return distuv.UnitNormal.CDF(b) - distuv.UnitNormal.CDF(a)
}

func step(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
