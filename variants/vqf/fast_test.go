package vqf

import (
	"bytes"
	"math/bits"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/batchbench"
)

// portable returns f over the same table, without kernels.
func portable(f *Filter) *Filter {
	g := *f
	g.kernel = false
	return &g
}

// TestKernels: tables filled to the first refusal by kernels, by portable batches and
// by single Adds of both kinds are equal, byte for byte, at every length of a batch, and so are all
// ways of asking.
func TestKernels(t *testing.T) {
	if !hasKernel {
		t.Log("no kernels here: only portable code is compared")
	}
	for _, blocks := range []uint64{1, 3, 11, 101} {
		fast, single, one := raw(t, blocks), portable(raw(t, blocks)), raw(t, blocks)
		slow := portable(raw(t, blocks))
		for at, n, full := uint64(0), 1, false; !full; at, n = at+uint64(n), n%256+1 {
			b := batchbench.Columns(blocks, at, n)
			in, err := fast.AddBatch(b)
			if in2, err2 := slow.AddBatch(b); in2 != in || err2 != err {
				t.Fatalf("%d blocks: %d keys in, %v; portable %d, %v", blocks, in, err, in2, err2)
			}
			for i := range in {
				if single.Add(b.At(i)) != nil || one.Add(b.At(i)) != nil {
					t.Fatal("a single Add is refused")
				}
			}
			full = err != nil
			if full && (single.Add(b.At(in)) != err || one.Add(b.At(in)) != err) {
				t.Fatalf("%d blocks: key %d is refused in a batch and not alone", blocks, in)
			}
			if !bytes.Equal(one.data, single.data) || one.used != single.used || !bytes.Equal(fast.data, single.data) || !bytes.Equal(slow.data, single.data) || fast.used != single.used || slow.used != single.used {
				t.Fatalf("%d blocks: the tables differ after %d keys", blocks, at)
			}
			sameAnswers(t, fast, b)
			sameAnswers(t, fast, batchbench.Columns(blocks+1000, at, n))
		}
	}
	crowded(t)
}

// crowded adds keys of one bucket only: runs across words, longer than eight.
func crowded(t *testing.T) {
	for q := uint64(0); q < buckets; q++ {
		f, g := raw(t, 1), portable(raw(t, 1))
		b := batchbench.Columns(q, 0, 48)
		for i := range b.B {
			fp := q<<8 | b.B[i]&0xff
			b.B[i] = uint64((float64(fp) + 0.5) / prints * (1 << 63) * 2)
		}
		n, _ := f.AddBatch(b)
		m, _ := g.AddBatch(b)
		if n != 48 || m != 48 || !bytes.Equal(f.data, g.data) {
			t.Fatalf("bucket %d: %d and %d keys, or other tables", q, n, m)
		}
		sameAnswers(t, f, b)
		sameAnswers(t, f, batchbench.Columns(q+100, 0, 256))
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
