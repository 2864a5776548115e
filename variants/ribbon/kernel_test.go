package ribbon

import (
	"math/bits"
	"strconv"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// TestKernels: batches of every length by kernels and by portable code have the answers
// of single questions: both kinds, both widths, every number of columns, an empty filter
// and one of a single key.
func TestKernels(t *testing.T) {
	if !hasKernel {
		t.Log("no kernels here: only portable code is compared")
	}
	for _, kind := range []string{standard, homogeneous} {
		for _, w := range []string{"64", "128"} {
			for r := 1; r <= mostR; r++ {
				for _, n := range []uint64{0, 1, 300} {
					f := kernels(t, variants.Params{"kind": kind, "w": w, "r": strconv.Itoa(r)}, n)
					sameAnswers(t, f, n)
				}
			}
		}
	}
}

// kernels returns a filter of the first n keys.
func kernels(t *testing.T, p variants.Params, n uint64) *Filter {
	t.Helper()
	f, err := New(variants.Config{Capacity: max(n, 1), Bits: 1 << 20, Scheme: scheme, Params: p})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.(*Filter).Build(random(0, n)); err != nil {
		t.Fatal(err)
	}
	return f.(*Filter)
}

// sameAnswers asks for n keys that are in, mixed with others.
func sameAnswers(t *testing.T, f *Filter, n uint64) {
	t.Helper()
	g := *f
	g.kernel = false
	keys := append(random(n/2, 300), random(1<<40, 300)...)
	for length, at := 1, 0; at+length <= len(keys); at, length = at+length, length%256+29 {
		part := keys[at : at+min(length, hashes.BatchMax)]
		var b hashes.Batch
		for _, d := range part {
			b.A, b.B = append(b.A, d.A), append(b.B, d.B)
		}
		for _, h := range []*Filter{f, &g} {
			hits, ones := variants.Hits{1, 2, 3, 4}, 0
			count := h.ContainsBatch(&b, &hits)
			for i, d := range part {
				if got := hits[i/64]>>(i%64)&1 == 1; got != f.Contains(d) {
					t.Fatalf("%v, %d keys, kernel=%v, key %d of %d: %v", f.plan.params, n, h.kernel, i, len(part), got)
				}
			}
			for _, w := range hits {
				ones += bits.OnesCount64(w)
			}
			if count != ones {
				t.Fatalf("%v, %d keys, kernel=%v: %d hits, %d ones", f.plan.params, n, h.kernel, count, ones)
			}
		}
	}
}

// TestRefused: a set that there can be no plan for leaves nothing of the set before.
func TestRefused(t *testing.T) {
	f, set := kernels(t, variants.Params{}, 300), random(0, 300)
	f.config.K = 1 // which no plan allows, as it does not 2^31 keys
	if err := f.Build(set); err == nil || f.Keys() != 0 || f.Contains(set[0]) {
		t.Errorf("%v, %d keys, the first found: %v; want an empty filter", err, f.Keys(), f.Contains(set[0]))
	}
	sameAnswers(t, f, 300)
}
