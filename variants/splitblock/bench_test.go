package splitblock

import (
	"fmt"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// pool is the number of digests asked about: they reach 4 MiB of blocks.
const pool = 1 << 17

// BenchmarkContains times queries of absent keys at 11 bits a key, digests ready
// made: probing and memory, no hashing. In batches ns/key is what counts.
func BenchmarkContains(b *testing.B) {
	each(b, func(b *testing.B, f *Filter, d *hashes.Batch) {
		b.Run("call=single", func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				f.Contains(hashes.Digest{A: d.A[i&(pool-1)]})
			}
		})
		var hits variants.Hits
		batches(b, d, func(part *hashes.Batch) { f.ContainsBatch(part, &hits) })
	})
}

// BenchmarkAdd times Add in the same way.
func BenchmarkAdd(b *testing.B) {
	each(b, func(b *testing.B, f *Filter, d *hashes.Batch) {
		b.Run("call=single", func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				_ = f.Add(hashes.Digest{A: d.A[i&(pool-1)]})
			}
		})
		batches(b, d, func(part *hashes.Batch) { _, _ = f.AddBatch(part) })
	})
}

// each runs a benchmark for numbers of keys, with and without assembly.
func each(b *testing.B, run func(*testing.B, *Filter, *hashes.Batch)) {
	for _, n := range []uint64{1e4, 1e6, 1e7} {
		fast, slow := both(b, variants.Config{Capacity: n, Bits: 11 * n, Scheme: scheme(hashes.Double)})
		d := digests(int(n)+pool, 1)
		for at := uint64(0); at < n; at += 200 {
			_, _ = fast.AddBatch(part(d, int(at), int(at)+200)) // never fails
		}
		if err := slow.Merge(fast); err != nil {
			b.Fatal(err)
		}
		absent := part(d, int(n), int(n)+pool)
		b.Run(fmt.Sprintf("n=%g/assembly=%v", float64(n), hasVector), func(b *testing.B) { run(b, fast, absent) })
		if hasVector {
			b.Run(fmt.Sprintf("n=%g/assembly=false", float64(n)), func(b *testing.B) { run(b, slow, absent) })
		}
	}
}

func batches(b *testing.B, d *hashes.Batch, run func(*hashes.Batch)) {
	b.Run("call=batch", func(b *testing.B) {
		part := hashes.Batch{}
		for i := 0; b.Loop(); i++ {
			at := i * hashes.BatchMax & (pool - 1)
			part.A, part.B = d.A[at:at+hashes.BatchMax], d.B[at:at+hashes.BatchMax]
			run(&part)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/hashes.BatchMax, "ns/key")
	})
}
