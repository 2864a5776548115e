package theory

import (
	"fmt"
	"testing"
)

// Exhaustive enumeration: every choice of the hash values of n keys and one query.

// patternsOf lists the sets a key can have, as bit masks over m cells, all equally likely.
func patternsOf(m uint64, k int, p Positions) []uint {
	var out []uint
	each := func(dims int, f func(v []uint64) (uint, bool)) {
		v := make([]uint64, dims)
		for {
			if mask, ok := f(v); ok {
				out = append(out, mask)
			}
			i := 0
			for ; i < dims; i++ {
				if v[i]++; v[i] < m {
					break
				}
				v[i] = 0
			}
			if i == dims {
				return
			}
		}
	}
	switch p {
	case WithReplacement, Distinct:
		each(k, func(v []uint64) (uint, bool) {
			var mask uint
			for _, x := range v {
				if p == Distinct && mask>>x&1 == 1 {
					return 0, false
				}
				mask |= 1 << x
			}
			return mask, true
		})
	default:
		each(3, func(v []uint64) (uint, bool) { return derivedMask(m, k, p, v) })
	}
	return out
}

// derivedMask is the set of one (x, y, z); false where the step is not drawn. Models of two
// values just repeat for every z.
func derivedMask(m uint64, k int, p Positions, v []uint64) (uint, bool) {
	x, y, z := v[0], v[1], v[2]
	if p == DoubleOdd && y%2 == 0 {
		return 0, false
	}
	if p == DoubleMod {
		for i := 1; i < k; i++ {
			if uint64(i)*y%m == 0 {
				return 0, false
			}
		}
	}
	var mask uint
	for i := range k {
		mask |= 1 << x
		x = (x + y) % m
		switch p {
		case EnhancedMod:
			y = (y + uint64(i) + 1) % m
		case EnhancedNextMod:
			y = (y + uint64(i) + 2) % m
		case TripleMod:
			y = (y + z) % m
		}
	}
	return mask, true
}

// enumerate is the mean rate over all choices.
func enumerate(n int, patterns []uint) float64 {
	law := map[uint]float64{0: 1} // of the filter
	for range n {
		next := map[uint]float64{}
		for filter, w := range law {
			for _, p := range patterns {
				next[filter|p] += w / float64(len(patterns))
			}
		}
		law = next
	}
	var hits float64
	for filter, w := range law {
		for _, p := range patterns {
			if filter&p == p {
				hits += w
			}
		}
	}
	return hits / float64(len(patterns))
}

func TestEnumeration(t *testing.T) {
	for _, p := range allPositions {
		if p == DoubleFastrange || p == TripleFastrange {
			continue // not finite
		}
		for _, c := range []struct {
			n int
			m uint64
			k int
		}{{1, 4, 3}, {2, 5, 3}, {2, 6, 4}, {3, 8, 4}, {1, 10, 2}, {2, 9, 3}, {2, 12, 4}} {
			if p == DoubleOdd && c.m&(c.m-1) != 0 {
				continue
			}
			patterns := patternsOf(c.m, c.k, p)
			if len(patterns) > 5000 || len(patterns) == 0 {
				continue
			}
			r := Classic(uint64(c.n), c.m, c.k, p)
			if p == TripleMod && c.k > 3 && !tripleCountable(c.m, c.k) {
				continue
			}
			near(t, fmt.Sprintf("n=%d m=%d k=%d %v", c.n, c.m, c.k, p), r.FPR, enumerate(c.n, patterns), 1e-11)
			if r.ModelError != 0 {
				t.Errorf("m=%d k=%d %v: an exact case declares error %g", c.m, c.k, p, r.ModelError)
			}
		}
	}
}

// A blocked filter of two blocks, and a sliced one with shared steps, by enumeration.
func TestEnumerationBlocksAndSlices(t *testing.T) {
	inBlock := patternsOf(5, 3, DoubleModAny)
	var two []uint
	for _, p := range inBlock {
		two = append(two, p, p<<5)
	}
	near(t, "two blocks", Blocked(3, 2, 5, 3, DoubleModAny).FPR, enumerate(3, two), 1e-11)

	for _, s := range []uint64{5, 6} {
		var slices []uint
		for x := range s {
			for y := range s {
				var mask uint
				for i := range uint64(4) {
					mask |= 1 << (i*s + (x+i*y)%s)
				}
				slices = append(slices, mask)
			}
		}
		near(t, fmt.Sprintf("four slices of %d", s), Partitioned(2, s, 4, DoubleModAny).FPR, enumerate(2, slices), 1e-11)
		near(t, "enhanced in slices is double", Partitioned(2, s, 4, EnhancedMod).FPR, enumerate(2, slices), 1e-11)
	}
}
