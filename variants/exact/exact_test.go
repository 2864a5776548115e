package exact

import (
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

var scheme = hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Double}

// digest is number i of a fixed row of random ones.
func digest(i uint64) hashes.Digest {
	a := hashes.SplitMix64(i)
	return hashes.Digest{A: a, B: hashes.SplitMix64(^a)}
}

// TestMemory: the heap that n digests hold is the estimate and what the allocator rounds
// up, 7%; up to three quarters more where slots are just enough and tables are split, and less
// than that nowhere.
func TestMemory(t *testing.T) {
	if math.MaxInt == math.MaxInt32 {
		t.Skip("the estimate is of 64-bit machines")
	}
	for _, c := range []struct {
		bits string
		n    uint64
		most float64
	}{{"128", 100_000, 1.1}, {"128", 600_000, 1.1}, {"128", 458_752, 1.75}, {"64", 100_000, 1.1}, {"64", 458_752, 1.75}} {
		config := variants.Config{Capacity: c.n, FPR: 0.5, Scheme: scheme, Params: variants.Params{"digest": c.bits}}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		f, err := New(config)
		if err != nil {
			t.Fatal(err)
		}
		for i := range c.n {
			if err := f.(variants.Adder).Add(digest(i)); err != nil {
				t.Fatal(err)
			}
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		held, want := float64(after.HeapAlloc-before.HeapAlloc), float64(f.Shape().Allocated/8)
		if ratio := held / want; ratio < 0.98 || ratio > c.most {
			t.Errorf("%s bits, %d keys: %.0f bytes held, estimated %.0f (%.3f)", c.bits, c.n, held, want, ratio)
		}
		t.Logf("%s bits, %d keys: %.1f bytes a key held, estimated %.1f", c.bits, c.n, held/float64(c.n), want/float64(c.n))
		runtime.KeepAlive(f)
	}
}

// TestSlots: make(map, n) by Go's own rules, worked out by hand: 8/7 of n, over tables of
// at most 1024, their number and their size a power of two each.
func TestSlots(t *testing.T) {
	for n, want := range map[uint64]uint64{
		1: 8, 8: 8, 9: 16, 14: 16, 15: 32, 896: 1024, 897: 2 * 512, 1792: 2048, 1793: 4 * 512,
		100_000: 128 * 1024, 1_000_000: 2048 * 1024,
	} {
		if got := slots(n); got != want {
			t.Errorf("%d keys: %d slots, want %d", n, got, want)
		}
	}
}

// TestRates: one digest in 2^64 or 2^128 for each key held.
func TestRates(t *testing.T) {
	for bits, want := range map[string]float64{"64": 1e6 / 0x1p64, "128": 1e6 / 0x1p128} {
		c := variants.Config{Capacity: 1_000_000, FPR: 0.5, Scheme: scheme, Params: variants.Params{"digest": bits}}
		s, err := shape(c, 1_000_000)
		if err != nil {
			t.Fatal(err)
		}
		if r := predict(c, s, 1_000_000); math.Abs(r.FPR/want-1) > 1e-9 || math.Abs(r.SetBits-1e6) > 1e-6 {
			t.Errorf("%s bits: %+v, want %g", bits, r, want)
		}
	}
}

// TestWords: 64 bits look at the first word alone, 128 at both.
func TestWords(t *testing.T) {
	other := digest(1)
	other.B++
	for bits, want := range map[string]bool{"64": true, "128": false} {
		f, err := New(variants.Config{Capacity: 1, FPR: 0.5, Scheme: scheme, Params: variants.Params{"digest": bits}})
		if err != nil {
			t.Fatal(err)
		}
		if err := f.(variants.Adder).Add(digest(1)); err != nil || !f.Contains(digest(1)) || f.Contains(other) != want {
			t.Errorf("%s bits: a digest of the same first word is found: %v, want %v (%v)", bits, f.Contains(other), want, err)
		}
	}
}

// TestBudget: a size that a map does not fit is refused, with what it takes.
func TestBudget(t *testing.T) {
	_, err := New(variants.Config{Capacity: 1000, BitsPerKey: 16, Scheme: scheme})
	if err == nil || !strings.HasPrefix(err.Error(), "exact: bits 16000 for 1000 keys: want at least ") {
		t.Errorf("got %v", err)
	}
}
