package theory

import (
	"math"
	"testing"
)

// Field reports of wrong rates, by number; the right values are the reports'.

// near fails unless got is within rel of want.
func near(t *testing.T, what string, got, want, rel float64) {
	t.Helper()
	if !(math.Abs(got-want) <= rel*math.Abs(want)) {
		t.Errorf("%s: got %.9g, want %.9g within %g", what, got, want, rel)
	}
}

// FF-07: the best k of a classic filter is not a blocked filter's.
func TestBlockedHasItsOwnK(t *testing.T) {
	rate := func(bits float64, k int) float64 { return BlockedPoisson(512/bits, 512, k) }
	near(t, "10 bits, k=7", rate(10, 7), 0.00969, 1e-3)
	near(t, "16 bits, k=9", rate(16, 9), 0.000844, 1e-3)
	near(t, "16 bits, k=11", rate(16, 11), 0.000886, 1e-3)
	best := BestK(func(k int) float64 { return rate(16, k) }, 11, 64)
	if best != 9 && best != 10 {
		t.Errorf("best k at 16 bits a key: %d, want 9 or 10", best)
	}
	if k := OptimalK(1000, 16_000, 64); k != 11 {
		t.Errorf("classic best k at 16 bits a key: %d, want 11", k)
	}
}

// FF-08: the rate of the integer m and k in use, never the requested one.
func TestRateOfWhatIsInUse(t *testing.T) {
	m, k := Sizing(1_000_000, 0.01)
	if m != 9_585_059 || k != 7 {
		t.Fatalf("Sizing: m=%d k=%d, want 9585059 and 7", m, k)
	}
	for k, want := range map[int]float64{6: 1.01431e-2, 7: 1.00392e-2, 8: 1.05274e-2} {
		near(t, "fpr", Classic(1_000_000, m, k, WithReplacement).FPR, want, 1e-5)
	}
	if best := OptimalK(1_000_000, m, 64); best != 7 {
		t.Errorf("best k: %d, want 7", best)
	}
}

// FF-09: rates follow the inserted count, not the design count.
func TestOverload(t *testing.T) {
	for _, c := range []struct{ p, at105, at120 float64 }{
		{0.01, 1.258, 2.30}, {0.001, 1.397, 3.37}, {1e-6, 1.952, 11.4},
	} {
		const n = 100_000
		m, k := Sizing(n, c.p)
		base := Classic(n, m, k, WithReplacement).FPR
		near(t, "1.05 n", Classic(105_000, m, k, WithReplacement).FPR/base, c.at105, 3e-3)
		near(t, "1.20 n", Classic(120_000, m, k, WithReplacement).FPR/base, c.at120, 5e-3)
	}
}

// FF-10: estimates at the ends.
func TestEstimateEnds(t *testing.T) {
	for _, n := range []float64{EstimateKeys(64, 3, 64), EstimateKeysExact(64, 3, 64)} {
		if !math.IsInf(n, 1) {
			t.Errorf("full filter: %v, want +Inf", n)
		}
	}
	if n := EstimateKeys(64, 3, 0); n != 0 || EstimateKeysExact(64, 3, 0) != 0 {
		t.Errorf("empty filter: %v, want 0", n)
	}
}

// FF-11: the short form exp(-(m/n) ln^2 2) holds for no fixed k.
func TestGeneralForm(t *testing.T) {
	for k, want := range map[int]float64{1: 0.39347, 2: 0.39958, 3: 0.46886, 4: 0.55897} {
		near(t, "asym", ClassicAsym(1, 2, k), want, 1e-4)
		near(t, "large filter", Classic(1_000_000, 2_000_000, k, WithReplacement).FPR, want, 1e-4)
	}
}

// FF-12: small tables sit above the textbook form.
func TestSmallTables(t *testing.T) {
	for _, c := range []struct {
		n, m uint64
		k    int
		want float64
	}{{1, 8, 2, 29.0 / 512}, {3, 32, 3, 0.015890}, {10, 96, 7, 0.010888}, {100, 959, 7, 0.010105}} {
		near(t, "exact", Classic(c.n, c.m, c.k, WithReplacement).FPR, c.want, 1e-4)
	}
	tiny := Classic(1, 10, 2, DoubleFastrange)
	near(t, "m=10 k=2 n=1, fastrange", tiny.FPR, 0.037, 1e-12)
	if tiny.ModelError != 0 {
		t.Errorf("two fastrange positions are independent draws, yet model error %g", tiny.ModelError)
	}
}

// FF-13: double hashing has a floor in small filters.
func TestDoubleHashingFloor(t *testing.T) {
	rate := func(p Positions) float64 { return Classic(20, 1024, 16, p).FPR }
	near(t, "independent", rate(WithReplacement), 7.6e-10, 0.01)
	near(t, "any step", rate(DoubleModAny), 4.4e-4, 0.01)
	near(t, "odd step", rate(DoubleOdd), 1.3e-4, 0.01)
	near(t, "enhanced", rate(EnhancedMod), 1.9e-5, 0.03)
}

// FF-14: a cuckoo filter's rate follows f, b and the load.
func TestCuckooFollowsLoad(t *testing.T) {
	near(t, "f=8 b=2 full", CuckooLoadApprox(1, 2, 8), 0.0156, 3e-3)
	near(t, "f=8 b=4 full", CuckooLoadApprox(1, 4, 8), 0.0309, 3e-3)
	for _, c := range []struct {
		f    int
		want float64
	}{{12, 0.00185}, {16, 0.000116}} {
		const buckets = 1 << 20
		n := uint64(buckets * 4 * 95 / 100)
		near(t, "load 0.95", Cuckoo(n, buckets, 4, c.f).FPR, c.want, 5e-3)
		near(t, "approx", CuckooLoadApprox(0.95, 4, c.f), c.want, 5e-3)
	}
}

// FF-18: the rate does not depend on the arithmetic of m, beyond what is predicted.
func TestEveryModulus(t *testing.T) {
	for m := uint64(9570); m <= 9602; m++ {
		base := Classic(1000, m, 7, WithReplacement).FPR
		for _, p := range []Positions{DoubleFastrange, DoubleMod, DoubleModAny, EnhancedMod, TripleMod, TripleFastrange} {
			if r := Classic(1000, m, 7, p).FPR / base; r < 0.99 || r > 1.12 {
				t.Errorf("m=%d %v: %.4f of the independent rate", m, p, r)
			}
		}
	}
}

// FF-29: stage rates must sum to p.
func TestStagesSumToP(t *testing.T) {
	near(t, "r=0.5", ScalableBound(0.01, 0.5, 40), 0.00997, 5e-4)
	near(t, "r=0.9", ScalableBound(0.001, 0.9, 400), 0.0009995, 5e-4)
	for _, count := range []int{1, 3, 12, 200} {
		if b := ScalableBound(0.01, 0.85, count); !(b <= 0.01) {
			t.Errorf("%d stages: bound %g above p", count, b)
		}
	}
}
