package theory

import "math"

// Cleared returns the probability that a key of a classic filter of m bits and k probes
// is no longer found when removed other keys were taken out by clearing their bits,
// positions drawn with replacement. How many keys are left in does not matter: a key
// is lost exactly when one of its own positions is among those that were cleared.
//
// The positions cleared, removed*k draws, all miss the d different positions of a key
// with probability (1-d/m)^(removed*k); d is distributed as the number of different
// values among k draws. To first order the result is removed*k^2/m: at 10 bits a key
// and k = 7, each removal loses 4.9 keys more, whatever n. The result is in [0, 1]; m = 0 or k < 1 panics.
func Cleared(m uint64, k int, removed uint64) float64 {
	if m == 0 || k < 1 {
		panic("theory: Cleared wants m >= 1 and k >= 1")
	}
	chance := make([]float64, k+1) // of d different positions, after some draws
	chance[0] = 1
	for i := range k {
		for d := i + 1; d > 0; d-- { // the draw is new, or one of those before
			fresh := chance[d-1] * math.Max(0, float64(m)-float64(d-1)) / float64(m)
			chance[d] = float64(chance[d]*float64(d)/float64(m)) + fresh
		}
		chance[0] = 0
	}
	lost := 0.0
	for d := 1; d <= k; d++ {
		kept := float64(removed) * float64(k) * math.Log1p(-math.Min(1, float64(d)/float64(m)))
		if removed > 0 {
			lost -= float64(chance[d] * math.Expm1(kept))
		}
	}
	return math.Min(1, lost)
}
