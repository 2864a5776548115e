package xor

import (
	"encoding"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

var scheme = hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Double}

// random returns digests first .. first+n-1 of a fixed row of random ones.
func random(first, n uint64) []hashes.Digest {
	out := make([]hashes.Digest, n)
	for i := range out {
		a := hashes.SplitMix64(first + uint64(i))
		out[i] = hashes.Digest{A: a, B: hashes.SplitMix64(^a)}
	}
	return out
}

// built returns a filter of set.
func built(t *testing.T, c variants.Config, set []hashes.Digest) variants.Filter {
	t.Helper()
	c.Scheme = scheme
	f, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.(variants.Builder).Build(set); err != nil {
		t.Fatal(err)
	}
	for i, d := range set {
		if !f.Contains(d) {
			t.Fatalf("%d keys, seed %d: key %d is lost", len(set), c.Seed, i)
		}
	}
	return f
}

// FF-38: duplicates are removed, in a bounded number of tries, and do not count.
func TestDuplicates(t *testing.T) {
	four := random(0, 3)
	four = append(four, four[1])
	twice := slices.Concat(random(0, 10_000), random(0, 10_000))
	for _, c := range []struct {
		set      []hashes.Digest
		capacity uint64
		distinct uint64
	}{{four, 3, 3}, {four, 4, 3}, {twice, 10_000, 10_000}, {twice, 20_000, 10_000}} {
		f := built(t, variants.Config{Capacity: c.capacity, FPR: 0.01}, c.set).(*Filter[uint8])
		if f.Keys() != c.distinct || f.Tries() > 10 {
			t.Errorf("%d keys: %d distinct after %d tries, want %d in at most 10", len(c.set), f.Keys(), f.Tries(), c.distinct)
		}
	}
}

// FF-39: few keys are always built, in a table with a constant part: 33 slots for two.
func TestFewKeys(t *testing.T) {
	pair := []hashes.Digest{{A: 0xef9bddc5166c081c}, {A: 0x33bf87adaa46dcfc}}
	if f := built(t, variants.Config{Capacity: 2, FPR: 0.01}, pair); f.Shape().Bits != 33*8 {
		t.Errorf("two keys: %d bits, want 264", f.Shape().Bits)
	}
	for seed := range uint64(1000) {
		for n := range uint64(11) {
			built(t, variants.Config{Capacity: max(n, 1), FPR: 0.01, Seed: seed}, random(seed<<32, n))
		}
	}
}

// FF-40: no key, and one to three: what was built is found, and an empty filter
// contains nothing, of any width, also after one that held keys.
func TestEmpty(t *testing.T) {
	for _, p := range []float64{0.01, 1e-4} {
		f := built(t, variants.Config{Capacity: 3, FPR: p}, random(0, 3))
		if err := f.(variants.Builder).Build(nil); err != nil {
			t.Fatal(err)
		}
		for _, d := range random(0, 100_000) {
			if f.Contains(d) {
				t.Fatalf("fpr %g: an empty filter contains a key", p)
			}
		}
	}
}

// FF-42 and theory.csv xor-005, -007, -008: bits are those of the array.
func TestBits(t *testing.T) {
	for n, slots := range map[uint64]uint64{1: 33, 10_000: 12330, 1_000_000: 1230030, 3_000_000: 3690030} {
		for f, p := range map[uint64]float64{8: 0.0040, 16: 0.003} {
			s, err := shape(variants.Config{Capacity: n, FPR: p, Scheme: scheme}, n)
			if err != nil || s.Bits != slots*f || s.Allocated != s.Bits {
				t.Errorf("n=%d fpr=%g: %d bits, %d allocated, %v; want %d of %d bits", n, p, s.Bits, s.Allocated, err, slots, f)
			}
		}
	}
}

