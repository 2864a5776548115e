package gcs

import (
	"encoding"
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
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

// built returns a filter of set, all of whose keys are found.
func built(t *testing.T, c variants.Config, set []hashes.Digest) *Filter {
	t.Helper()
	c.Scheme = scheme
	f, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.(*Filter).Build(set); err != nil {
		t.Fatal(err)
	}
	for i, d := range set {
		if !f.Contains(d) {
			t.Fatalf("%d keys, seed %d: key %d is lost", len(set), c.Seed, i)
		}
	}
	return f.(*Filter)
}

// numbers are those of a set, sorted, each once: by a division of the range that
// knows nothing of buckets.
func numbers(f *Filter, set []hashes.Digest) []uint64 {
	var out []uint64
	for _, d := range set {
		bucket, rest := bits.Mul64(hashes.SplitMix64(d.A^f.seed), f.buckets)
		at, _ := bits.Mul64(rest, f.span)
		out = append(out, bucket*f.span+at)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// TestAnswers: over small ranges, each number is found exactly if it is held, for rice
// from no bits up and buckets from one key up; so the rate is the share of numbers held.
func TestAnswers(t *testing.T) {
	for _, params := range []variants.Params{
		{}, {"rice": "0"}, {"step": "1"}, {"step": "7", "rice": "3"}, {"rice": "12"}, {"step": "65536"},
	} {
		for _, n := range []uint64{1, 2, 40, 300} {
			for _, inverse := range []string{"1", "5", "64"} {
				params["inverse"] = inverse
				set := random(n, n)
				f := built(t, variants.Config{Capacity: n, Bits: 1 << 20, Params: params}, set)
				held := numbers(f, set)
				if f.SetBits() != uint64(len(held)) {
					t.Errorf("%v, %d keys: %d numbers, want %d", params, n, f.SetBits(), len(held))
				}
				for v := range f.plan.values() {
					pos, end := f.bounds(v / f.span)
					_, want := slices.BinarySearch(held, v)
					if got := f.find(pos, end, v%f.span); got != want {
						t.Fatalf("%v, %d keys: number %d of %d: %v, want %v", params, n, v, f.plan.values(), got, want)
					}
				}
			}
		}
	}
}

// TestRoom: the codes of a full set have the exact mean length, and fit the room at the
// first try, which is no wider than it says.
func TestRoom(t *testing.T) {
	for _, c := range []struct {
		n, sets uint64
		inverse string
	}{{1, 200, "128"}, {20, 200, "100"}, {1000, 200, "3"}, {1000, 200, "255"}, {100_000, 5, "1000"}} {
		used, tries := 0.0, 0
		var f *Filter
		for seed := range c.sets {
			f = built(t, variants.Config{Capacity: c.n, FPR: 0.999, Seed: seed, Params: variants.Params{"inverse": c.inverse}}, random(seed<<32, c.n))
			_, end := f.bounds(f.buckets - 1)
			used += float64(end - f.base)
			tries += f.Tries()
		}
		used /= float64(c.sets)
		mean := theory.GolombBits(c.n, f.buckets, f.span, f.plan.rice)
		if sd := (float64(f.plan.room) - mean) / 6 / math.Sqrt(float64(c.sets)); math.Abs(used-mean) > 5*sd+1e-9 && c.n > 1 {
			t.Errorf("%d keys of %s numbers: %.1f bits used, want %.1f", c.n, c.inverse, used, mean)
		}
		if tries != int(c.sets) || float64(f.plan.room)-mean > 10*math.Sqrt(float64(c.n))+8 {
			t.Errorf("%d keys of %s numbers: room for %d bits, mean %.1f, %d tries for %d sets", c.n, c.inverse, f.plan.room, mean, tries, c.sets)
		}
	}
}

// TestBits: log2(1/p) + 1.54 bits a key and the index, at a million keys: less than a
// classic filter of that rate, and less than a tenth above the bound.
func TestBits(t *testing.T) {
	s, err := shape(variants.Config{Capacity: 1_000_000, FPR: 1. / 1024, Scheme: scheme, Params: variants.Params{"step": "256"}}, 0)
	if err != nil {
		t.Fatal(err)
	}
	index := float64(24) / 256
	if got, want := s.BitsPerKey(1_000_000), 10+1.5415+index; math.Abs(got-want) > 0.01 {
		t.Errorf("%.4f bits a key, want %.4f", got, want)
	}
}

// TestSizing: the rate asked for is kept, by the fewest numbers; bits are used up.
func TestSizing(t *testing.T) {
	for _, n := range []uint64{1, 3, 100, 1_000_000} {
		for _, p := range []float64{0.9, 0.3, 0.01, 1e-6} {
			c := variants.Config{Capacity: n, FPR: p, Scheme: scheme}
			s, err := shape(c, n)
			if err != nil {
				t.Fatal(err)
			}
			if rate := predict(c, s, n).FPR; rate > p*(1+1e-12) {
				t.Errorf("%d keys, fpr %g: predicted %g", n, p, rate)
			}
			c.FPR, c.Bits = 0, s.Bits
			if again, err := shape(c, n); err != nil || again.Bits > s.Bits || predict(c, again, n).FPR > p*(1+1e-12) {
				t.Errorf("%d keys in the %d bits for fpr %g: %+v, %v", n, s.Bits, p, again, err)
			}
		}
	}
	for _, c := range []struct {
		config variants.Config
		word   string
	}{
		{variants.Config{Capacity: 1000, Bits: 900}, "want at least"},
		{variants.Config{Capacity: 1000, FPR: 0.01, Params: variants.Params{"inverse": "50"}}, "want a larger one"},
		{variants.Config{Capacity: 1000, FPR: 1e-5, Params: variants.Params{"rice": "2"}}, "want at least 8"},
		{variants.Config{Capacity: 1000, FPR: 1e-12}, "at most 2^32 a key"},
		{variants.Config{Capacity: 1000, FPR: 0.01, K: 3}, "k 3: want none"},
		{variants.Config{Capacity: 1000, FPR: 0.01, Params: variants.Params{"step": "0"}}, "1 to 65536"},
	} {
		c.config.Scheme = scheme
		if _, err := New(c.config); err == nil || !strings.HasPrefix(err.Error(), "gcs: ") || !strings.Contains(err.Error(), c.word) {
			t.Errorf("%+v: %v, want %q", c.config, err, c.word)
		}
	}
}

// FF-38, FF-40: duplicates do not count, whether the set is larger than the capacity or
// not, and words that are equal, or all but equal, are built in one try; so are sets of
// none, one, two and three keys.
func TestSets(t *testing.T) {
	twice := slices.Concat(random(0, 10_000), random(0, 10_000))
	for _, capacity := range []uint64{10_000, 20_000} {
		f := built(t, variants.Config{Capacity: capacity, FPR: 0.01}, twice)
		if f.plan.size != capacity || f.Tries() != 1 || f.SetBits() > 10_000 {
			t.Errorf("capacity %d: sized for %d keys, %d numbers, %d tries", capacity, f.plan.size, f.SetBits(), f.Tries())
		}
	}
	same, counted := random(0, 1000), random(0, 1000)
	for i := range same {
		same[i].A, counted[i].A = 7, uint64(i)
	}
	if f := built(t, variants.Config{Capacity: 1000, FPR: 0.01}, same); f.SetBits() != 1 {
		t.Errorf("equal words: %d numbers", f.SetBits())
	}
	built(t, variants.Config{Capacity: 1000, FPR: 0.01}, counted)
	for n := range uint64(4) {
		for seed := range uint64(300) {
			f := built(t, variants.Config{Capacity: max(1, n), FPR: 0.01, Seed: seed}, random(seed<<32, n))
			if f.Tries() != 1 {
				t.Errorf("%d keys, seed %d: %d tries", n, seed, f.Tries())
			}
		}
	}
	f := built(t, variants.Config{Capacity: 3, FPR: 0.01}, random(0, 3))
	if err := f.Build(nil); err != nil || f.Contains(random(0, 1)[0]) || f.SetBits() != 0 {
		t.Errorf("built from nothing: %v, %d numbers", err, f.SetBits())
	}
}

// TestOverfull: a set larger than the capacity gets a range of its own size, is found,
// keeps its rate, and is itself again after loading.
func TestOverfull(t *testing.T) {
	c := variants.Config{Capacity: 1000, FPR: 0.01, Scheme: scheme}
	f := built(t, c, random(0, 5000))
	want, err := shape(c, 5000)
	if err != nil || f.Shape().Bits != want.Bits {
		t.Errorf("%d bits, foretold %d, %v", f.Shape().Bits, want.Bits, err)
	}
	if rate := predict(c, want, 5000).FPR; math.Abs(rate-0.00995) > 1e-4 {
		t.Errorf("rate %g", rate)
	}
	data, err := encoding.BinaryMarshaler(f).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	g, err := load(data, scheme)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range random(0, 5000) {
		if !g.Contains(d) {
			t.Fatal("a key is lost by loading")
		}
	}
}

// TestUnfit: codes fit in as many bits as they take and not in one less; a set that fits
// under no seed is an error after a hundred tries, and the filter is then empty.
func TestUnfit(t *testing.T) {
	set := random(0, 1000)
	f := built(t, variants.Config{Capacity: 1000, FPR: 0.01}, set)
	_, end := f.bounds(f.buckets - 1)
	taken := end - f.base
	for room, want := range map[uint64]bool{taken: true, taken - 1: false} {
		w := &work{values: make([]uint64, len(set)), ends: make([]uint32, f.buckets+1)}
		f.plan.room = room
		f.sort(set, w)
		clear(f.table)
		if fits := f.write(w); fits != want {
			t.Errorf("codes of %d bits in room for %d: %v", taken, room, fits)
		}
	}
	f.plan.room = 5000
	err := f.fit(set)
	if err == nil || err.Error() != "gcs: build: the codes of 1000 keys take more than 5000 bits under each of 100 seeds" {
		t.Errorf("got %v", err)
	}
	if f.Contains(set[0]) || f.SetBits() != 0 || f.Tries() != 100 {
		t.Errorf("after %d tries: %d numbers, want an empty filter", f.Tries(), f.SetBits())
	}
}

// TestRefused: a set that there can be no plan for leaves nothing of the set before.
func TestRefused(t *testing.T) {
	set := random(0, 1000)
	f := built(t, variants.Config{Capacity: 1000, FPR: 0.01}, set)
	f.config.K = 1 // which no plan allows, as it does not 2^56 numbers
	if err := f.Build(set); err == nil || f.SetBits() != 0 || f.Contains(set[0]) {
		t.Errorf("%v, %d numbers held, the first key found: %v; want an empty filter", err, f.SetBits(), f.Contains(set[0]))
	}
}

// TestCountable: the numbers of a construction are counted in 32 bits.
func TestCountable(t *testing.T) {
	if err := countable(1<<32 - 1); err != nil {
		t.Error(err)
	}
	if err := countable(1 << 32); err == nil || err.Error() != "gcs: build: 4294967296 keys: want at most 2^32-1" {
		t.Errorf("got %v", err)
	}
}

// TestAdder: sums of eight remainders, against adding one after another.
func TestAdder(t *testing.T) {
	for rice := uint64(0); rice <= mostEight; rice++ {
		a := newAdder(rice)
		for i := range uint64(1000) {
			x, want := hashes.SplitMix64(i)|-(i&1), uint64(0)
			for j := range uint64(8) {
				want += x >> (j * rice) & (1<<rice - 1)
			}
			if got := a.eight(x); got != want {
				t.Fatalf("rice %d, %x: %d, want %d", rice, x, got, want)
			}
		}
	}
}

func BenchmarkContains(b *testing.B) {
	for _, n := range []uint64{10_000, 1_000_000, 10_000_000} {
		f, _ := New(variants.Config{Capacity: n, FPR: 1. / 256, Scheme: scheme})
		if err := f.(*Filter).Build(random(0, n)); err != nil {
			b.Fatal(err)
		}
		ask := random(1<<40, 1<<16)
		hits := 0
		b.Run("n="+string('0'+rune(math.Log10(float64(n)))), func(b *testing.B) {
			for i := range b.N {
				if f.Contains(ask[i&(1<<16-1)]) {
					hits++
				}
			}
		})
	}
}

func BenchmarkBuild(b *testing.B) {
	set := random(0, 1_000_000)
	for range b.N {
		f, _ := New(variants.Config{Capacity: 1_000_000, FPR: 1. / 256, Scheme: scheme})
		if err := f.(*Filter).Build(set); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1e6, "ns/key")
}
