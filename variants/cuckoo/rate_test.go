package cuckoo

import (
	"math"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// TestRate holds measured rates against exact ones: rows cuckoo-009, -013, -019,
// -021 of the golden theory file. 40 filters of 50,000 queries; the bound is four
// standard errors of queries and filters together.
func TestRate(t *testing.T) {
	for _, c := range []struct {
		f, b, buckets string
		n             uint64
		rate          float64
	}{
		{"4", "4", "64", 200, 0.33865686519669765892},
		{"8", "4", "4096", 15500, 0.029240203811012384565},
		{"8", "2", "4096", 6500, 0.012367755456211184817},
		{"8", "1", "4096", 1500, 0.0028677745849698486715},
	} {
		hits, queries := 0, 0.0
		for seed := range uint64(40) {
			f := raw(t, seed, c.f, c.b, c.buckets)
			for i := range c.n {
				_ = f.Add(digest(seed, i)) // one in thousands is refused at b=1
			}
			hits += count(t, f, seed, 50_000)
			queries += 50_000
		}
		sd := predict(variants.Config{}, raw(t, 1, c.f, c.b, c.buckets).Shape(), c.n).SD
		rate, se := float64(hits)/queries, math.Sqrt(c.rate*(1-c.rate)/queries+sd*sd/40)
		t.Logf("f=%s b=%s: %.6f, theory %.6f, ratio %.4f", c.f, c.b, rate, c.rate, rate/c.rate)
		if math.Abs(rate-c.rate) > 4*se {
			t.Errorf("f=%s b=%s n=%d: rate %.6f, want %.6f +- %.6f", c.f, c.b, c.n, rate, c.rate, 4*se)
		}
	}
}

// count returns the hits of q absent keys, asked in batches, one in 64 of them
// also by a single query.
func count(t *testing.T, f *Filter, seed uint64, q int) int {
	t.Helper()
	var a, b [hashes.BatchMax]uint64
	var hits variants.Hits
	total := 0
	for at := 0; at < q; at += 250 {
		for i := range 250 {
			d := digest(seed, 1<<40+uint64(at+i))
			a[i], b[i] = d.A, d.B
		}
		batch := hashes.Batch{A: a[:250], B: b[:250]}
		total += f.ContainsBatch(&batch, &hits)
		for i := 0; i < 250; i += 64 {
			if one := f.Contains(batch.At(i)); one != (hits[i/64]>>(i%64)&1 != 0) {
				t.Fatalf("query %d: single says %v, batch does not", at+i, one)
			}
		}
	}
	return total
}

// TestEveryWidth: for every f and b, keys in are found, copies of the slots
// survive writes to their neighbours, and removing all leaves nothing.
func TestEveryWidth(t *testing.T) {
	for _, b := range []string{"1", "2", "4", "8"} {
		for f := minF; f <= maxF; f++ {
			x := raw(t, 1, itoa(f), b, "37", "reduce", "mod")
			n := fill(x, 1)
			for i := range n {
				if !x.Contains(digest(1, i)) {
					t.Fatalf("f=%d b=%s: key %d of %d is lost", f, b, i, n)
				}
			}
			for i := range n {
				if !x.Remove(digest(1, i)) {
					t.Fatalf("f=%d b=%s: key %d cannot be removed", f, b, i)
				}
			}
			for i, v := range x.table.data {
				if v != 0 {
					t.Fatalf("f=%d b=%s: byte %d is %x in an empty table", f, b, i, v)
				}
			}
			if x.SetBits() != 0 {
				t.Fatalf("f=%d b=%s: %d slots in use, want none", f, b, x.SetBits())
			}
		}
	}
}

func itoa(n int) string { return string(rune('0'+n/10)) + string(rune('0'+n%10)) }

// TestDeterministic: the filter's own randomness is its seed and nothing else.
func TestDeterministic(t *testing.T) {
	a, b, c := raw(t, 7, "12", "4", "500"), raw(t, 7, "12", "4", "500"), raw(t, 8, "12", "4", "500")
	for _, f := range []*Filter{a, b, c} {
		for i := range uint64(1900) {
			_ = f.Add(digest(3, i))
		}
	}
	one, two, three := string(a.table.data), string(b.table.data), string(c.table.data)
	if one != two || a.kicked != b.kicked {
		t.Error("equal seeds and keys, different tables")
	}
	if one == three {
		t.Error("different seeds chose the same victims")
	}
	if a.kicked == 0 || a.Tally()[0].Value != a.kicked {
		t.Errorf("kicks %d, tally %v: want the same and some at load 0.95", a.kicked, a.Tally())
	}
}

// TestSavedGoesOn: a loaded filter takes the same further keys to the same places.
func TestSavedGoesOn(t *testing.T) {
	f := raw(t, 7, "11", "4", "500")
	for i := range uint64(1800) {
		_ = f.Add(digest(3, i))
	}
	data, err := f.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := load(data, scheme)
	if err != nil {
		t.Fatal(err)
	}
	g := loaded.(*Filter)
	for i := uint64(1800); i < 1910; i++ {
		_, _ = f.Add(digest(3, i)), g.Add(digest(3, i))
	}
	if string(f.table.data) != string(g.table.data) || f.SetBits() != g.SetBits() || f.kicked != g.kicked {
		t.Error("the loaded filter went another way")
	}
}

// FuzzLoad: whatever the bytes, an error or a filter that answers.
func FuzzLoad(f *testing.F) {
	x := raw(f, 7, "5", "2", "9")
	_ = x.Add(digest(1, 1))
	data, err := x.MarshalBinary()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(data[:20])
	f.Fuzz(func(t *testing.T, data []byte) {
		if y, err := load(data, scheme); err == nil {
			y.Contains(digest(1, 2))
			_ = y.(*Filter).Add(digest(1, 2))
		}
	})
}
