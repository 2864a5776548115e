package counting

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// widened returns two equal filters of small counters, many of them zero or stuck, so
// that every case of raising and lowering comes up.
func widened(t *testing.T, p hashes.Probing, width int, rng *rand.Rand) (one, two *Filter) {
	t.Helper()
	c := variants.Config{
		Capacity: 60, Bits: uint64(width * 500), K: 5, Params: variants.Params{"width": strconv.Itoa(width)},
		Scheme: hashes.Scheme{Function: hashes.XXH3, Probing: p},
	}
	out := [2]*Filter{}
	for i := range out {
		f, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		out[i] = f.(*Filter)
	}
	for at := range out[0].counters.n {
		v := uint64(rng.IntN(5))
		if v == 4 {
			v = out[0].counters.most
		}
		v = min(v, out[0].counters.most)
		out[0].counters.set(at, v)
		out[1].counters.set(at, v)
	}
	return out[0], out[1]
}

// TestBatchesDoWhatSingleKeysDo: adding, asking and removing in batches leaves the
// counters and gives the answers of one call a key, in order, for keys that are held
// and keys that are not, the same key twice among them.
func TestBatchesDoWhatSingleKeysDo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for width := 2; width <= 16; width++ {
		for _, p := range []hashes.Probing{hashes.Double, hashes.Enhanced} {
			for n := 0; n <= hashes.BatchMax; n += 1 + n/9 {
				one, two := widened(t, p, width, rng)
				b := &hashes.Batch{A: make([]uint64, n), B: make([]uint64, n)}
				for i := range n {
					b.A[i], b.B[i] = rng.Uint64(), rng.Uint64()
					if i%7 == 6 {
						b.A[i], b.B[i] = b.A[i-1], b.B[i-1]
					}
					if i%11 == 10 {
						b.B[i] = 0 // all positions on one counter
					}
				}
				var held, hits, gone variants.Hits
				for i := range n {
					if one.Contains(b.At(i)) {
						held[i/64] |= 1 << (i % 64)
					}
				}
				if one.ContainsBatch(b, &hits); hits != held {
					t.Fatalf("%s width %d, batch of %d: found %x, want %x", p, width, n, hits, held)
				}
				count := 0
				held = variants.Hits{}
				for i := range n {
					if one.Remove(b.At(i)) {
						held[i/64] |= 1 << (i % 64)
						count++
					}
				}
				if got := two.RemoveBatch(b, &gone); gone != held || got != count {
					t.Fatalf("%s width %d, batch of %d: removed %d %x, want %d %x", p, width, n, got, gone, count, held)
				}
				alike(t, one, two, "RemoveBatch")
				for i := range n {
					if err := one.Add(b.At(i)); err != nil {
						t.Fatal(err)
					}
				}
				if got, err := two.AddBatch(b); got != n || err != nil {
					t.Fatalf("AddBatch of %d: %d, %v", n, got, err)
				}
				alike(t, one, two, "AddBatch")
			}
		}
	}
}

// alike holds two filters' words against each other.
func alike(t *testing.T, one, two *Filter, after string) {
	t.Helper()
	for i, w := range one.counters.array.Words() {
		if got := two.counters.array.Words()[i]; got != w {
			t.Fatalf("width %d, %s: word %d is %x, want %x", one.counters.width, after, i, got, w)
		}
	}
}
