package prefix

import (
	"bytes"
	"math/bits"
	"strconv"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/batchbench"
)

// portable returns f over the same bins and spare, without kernels.
func portable(f *Filter) *Filter {
	g := *f
	g.kernel = false
	return &g
}

// TestKernels: filters filled until the spare is full by kernels, by portable batches and
// by single Adds of both kinds are equal, byte for byte, at every length of a batch, and so are all
// ways of asking.
func TestKernels(t *testing.T) {
	if !hasKernel {
		t.Log("no kernels here: only portable code is compared")
	}
	for _, bins := range []int{1, 2, 7, 60} {
		c := variants.Config{Capacity: uint64(30 * bins), FPR: 0.9, Params: variants.Params{"bins": strconv.Itoa(bins)}}
		fast, one, single, slow := made(t, c), made(t, c), portable(made(t, c)), portable(made(t, c))
		for at, n, full := uint64(0), 1, false; !full; at, n = at+uint64(n), n%256+1 {
			b := batchbench.Columns(uint64(bins), at, n)
			if n%3 == 0 { // crowded: few quotients, equal remainders
				for i := range b.B {
					b.B[i] = b.B[i]>>(n%60) | uint64(n)<<56
				}
			}
			in, err := fast.AddBatch(b)
			if in2, err2 := slow.AddBatch(b); in2 != in || err2 != err {
				t.Fatalf("%d bins: %d keys in, %v; portable %d, %v", bins, in, err, in2, err2)
			}
			for i := range in {
				if single.Add(b.At(i)) != nil || one.Add(b.At(i)) != nil {
					t.Fatal("a single Add is refused")
				}
			}
			full = err != nil
			if full && (single.Add(b.At(in)) != err || one.Add(b.At(in)) != err) {
				t.Fatalf("%d bins: key %d is refused in a batch and not alone", bins, in)
			}
			if !bytes.Equal(one.data, single.data) || !bytes.Equal(fast.data, single.data) || !bytes.Equal(slow.data, single.data) {
				t.Fatalf("%d bins: the bins differ after %d keys", bins, at)
			}
			for i := range fast.bins {
				if !fast.bin(i).sound() {
					t.Fatalf("bin %d of %d is not sound", i, bins)
				}
			}
			sameAnswers(t, fast, b)
			sameAnswers(t, fast, batchbench.Columns(uint64(bins+1000), at, n))
		}
	}
}

// sameAnswers holds the answers of both kinds of batches and of single questions against
// each other.
func sameAnswers(t *testing.T, f *Filter, b *hashes.Batch) {
	t.Helper()
	for _, g := range []*Filter{f, portable(f)} {
		hits := variants.Hits{1, 2, 3, 4}
		n, ones := g.ContainsBatch(b, &hits), 0
		for i := range b.A {
			got := hits[i/64]>>(i%64)&1 == 1
			if f.Contains(b.At(i)) != got || g.Contains(b.At(i)) != got {
				t.Fatalf("kernel=%v, key %d of %d: %v", g.kernel, i, b.Len(), got)
			}
		}
		for _, w := range hits {
			ones += bits.OnesCount64(w)
		}
		if n != ones {
			t.Fatalf("kernel=%v: %d hits, %d ones", g.kernel, n, ones)
		}
	}
}
