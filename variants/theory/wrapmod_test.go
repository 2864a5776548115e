package theory

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// wrapPattern is a sequence of wraps W_i = floor(x + i y) with the share of the (x, y)
// in the unit square that have it.
type wrapPattern struct {
	wraps []uint64
	share float64
}

// wrapPatterns lists them exactly. Between two neighbouring fractions u/v, v < k, the
// order of the places 1 - frac(i y) where x changes a W_i is fixed, and so the share of
// x is linear in y: its value in the middle, times the width, is the integral.
func wrapPatterns(k int) []wrapPattern {
	edges := []float64{0, 1}
	for v := 2; v < k; v++ {
		for u := 1; u < v; u++ {
			edges = append(edges, float64(u)/float64(v))
		}
	}
	slices.Sort(edges)
	edges = slices.Compact(edges)
	var out []wrapPattern
	for e := range edges[1:] {
		y := (edges[e] + edges[e+1]) / 2
		places := []float64{0, 1}
		for i := 1; i < k; i++ {
			places = append(places, 1-frac(float64(i)*y))
		}
		slices.Sort(places)
		for p := range places[1:] {
			x := (places[p] + places[p+1]) / 2
			w := wrapPattern{share: (edges[e+1] - edges[e]) * (places[p+1] - places[p])}
			for i := range k {
				w.wraps = append(w.wraps, uint64(math.Floor(x+float64(i)*y)))
			}
			out = append(out, w)
		}
	}
	return out
}

// weighted is a set of cells with its probability.
type weighted map[uint]float64

// wrapSets is the law of the set of one key: residues of both values, independent of
// where in the range of 2^64 they lie, whose wraps take R = 2^64 mod m each.
func wrapSets(m uint64, k int) weighted {
	r := (math.MaxUint64%m + 1) % m
	out := weighted{}
	for _, w := range wrapPatterns(k) {
		for x := range m {
			for y := range m {
				var mask uint
				for i, wraps := range w.wraps {
					mask |= 1 << ((x + uint64(i)*y + (m-r)*wraps) % m)
				}
				out[mask] += w.share / float64(m*m)
			}
		}
	}
	return out
}

// enumerateWeighted is the mean rate of n keys over all choices.
func enumerateWeighted(n int, sets weighted) float64 {
	law := weighted{0: 1}
	for range n {
		next := weighted{}
		for filter, p := range law {
			for set, q := range sets {
				next[filter|set] += p * q
			}
		}
		law = next
	}
	var rate float64
	for filter, p := range law {
		for set, q := range sets {
			if filter&set == set {
				rate += p * q
			}
		}
	}
	return rate
}

// Double hashing that wraps at 2^64 before it is reduced, against every residue and every
// sequence of wraps: the rate lies within the declared error. Small tables are where the
// first order is worst; m = 12 and 15 have degenerate steps of their own.
func TestDoubleWrapModEnumeration(t *testing.T) {
	for _, c := range []struct {
		n int
		m uint64
		k int
	}{{1, 7, 3}, {2, 7, 3}, {1, 11, 3}, {2, 11, 3}, {1, 12, 3}, {1, 13, 4}, {1, 15, 3}, {1, 17, 3}, {1, 19, 4}, {1, 23, 3}, {1, 23, 4}} {
		sets := wrapSets(c.m, c.k)
		sum := 0.0
		for _, p := range sets {
			sum += p
		}
		near(t, "all sets together", sum, 1, 1e-12)
		want := enumerateWeighted(c.n, sets)
		r := Classic(uint64(c.n), c.m, c.k, DoubleWrapMod)
		if off := math.Abs(r.FPR/want - 1); off > r.ModelError*r.FPR/want || r.ModelError == 0 {
			t.Errorf("n %d, m %d, k %d: rate %.6g, by enumeration %.6g: %.3f off, declared %.3f", c.n, c.m, c.k, r.FPR, want, off, r.ModelError)
		}
		t.Logf("n %d m %d k %d: %.6g, exact %.6g, draws %.6g, declared %.3f", c.n, c.m, c.k, r.FPR, want, Classic(uint64(c.n), c.m, c.k, WithReplacement).FPR, r.ModelError)
	}
}

// Powers of two wrap without a trace: the enumeration of double hashing modulo m.
func TestDoubleWrapModPowers(t *testing.T) {
	for _, m := range []uint64{8, 16} {
		near(t, fmt.Sprint(m), Classic(1, m, 3, DoubleWrapMod).FPR, enumerateWeighted(1, wrapSets(m, 3)), 1e-11)
	}
}
