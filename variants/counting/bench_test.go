package counting

import (
	"fmt"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// BenchmarkFilter times a filter at the size for 1%, digests ready: probing and
// memory, no hashing. ns/op is per key, in batches too; add+remove is both.
func BenchmarkFilter(b *testing.B) {
	for _, n := range []uint64{1e4, 1e6, 1e7} {
		var f *Filter
		row := func(op, keys string, run func(batch *hashes.Batch)) {
			b.Run(fmt.Sprintf("op=%s/keys=%s/scheme=%s/n=%s/k=7", op, keys, double.Name(), short(n)), func(b *testing.B) {
				if f == nil {
					f = full(b, n)
				}
				const size = 1 << 18
				from := map[string]uint64{"present": 0, "absent": 1 << 40}[keys]
				batch := columnsOf(from, min(size, n/hashes.BatchMax*hashes.BatchMax))
				b.ResetTimer()
				for i := 0; i < b.N; i += hashes.BatchMax {
					at := i % batch.Len()
					run(&hashes.Batch{A: batch.A[at : at+hashes.BatchMax], B: batch.B[at : at+hashes.BatchMax]})
				}
			})
		}
		var hits variants.Hits
		for _, keys := range []string{"absent", "present"} {
			row("contains", keys, func(b *hashes.Batch) {
				for i := range b.A {
					f.Contains(b.At(i))
				}
			})
			row("contains-batch", keys, func(b *hashes.Batch) { f.ContainsBatch(b, &hits) })
		}
		row("add+remove", "absent", func(batch *hashes.Batch) {
			for i := range batch.A {
				if f.Add(batch.At(i)) != nil {
					b.Fatal("full")
				}
			}
			for i := range batch.A {
				f.Remove(batch.At(i))
			}
		})
		row("add+remove-batch", "absent", func(batch *hashes.Batch) {
			if _, err := f.AddBatch(batch); err != nil || f.RemoveBatch(batch, &hits) != batch.Len() {
				b.Fatal("lost")
			}
		})
	}
}

// columnsOf returns n digests, numbers first and up mixed.
func columnsOf(first, n uint64) *hashes.Batch {
	b := &hashes.Batch{}
	for i := range n {
		b.A = append(b.A, hashes.SplitMix64(first+i))
		b.B = append(b.B, hashes.SplitMix64(first+i+1<<50))
	}
	return b
}

// full returns a filter of n keys.
func full(b *testing.B, n uint64) *Filter {
	f, err := New(variants.Config{Capacity: n, FPR: 0.01, Scheme: double})
	if err != nil {
		b.Fatal(err)
	}
	for first := uint64(0); first < n; first += hashes.BatchMax {
		if _, err := f.(*Filter).AddBatch(columnsOf(first, min(hashes.BatchMax, n-first))); err != nil {
			b.Fatal(err)
		}
	}
	return f.(*Filter)
}

// short writes a power of ten as 1e6.
func short(n uint64) string { return strings.Replace(fmt.Sprintf("%.0e", float64(n)), "e+0", "e", 1) }
