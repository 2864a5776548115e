package ribbon

import (
	"encoding"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// kinds are the four filters that there are, with r bits.
func kinds(r string) []variants.Params {
	var out []variants.Params
	for _, kind := range []string{standard, homogeneous} {
		for _, w := range []string{"64", "128"} {
			out = append(out, variants.Params{"kind": kind, "w": w, "r": r})
		}
	}
	return out
}

// of returns a filter of set, in which every key is.
func of(t *testing.T, c variants.Config, set []hashes.Digest) *Filter {
	t.Helper()
	c.Scheme = scheme
	if c.FPR == 0 && c.BitsPerKey == 0 {
		c.Bits = 1 << 36 // r is given
	}
	f, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.(variants.Builder).Build(set); err != nil {
		t.Fatal(err)
	}
	for i, d := range set {
		if !f.Contains(d) {
			t.Fatalf("%d keys, seed %d, %s: key %d is lost", len(set), c.Seed, c.Params, i)
		}
	}
	return f.(*Filter)
}

// The equation that package comment and theory speak of, evaluated slot by slot: for
// every r, both widths and absent keys, too, the words give the same.
func TestAgainstSlots(t *testing.T) {
	const n = 1000
	for r := 1; r <= mostR; r++ {
		for _, p := range kinds("1") {
			p["r"] = strconv.Itoa(r)
			f := of(t, variants.Config{Capacity: n, Params: p}, random(0, n))
			for _, d := range append(random(0, 100), random(1<<40, 300)...) {
				if got, want := f.Contains(d), f.bySlots(d); got != want {
					t.Fatalf("%s: Contains %v, slot by slot %v", p, got, want)
				}
			}
		}
	}
}

// bySlots is Contains by its definition.
func (f *Filter) bySlots(d hashes.Digest) bool {
	x, y := d.A*f.ma, d.B*f.mb
	first, _ := bits.Mul64(x, f.plan.slots-uint64(f.plan.width))
	r, sum := uint64(f.plan.r), uint64(0)
	for i := range uint64(f.plan.width) {
		coefficient := low(y) >> i
		if i >= 64 {
			coefficient = high(y) >> (i - 64)
		}
		slot := first + i
		for j := range r {
			sum ^= f.words[slot/64*r+j] >> (slot % 64) & coefficient & 1 << (r - 1 - j)
		}
	}
	if f.plan.homogeneous {
		return sum == 0
	}
	return sum == x&(1<<r-1)
}

// FF-38: duplicates are removed, in a bounded number of tries, and do not count; also
// where nearly all are.
func TestDuplicates(t *testing.T) {
	four := random(0, 3)
	four = append(four, four[1])
	twice, often := slices.Concat(random(0, 10_000), random(0, 10_000)), 40_000
	if testing.Short() {
		often /= 10
	}
	for _, p := range kinds("8") {
		for _, c := range []struct {
			set                []hashes.Digest
			capacity, distinct uint64
		}{{four, 3, 3}, {four, 4, 3}, {twice, 10_000, 10_000}, {twice, 20_000, 10_000}, {slices.Repeat(random(0, 20), often), uint64(20 * often), 20}} {
			f := of(t, variants.Config{Capacity: c.capacity, Params: p}, c.set)
			if f.Keys() != c.distinct || f.Tries() > 20 {
				t.Errorf("%s, %d keys: %d distinct after %d tries, want %d", p, len(c.set), f.Keys(), f.Tries(), c.distinct)
			}
		}
	}
}

// FF-39, FF-40: few keys are always built, in few tries on average; none, too.
func TestFewKeys(t *testing.T) {
	for _, p := range kinds("8") {
		tries := 0
		for seed := range uint64(100) {
			for _, n := range []uint64{0, 1, 2, 3, 10, 61, 122, 123, 300} {
				tries += of(t, variants.Config{Capacity: max(n, 1), Seed: seed, Params: p}, random(seed<<32, n)).Tries()
			}
		}
		if tries > 1200 {
			t.Errorf("%s: %d tries for 900 sets", p, tries)
		}
		f := of(t, variants.Config{Capacity: 3, Params: p}, random(0, 3))
		if err := f.Build(nil); err != nil {
			t.Fatal(err)
		}
		for _, d := range random(0, 10_000) {
			if f.Contains(d) {
				t.Fatalf("%s: an empty filter contains a key", p)
			}
		}
	}
}

// Nine seeds of ten work, at sizes around a step of the table, too.
func TestTries(t *testing.T) {
	for _, w := range []string{"64", "128"} {
		for _, n := range []uint64{1000, 4000, 30_000, 200_000} {
			if n > 4000 && testing.Short() {
				continue
			}
			tries, sets := 0, int(min(200, 400_000/n))
			for i := range sets {
				p := variants.Params{"w": w, "r": "8"}
				tries += of(t, variants.Config{Capacity: n, Seed: uint64(i), Params: p}, random(uint64(i)<<32, n)).Tries()
			}
			if mean := float64(tries) / float64(sets); mean > 1.4+3/math.Sqrt(float64(sets)) {
				t.Errorf("w %s, %d keys: %.2f tries on average", w, n, mean)
			}
		}
	}
}

// Sizing takes the fewest bits for a rate, the most in the bits, and says what is wrong.
// 7.63 bits per key is fastfilter_cpp's row homogeneous, w = 64, r = 7.
func TestSizing(t *testing.T) {
	h64 := variants.Params{"kind": homogeneous, "w": "64"}
	for _, c := range []struct {
		config variants.Config
		want   string // r, or what the error contains
	}{
		{variants.Config{FPR: 0.5}, "1"},
		{variants.Config{FPR: 1. / 256}, "8"},
		{variants.Config{FPR: 0.0039}, "9"},
		{variants.Config{FPR: 1. / 256, Params: h64}, "9"}, // its rate is above 2^-8
		{variants.Config{FPR: 1e-10}, "r=32 is the most there is"},
		{variants.Config{FPR: 0.5, Params: variants.Params{"r": "16"}}, "16"},
		{variants.Config{FPR: 0.001, Params: variants.Params{"r": "8"}}, "parameter r=8 gives a rate of 0.00390625: want more bits, or auto, for fpr 0.001"},
		{variants.Config{BitsPerKey: 8.38}, "8"},
		{variants.Config{BitsPerKey: 8.36}, "7"},
		{variants.Config{BitsPerKey: 7.635, Params: h64}, "7"},
		{variants.Config{BitsPerKey: 7.625, Params: h64}, "6"},
		{variants.Config{BitsPerKey: 0.5}, "bits 500000 for 1000000 keys: want at least 1047040"},
		{variants.Config{BitsPerKey: 100}, "32"},
		{variants.Config{FPR: 0.1, Params: variants.Params{"r": "33"}}, "parameter r=33: want a whole number from 1 to 32, or auto"},
		{variants.Config{FPR: 0.1, Params: variants.Params{"w": "32"}}, "parameter w=32: want 64 or 128"},
		{variants.Config{FPR: 0.1, Params: variants.Params{"kind": "x"}}, "parameter kind=x: want standard or homogeneous"},
		{variants.Config{FPR: 0.1, K: 3}, "k 3: want none"},
	} {
		c.config.Capacity, c.config.Scheme = 1_000_000, scheme
		s, err := shape(c.config, 1_000_000)
		if got := s.Params["r"]; err == nil && got != c.want || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: r=%s, %v; want %s", c.config, got, err, c.want)
		}
	}
}