// Sizing takes the smallest f for a rate, the largest for bits, and says what is
// missing.
func TestSizing(t *testing.T) {
	for _, c := range []struct {
		config variants.Config
		want   string // f, or what the error contains
	}{
		{variants.Config{FPR: 0.5}, "8"},
		{variants.Config{FPR: 1. / 256}, "8"},
		{variants.Config{FPR: 0.0039}, "16"},
		{variants.Config{FPR: 1e-5}, "fpr 1e-05: the largest fingerprint is f=16"},
		{variants.Config{FPR: 0.0039, Params: variants.Params{"f": "8"}}, "f=8 bits, which gives 0.003906"},
		{variants.Config{FPR: 0.5, Params: variants.Params{"f": "16"}}, "16"},
		{variants.Config{BitsPerKey: 9.85}, "8"},
		{variants.Config{BitsPerKey: 19.6}, "8"},
		{variants.Config{BitsPerKey: 19.7}, "16"},
		{variants.Config{BitsPerKey: 9.8}, "want at least 9840240 (9.84 bits per key)"},
		{variants.Config{Bits: 9840239}, "want at least 9840240"},
		{variants.Config{Bits: 9840240}, "8"},
		{variants.Config{FPR: 0.1, Params: variants.Params{"f": "12"}}, "parameter f=12: want one of [8 16], or auto"},
		{variants.Config{FPR: 0.1, K: 3}, "k 3: want none"},
		{variants.Config{FPR: 0.1, Capacity: 1<<29 + 1}, "capacity 536870913: want at most 2^29 keys"},
	} {
		c.config.Capacity, c.config.Scheme = max(c.config.Capacity, 1_000_000), scheme
		s, err := shape(c.config, 1_000_000)
		if got := s.Params["f"]; err == nil && got != c.want || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: f=%s, %v; want %s", c.config, got, err, c.want)
		}
	}
}

// A hash whose first word never changes leaves 1000 keys the 420 positions of the last
// third: two of them share all three. An error after a bounded number of tries, and
// an empty filter.
func TestBrokenHash(t *testing.T) {
	set := random(0, 1000)
	for i := range set {
		set[i].A = 7
	}
	f := built(t, variants.Config{Capacity: 1000, FPR: 0.01}, random(0, 1000))
	err := f.(variants.Builder).Build(set)
	if err == nil || !strings.HasPrefix(err.Error(), "xor: build: 1000 distinct keys in 1260 slots: none of 100 seeds") {
		t.Errorf("got %v", err)
	}
	if f.Contains(set[0]) || f.(variants.Builder).Tries() != 100 {
		t.Errorf("after %d tries: contains %v, want an empty filter", f.(variants.Builder).Tries(), f.Contains(set[0]))
	}
}

// 16-bit fingerprints: the rate is 2^-16, members are found, one by one and in
// batches, and the saved form gives the same filter.
func TestSixteenBits(t *testing.T) {
	const n, queries = 100_000, 20_000_000
	f := built(t, variants.Config{Capacity: n, FPR: 1e-4}, random(0, n))
	data, err := f.(encoding.BinaryMarshaler).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if f, err = load(data, scheme); err != nil {
		t.Fatal(err)
	}
	hits, asked := 0, uint64(queries)
	if testing.Short() {
		asked /= 10
	}
	var b hashes.Batch
	var mask variants.Hits
	for i := uint64(0); i < asked; i += hashes.BatchMax {
		b.A, b.B = b.A[:0], b.B[:0]
		for j := range uint64(hashes.BatchMax) {
			a := hashes.SplitMix64(1<<40 + i + j)
			b.A, b.B = append(b.A, a), append(b.B, hashes.SplitMix64(^a))
		}
		hits += f.(variants.BatchContainer).ContainsBatch(&b, &mask)
	}
	want := float64(asked) / 65536
	if math.Abs(float64(hits)-want) > 5*math.Sqrt(want) {
		t.Errorf("%d hits of %d, want about %.0f", hits, asked, want)
	}
	for _, d := range random(0, n) {
		if !f.Contains(d) {
			t.Fatal("a member is lost by saving")
		}
	}
}

// OrderFree: the order of the keys changes no bit.
func TestOrder(t *testing.T) {
	c := variants.Config{Capacity: 5000, FPR: 0.01}
	set := random(0, 5000)
	one, _ := built(t, c, set).(encoding.BinaryMarshaler).MarshalBinary()
	slices.Reverse(set)
	two, _ := built(t, c, set).(encoding.BinaryMarshaler).MarshalBinary()
	if string(one) != string(two) {
		t.Error("the reversed set gives another filter")
	}
}

func BenchmarkBuild(b *testing.B) {
	for _, n := range []uint64{10_000, 1_000_000} {
		set := random(0, n)
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				f, _ := New(variants.Config{Capacity: n, FPR: 0.01, Scheme: scheme})
				if err := f.(variants.Builder).Build(set); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/key")
		})
	}
}
