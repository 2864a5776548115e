package theory

import "math"

// Compound predicts a row of independent filters that answers yes when any of them
// does: FPR = 1 - prod(1-f_i). Spread and set bits add up, each weighted by the share
// of queries that reaches past the others. Model errors add up in the same way.
func Compound(stages []Rate) Rate {
	out := Rate{Formula: "1 - prod(1-f_i) over the stages"}
	var logMiss float64
	for _, s := range stages {
		logMiss += math.Log1p(-s.FPR)
	}
	out.FPR = -math.Expm1(logMiss)
	var v, bitsVar, wrong float64
	for i, s := range stages {
		others := othersMiss(stages, i)
		v += others * others * s.SD * s.SD
		bitsVar += s.SetBitsSD * s.SetBitsSD
		out.SetBits += s.SetBits
		wrong += others * s.FPR * s.ModelError
		if out.Reason == "" {
			out.Reason = s.Reason
		}
	}
	out.SD, out.SetBitsSD = math.Sqrt(v), math.Sqrt(bitsVar)
	if wrong > 0 && out.FPR > 0 {
		out.ModelError = wrong / out.FPR
	} else {
		out.Reason = ""
	}
	return out
}

// othersMiss is the probability that every stage but i says no.
func othersMiss(stages []Rate, i int) float64 {
	miss := 1.0
	for j, s := range stages {
		if j != i {
			miss *= 1 - s.FPR
		}
	}
	return miss
}

// Stage is the shape of one stage of a scalable filter.
type Stage struct {
	Capacity uint64  // keys it takes before the next stage opens
	Target   float64 // rate it is sized for
	Bits     uint64
	K        int
}

// ScalableStages returns the first count stages of Almeida et al. 2007: capacity
// n0*s^i, target P(1-r)r^i, k = ceil(log2(1/target)), bits = ceil(-n ln p/(ln 2)^2).
// Rounding k up makes each stage exceed its target by 0.02 to 1.7%; the sum of the
// targets stays below P.
func ScalableStages(n0 uint64, p, r float64, growth uint64, count int) []Stage {
	out := make([]Stage, count)
	n, target := n0, float64(p*(1-r))
	for i := range out {
		out[i] = Stage{Capacity: n, Target: target, Bits: BitsFor(n, target)}
		out[i].K = max(1, int(math.Ceil(-math.Log2(target))))
		n *= growth
		target *= r
	}
	return out
}

// ScalableBound returns 1 - prod(1-p_i), the compound rate if each stage meets its
// target exactly; below p for every count.
func ScalableBound(p, r float64, count int) float64 {
	var l float64
	target := p * (1 - r)
	for range count {
		l += math.Log1p(-target)
		target *= r
	}
	return -math.Expm1(l)
}

// ScalableLimit returns sum_i p(1-r)r^i, the limit of the union bound: p itself.
func ScalableLimit(p, r float64) float64 {
	first := p * (1 - r)
	return first / (1 - r)
}

// StagesNeeded returns the least number of stages whose capacities n0*growth^i add up
// to at least n. At least 1; growth below 2 counts stages of equal size.
func StagesNeeded(n, n0, growth uint64) int {
	count, have, next := 1, n0, n0
	for have < n {
		if growth > 1 {
			if next > math.MaxUint64/growth {
				return count + 1
			}
			next *= growth
		}
		have += min(next, math.MaxUint64-have)
		count++
	}
	return count
}