// A hash whose second word never changes gives keys of one start one equation: an error after a bounded number of tries and an empty filter, or, in
// a homogeneous filter, all keys.
func TestBrokenHash(t *testing.T) {
	set := random(0, 1000)
	for i := range set {
		set[i].B = 7
	}
	for _, p := range kinds("8") {
		f := of(t, variants.Config{Capacity: 1000, Params: p}, random(0, 1000))
		err := f.Build(set)
		switch {
		case p["kind"] == homogeneous:
			if err != nil || !f.Contains(set[999]) {
				t.Errorf("%s: %v", p, err)
			}
		case err == nil || !strings.HasPrefix(err.Error(), "ribbon: build: 1000 distinct keys in "):
			t.Errorf("%s: got %v", p, err)
		case f.Contains(set[0]) || f.Tries() != 100:
			t.Errorf("%s: after %d tries: contains %v, want an empty filter", p, f.Tries(), f.Contains(set[0]))
		}
	}
}

// OrderFree: the order of the keys changes no bit, nor does giving some twice.
func TestOrder(t *testing.T) {
	for _, p := range kinds("11") {
		c := variants.Config{Capacity: 40_000, Params: p}
		set := random(0, 40_000)
		one, _ := of(t, c, set).MarshalBinary()
		slices.Reverse(set)
		two, _ := of(t, c, set).MarshalBinary()
		if string(one) != string(two) {
			t.Errorf("%s: the reversed set gives another filter", p)
		}
	}
}

// FuzzLoad: whatever the bytes, an error or a filter that answers.
func FuzzLoad(f *testing.F) {
	for _, p := range kinds("9") {
		c := variants.Config{Capacity: 50, Bits: 1 << 20, Scheme: scheme, Params: p}
		made, err := New(c)
		if err != nil {
			f.Fatal(err)
		}
		if err := made.(variants.Builder).Build(random(0, 50)); err != nil {
			f.Fatal(err)
		}
		data, _ := made.(encoding.BinaryMarshaler).MarshalBinary()
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if got, err := load(data, scheme); err == nil {
			for _, d := range random(0, 100) {
				got.Contains(d)
			}
		}
	})
}
