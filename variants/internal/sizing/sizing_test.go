package sizing

import (
	"math"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

func request(c variants.Config) Request {
	return Request{Variant: "test", Config: c, Unit: 1, BestK: func(n, m uint64) int { return theory.OptimalK(n, m, 64) }}
}

// TestFieldFaults are the sizing cases that libraries got wrong (field faults 1
// to 6); values from ceil(-n ln p/(ln 2)^2) and round((m/n) ln 2) with 60 digits.
func TestFieldFaults(t *testing.T) {
	for _, c := range []struct {
		n uint64
		p float64
		m uint64
		k int
	}{
		{10_000_000, 0.001, 143_775_876, 10},
		{3, 0.99, 1, 1},
		{1, 0.99, 1, 1},
		{1000, 0.25, 2886, 2},
		{1000, 0.283, 2628, 2},
		{1000, 0.30, 2506, 2},
		{1000, 0.50, 1443, 1},
		{1000, 0.90, 220, 1},
	} {
		m, k, err := request(variants.Config{Capacity: c.n, FPR: c.p}).Positions()
		if m != c.m || k != c.k || err != nil {
			t.Errorf("n=%d p=%v: got m=%d k=%d %v, want m=%d k=%d", c.n, c.p, m, k, err, c.m, c.k)
		}
	}
}

// TestMonotone: a larger p never costs more bits or probes.
func TestMonotone(t *testing.T) {
	lastM, lastK := uint64(math.MaxUint64), math.MaxInt
	for p := 1e-12; p < 1; p *= 1.003 {
		m, k, err := request(variants.Config{Capacity: 12345, FPR: p}).Positions()
		if err != nil || m > lastM || k > lastK {
			t.Fatalf("p=%v: m=%d k=%d %v after m=%d k=%d", p, m, k, err, lastM, lastK)
		}
		lastM, lastK = m, k
	}
}

// TestRounding: bits per key to the nearest bit, masks up to a power of two,
// units cut down to whole positions.
func TestRounding(t *testing.T) {
	for _, c := range []struct {
		name   string
		config variants.Config
		reduce hashes.Reduction
		unit   uint64
		want   uint64
	}{
		{"10 x 7", variants.Config{Capacity: 7, BitsPerKey: 10}, 0, 1, 70},
		{"2.5 x 3 = 7.5, up", variants.Config{Capacity: 3, BitsPerKey: 2.5}, 0, 1, 8},
		{"0.1 x 1, at least one", variants.Config{Capacity: 1, BitsPerKey: 0.1}, 0, 1, 1},
		{"1e6 for a mask: 2^20", variants.Config{Capacity: 100000, BitsPerKey: 10}, hashes.Mask, 1, 1 << 20},
		{"a power of two stays", variants.Config{Capacity: 1 << 16, BitsPerKey: 16}, hashes.Mask, 1, 1 << 20},
		{"raw bits stay", variants.Config{Capacity: 1, Bits: 1000}, hashes.Mask, 1, 1000},
		{"40 bits in counters of 4", variants.Config{Capacity: 1, Bits: 43}, 0, 4, 10},
		{"10 bits per key in counters of 4", variants.Config{Capacity: 100, BitsPerKey: 10}, 0, 4, 250},
	} {
		r := request(c.config)
		r.Reduce, r.Unit = c.reduce, c.unit
		if m, k, err := r.Positions(); m != c.want || err != nil || k < 1 {
			t.Errorf("%s: got %d positions, k=%d, %v; want %d", c.name, m, k, err, c.want)
		}
	}
}

// TestRateWithK: with k given, the asymptotic rate of the m chosen is just at
// most p, that of one bit less is above.
func TestRateWithK(t *testing.T) {
	for _, k := range []int{1, 3, 7, 20, 64} {
		m, got, err := request(variants.Config{Capacity: 5000, FPR: 0.01, K: k}).Positions()
		if err != nil || got != k {
			t.Fatalf("k=%d: got k=%d, %v", k, got, err)
		}
		rate := func(m uint64) float64 { return math.Pow(1-math.Exp(-float64(k)*5000/float64(m)), float64(k)) }
		if rate(m) > 0.01 || rate(m-1) <= 0.01 {
			t.Errorf("k=%d: m=%d gives %v, m-1 gives %v", k, m, rate(m), rate(m-1))
		}
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		word   string
		config variants.Config
		unit   uint64
	}{
		{"at least 4", variants.Config{Capacity: 1, Bits: 3}, 4},
		{"more than 2^40 bits", variants.Config{Capacity: 1 << 40, FPR: 0.01}, 1},
		{"more than 2^40 bits", variants.Config{Capacity: 1 << 63, FPR: 1e-300}, 1},
		{"more than 2^40 bits", variants.Config{Capacity: 1 << 38, FPR: 0.1, K: 1}, 1},
		{"needs 80 probes", variants.Config{Capacity: 100, FPR: 1e-24}, 1},
	} {
		r := request(c.config)
		r.Unit = c.unit
		if m, k, err := r.Positions(); err == nil || !strings.Contains(err.Error(), c.word) {
			t.Errorf("%+v: got m=%d k=%d %v, want an error with %q", c.config, m, k, err, c.word)
		}
	}
}

// TestModels lists the position model of every probing and reduction.
func TestModels(t *testing.T) {
	want := map[hashes.Probing][3]theory.Positions{ // fastrange, mod, mask
		hashes.Independent: {theory.WithReplacement, theory.WithReplacement, theory.WithReplacement},
		hashes.Sliced:      {theory.WithReplacement, theory.WithReplacement, theory.WithReplacement},
		hashes.Double:      {theory.DoubleFastrange, theory.DoubleMod, theory.DoubleOdd},
		hashes.Enhanced:    {theory.EnhancedMod, theory.EnhancedMod, theory.EnhancedMod},
		hashes.Triple:      {theory.TripleFastrange, theory.TripleMod, theory.TripleMod},
	}
	for _, p := range hashes.Probings() {
		for i, r := range []hashes.Reduction{hashes.Fastrange, hashes.Mod, hashes.Mask} {
			if got := Model(p, r); got != want[p][i] {
				t.Errorf("%s, %s: got %s, want %s", p, r, got, want[p][i])
			}
		}
	}
}
