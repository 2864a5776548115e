package theory

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// Equations of one coefficient are balls in bins: of load a bin, those that find theirs
// taken are load - (1-e^-load).
func TestRibbonLossOfOne(t *testing.T) {
	for _, load := range []float64{0.1, 0.5, 0.9, 1} {
		want := load + math.Expm1(-load)
		if got := ribbonLoss(1, load); math.Abs(got-want) > 1e-12 {
			t.Errorf("load %v: %v lost, want %v", load, got, want)
		}
		if got := RibbonSpan(uint64(1e9*load), 1e9, 1); load < 1 && math.Abs(got+math.Expm1(-load)) > 1e-6 {
			t.Errorf("load %v: %v in the span, want %v", load, got, -math.Expm1(-load))
		}
	}
}

// spanned reduces n random equations of w coefficients and returns how many of as many
// queries follow from them, by plain elimination.
func spanned(rng *rand.Rand, n, starts uint64, w int) float64 {
	rows := make([]uint64, starts+uint64(w))
	follows := func(store bool) float64 {
		at, c := rng.Uint64N(starts), rng.Uint64()>>(64-w)|1
		for c != 0 {
			if rows[at] == 0 {
				if store {
					rows[at] = c
				}
				return 0
			}
			if c ^= rows[at]; c != 0 {
				z := bits.TrailingZeros64(c)
				c, at = c>>z, at+uint64(z)
			}
		}
		return 1
	}
	for range n {
		follows(true)
	}
	hits := 0.0
	for range n {
		hits += follows(false)
	}
	return hits / float64(n)
}

// The chain, the bridge and the spread against simulated elimination: w = 16 at once,
// w = 24 with few keys, so that the bridge counts.
func TestRibbonSpan(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		n, starts  uint64
		w, filters int
		bridge     float64 // exp(-2 w^2/n)
	}{{20_000, 24_000, 16, 60, 0.975}, {20_000, 21_000, 16, 30, 0.975}, {2500, 2750, 24, 600, 0.631}} {
		sum, squares := 0.0, 0.0
		for range c.filters {
			p := spanned(rng, c.n, c.starts, c.w)
			sum, squares = sum+p, squares+p*p
		}
		filters := float64(c.filters)
		mean := sum / filters
		sd := math.Sqrt(squares/filters - mean*mean)
		got := RibbonSpan(c.n, c.starts, c.w)
		if noise := 4 * sd / math.Sqrt(filters); math.Abs(got-mean) > 0.2*mean+noise {
			t.Errorf("%+v: P %.4g, simulated %.4g with noise %.2g", c, got, mean, noise)
		}
		if spread := HomogeneousRibbon(c.n, c.starts, c.w, 30).SD; mean < 0.1 && (spread < sd/1.4 || spread > 1.4*sd) {
			t.Errorf("%+v: spread %.4g, simulated %.4g", c, spread, sd)
		}
		if got > ribbonLossSlope(c.n, c.starts, c.w)*(c.bridge+0.001) {
			t.Errorf("%+v: %v without the bridge", c, got)
		}
	}
}

func ribbonLossSlope(n, starts uint64, w int) float64 {
	load := float64(n) / float64(starts)
	return (ribbonLoss(w, load+1e-4) - ribbonLoss(w, load-1e-4)) / 2e-4
}

// Simulations of others: theory.md, 0.72% at w = 64, 5% more slots, r = 8, and 2.9% at w = 32,
// 10%; and fastfilter_cpp measured 0.79% at a million keys, r = 7, 7.63 bits per key. One
// filter each, or a few: within twice the spread.
func TestHomogeneousRibbon(t *testing.T) {
	for _, c := range []struct {
		n, starts uint64
		w, r      int
		want      float64
	}{{10_000, 10_500, 64, 8, 0.0072}, {10_000, 11_000, 32, 8, 0.029}, {1_000_000, 1_089_844, 64, 7, 0.0079}} {
		r := HomogeneousRibbon(c.n, c.starts, c.w, c.r)
		if math.Abs(r.FPR-c.want) > 2*r.SD || r.FPR < FingerprintRate(c.r) {
			t.Errorf("%+v: %.4g with spread %.2g", c, r.FPR, r.SD)
		}
	}
	slots := HomogeneousRibbonSlots(1_000_000, 64, 7)
	if perKey := 7 * float64(slots) / 1e6; math.Abs(perKey-7.63) > 0.005 {
		t.Errorf("r = 7: %v bits per key, want fastfilter_cpp's 7.63", perKey)
	}
	for w := 64; w <= 128; w *= 2 { // what a search for r relies on
		for r := 1; r <= 32; r++ {
			n := uint64(1) << 31
			if rate := HomogeneousRibbon(n, HomogeneousRibbonSlots(n, w, r)-uint64(w), w, r).FPR; rate > 1.2*FingerprintRate(r) {
				t.Errorf("w %d, r %d: %v", w, r, rate/FingerprintRate(r))
			}
		}
	}
}

// RocksDB's table for w = 128 says how many keys go in 2^15 and 2^17 slots, and its formula how
// many in 2^20.
func TestStandardRibbonSlots(t *testing.T) {
	for keys, slots := range map[uint64]float64{31828: 1 << 15, 126506: 1 << 17, 1001033: 1 << 20} {
		if got := float64(StandardRibbonSlots(keys, 128)); math.Abs(got/slots-1) > 0.005 {
			t.Errorf("%d keys: %v slots, RocksDB has %v", keys, got, slots)
		}
	}
	for _, w := range []int{64, 128} {
		for n := uint64(0); n < 100_000; n = n*5/4 + 1 {
			s := StandardRibbonSlots(n, w)
			if s%64 != 0 || s < n || s < uint64(w)+64 || s > StandardRibbonSlots(n+1, w) {
				t.Errorf("%d keys, w %d: %d slots", n, w, s)
			}
		}
	}
}
