package theory

import (
	"math"
	"testing"
)

// The strict size meets p by the exact rate, and one bit less does not, for its own k.
func TestSizingHard(t *testing.T) {
	for _, c := range []struct {
		n uint64
		p float64
	}{{1, 0.5}, {10, 0.01}, {1000, 1e-3}, {500_000, 0.01}, {1_000_000, 1e-6}, {12345, 0.3}, {100, 0.9}} {
		m, k := SizingHard(c.n, c.p)
		if r := Classic(c.n, m, k, WithReplacement).FPR; r > c.p*(1+1e-12) {
			t.Errorf("n=%d p=%g: m=%d k=%d gives %g", c.n, c.p, m, k, r)
		}
		if m > 1 {
			if r := Classic(c.n, m-1, k, WithReplacement).FPR; r <= c.p {
				t.Errorf("n=%d p=%g: m=%d would do", c.n, c.p, m-1)
			}
		}
		usual, _ := Sizing(c.n, c.p)
		if c.n >= 1000 && c.p < 0.2 && (m < usual || float64(m) > 1.06*float64(usual)) {
			t.Errorf("n=%d p=%g: strict %d bits against %d usual ones", c.n, c.p, m, usual)
		}
	}
}

// FF-03 and FF-04: no keys still give a filter, and a larger p never costs more.
func TestSizingSteps(t *testing.T) {
	if m, k := Sizing(0, 0.01); m < 1 || k < 1 {
		t.Errorf("no keys: m=%d k=%d", m, k)
	}
	lastM, lastK := uint64(math.MaxUint64), 255
	for _, p := range []float64{1e-15, 1e-6, 0.01, 0.25, 0.283, 0.30, 0.50, 0.90, 0.999999} {
		m, k := Sizing(1000, p)
		if m > lastM || k > lastK || m < 1 || k < 1 {
			t.Errorf("p=%g: m=%d k=%d after m=%d k=%d", p, m, k, lastM, lastK)
		}
		lastM, lastK = m, k
	}
}

// OptimalK against trying every k.
func TestOptimalK(t *testing.T) {
	for _, c := range []struct{ n, m uint64 }{{1, 10}, {7, 40}, {100, 959}, {1000, 3000}, {500_000, 5_000_000}, {10, 10_000}} {
		best, least := 0, math.Inf(1)
		for k := 1; k <= 64; k++ {
			if l := ClassicLog(c.n, c.m, k); l < least {
				best, least = k, l
			}
		}
		if got := OptimalK(c.n, c.m, 64); got != best {
			t.Errorf("n=%d m=%d: best k %d, want %d", c.n, c.m, got, best)
		}
	}
}

// Published tie points: k = 1 at 1/ln of the golden ratio, then steps of 1.48 falling to
// 1/ln 2.
func TestTies(t *testing.T) {
	near(t, "k=1", TieBitsPerKey(1), 1/math.Log(math.Phi), 1e-12)
	near(t, "step at 200", TieBitsPerKey(201)-TieBitsPerKey(200), 1/math.Ln2, 1e-3)
}

// The spread of one filter's given fill: for k = 2 the moments are exact, so the batch form
// must reproduce the exact mean from the exact mean and variance of the set bits.
func TestGivenFillReproducesMean(t *testing.T) {
	for _, c := range []struct {
		n, m uint64
		k    int
		p    Positions
		tol  float64
	}{
		{1, 10, 2, WithReplacement, 1e-12}, {50, 300, 2, WithReplacement, 1e-12},
		{100, 1000, 7, WithReplacement, 2e-4}, {1000, 10_000, 7, Distinct, 1e-5},
		{1000, 10_000, 7, DoubleFastrange, 2e-4}, {1000, 10_007, 7, DoubleModAny, 2e-4},
		{1000, 10_000, 10, EnhancedMod, 2e-4}, {1000, 10_000, 7, TripleMod, 2e-4},
	} {
		r := Classic(c.n, c.m, c.k, c.p)
		got := GivenFill(c.k, c.m, r.SetBits, r.SetBitsSD*r.SetBitsSD, c.p)
		near(t, c.p.String(), got, r.FPR, c.tol)
	}
	for _, p := range []Positions{WithReplacement, DoubleFastrange, DoubleModAny} {
		r := Partitioned(1000, 1429, 7, p)
		near(t, "sliced "+p.String(), GivenFillPartitioned(1429, 7, r.SetBits, r.SetBitsSD*r.SetBitsSD, p), r.FPR, 2e-5)
	}
	if GivenFill(7, 100, 0, 0, DoubleFastrange) != 0 || GivenFill(7, 100, 100, 0, DoubleFastrange) != 1 {
		t.Error("empty and full filters must give 0 and 1")
	}
}

// Counting: the expected overflow of a table in article conditions, and the residue that a
// sticky counter leaves is the chance to reach 15, not 16 (Poisson of mean 0.7).
func TestCounting(t *testing.T) {
	per, all := CountingOverflow(500_000, 5_000_000, 7, 4)
	near(t, "per counter", per, PoissonTail(0.7, 16), 1e-4)
	near(t, "all", all, per*5_000_000, 1e-12)
	near(t, "residue", CountingResidue(500_000, 5_000_000, 7, 4), PoissonTail(0.7, 15), 1e-4)
	if CountingFanBound(500_000, 5_000_000, 7, 16) < all {
		t.Error("the union bound lies below the expectation")
	}
}

// Compound adds what each stage contributes.
func TestCompound(t *testing.T) {
	a := Rate{FPR: 0.1, SD: 0.03, SetBits: 5, SetBitsSD: 3, ModelError: 0.1, Reason: "a"}
	b := Rate{FPR: 0.2, SD: 0.04, SetBits: 7, SetBitsSD: 4}
	c := Compound([]Rate{a, b})
	near(t, "fpr", c.FPR, 0.28, 1e-12)
	near(t, "sd", c.SD, math.Hypot(0.8*0.03, 0.9*0.04), 1e-12)
	near(t, "bits", c.SetBits, 12, 1e-12)
	near(t, "bits sd", c.SetBitsSD, 5, 1e-12)
	near(t, "model error", c.ModelError, 0.8*0.1*0.1/0.28, 1e-12)
	if c.Reason != "a" {
		t.Errorf("reason %q", c.Reason)
	}
	if e := Compound(nil); e.FPR != 0 || e.ModelError != 0 || e.Reason != "" {
		t.Errorf("no stages: %+v", e)
	}
	if one := Compound([]Rate{{FPR: 1, SetBits: 3}, b}); one.FPR != 1 {
		t.Errorf("a full stage: %+v", one)
	}
}
