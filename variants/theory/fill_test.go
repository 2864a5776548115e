package theory

import (
	"math"
	"testing"
)

// One key sets the cells of one key: with double hashing by mod or mask and k <= m
// always k, so that theory leaves no spread at all.
func TestOneKeySetsItsCells(t *testing.T) {
	for _, p := range []Positions{Distinct, DoubleMod, DoubleOdd} {
		for _, m := range []uint64{8, 16, 64, 1024} {
			for _, k := range []int{2, 3, 7} {
				if r := Classic(1, m, k, p); r.SetBits != float64(k) || r.SetBitsSD != 0 {
					t.Errorf("%s m=%d k=%d: %v +- %v set bits, want %d exactly", p, m, k, r.SetBits, r.SetBitsSD, k)
				}
			}
		}
	}
}

// Triple hashing in small tables sets more cells than draws do (at n = 10, m = 30, k = 7
// 27.20 by simulation, 27.16 by draws), so where nothing is counted exactly nothing is said.
func TestTripleFillInSmallTables(t *testing.T) {
	if r := Classic(10, 30, 7, TripleFastrange); !math.IsNaN(r.SetBits) {
		t.Errorf("m=30: %v set bits, want none said", r.SetBits)
	}
	if r := Classic(100, 1000, 7, TripleFastrange); math.Abs(r.SetBits-503.587) > 0.1 {
		t.Errorf("m=1000: %v set bits, want those of draws", r.SetBits)
	}
}

// Simulation with ideal random words (a million filters): rates of partitioned filters
// with slices of a few bits lie within the declared error.
func TestPartitionedTinySlices(t *testing.T) {
	for _, c := range []struct {
		n, s uint64
		k    int
		p    Positions
		rate float64
	}{
		{2, 3, 3, DoubleFastrange, 0.17423},
		{10, 8, 8, TripleMod, 0.106836},
		{10, 11, 7, TripleMod, 0.0354678},
	} {
		if r := Partitioned(c.n, c.s, c.k, c.p); math.Abs(c.rate/r.FPR-1) > r.ModelError {
			t.Errorf("n=%d s=%d k=%d %s: %v +- %v of it, simulated %v", c.n, c.s, c.k, c.p, r.FPR, r.ModelError, c.rate)
		}
	}
}
