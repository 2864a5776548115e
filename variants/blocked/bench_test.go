package blocked

import (
	"fmt"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// BenchmarkContains times queries of absent keys at 10 bits a key, digests ready
// made: probing and memory, no hashing. In batches ns/key is what counts. The
// digests, 2^17, reach 8 MiB of lines.
func BenchmarkContains(b *testing.B) {
	each(b, func(b *testing.B, f *Filter, digests *hashes.Batch) {
		b.Run("call=single", func(b *testing.B) {
			i := 0
			for b.Loop() {
				f.Contains(digests.At(i & (1<<17 - 1)))
				i++
			}
		})
		var hits variants.Hits
		batches(b, digests, func(part *hashes.Batch) { f.ContainsBatch(part, &hits) })
	})
}

// BenchmarkAdd times Add in the same way.
func BenchmarkAdd(b *testing.B) {
	each(b, func(b *testing.B, f *Filter, digests *hashes.Batch) {
		b.Run("call=single", func(b *testing.B) {
			i := 0
			for b.Loop() {
				_ = f.Add(digests.At(i & (1<<17 - 1)))
				i++
			}
		})
		batches(b, digests, func(part *hashes.Batch) { _, _ = f.AddBatch(part) })
	})
}

// each runs a benchmark for numbers of keys, probings, and with and without assembly.
func each(b *testing.B, run func(*testing.B, *Filter, *hashes.Batch)) {
	for _, n := range []uint64{1e4, 1e6, 1e7} {
		for _, p := range []hashes.Probing{hashes.Double, hashes.Enhanced} {
			b.Run(fmt.Sprintf("n=%g/probing=%s", float64(n), p), func(b *testing.B) {
				f, digests := half(b, n, p)
				b.Run(fmt.Sprintf("assembly=%v", f.vector != nil), func(b *testing.B) { run(b, f, digests) })
				if f.vector != nil {
					f.useVector(nil)
					b.Run("assembly=false", func(b *testing.B) { run(b, f, digests) })
				}
			})
		}
	}
}

func batches(b *testing.B, digests *hashes.Batch, run func(*hashes.Batch)) {
	b.Run("call=batch", func(b *testing.B) {
		i := 0
		for b.Loop() {
			at := i << 8 & (1<<17 - 1)
			run(&hashes.Batch{A: digests.A[at : at+256], B: digests.B[at : at+256]})
			i++
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/256, "ns/key")
	})
}

// half returns a filter with n keys and digests of absent ones.
func half(b *testing.B, n uint64, p hashes.Probing) (*Filter, *hashes.Batch) {
	f := build1(b, variants.Config{Capacity: n, BitsPerKey: 10, K: 7, Scheme: scheme(p)})
	d := hashes.Digest{}
	next := func() hashes.Digest {
		d.A = hashes.SplitMix64(d.A)
		d.B = hashes.SplitMix64(d.A ^ 1)
		return d
	}
	for range n {
		_ = f.Add(next())
	}
	out := &hashes.Batch{}
	for range 1 << 17 {
		d := next()
		out.A, out.B = append(out.A, d.A), append(out.B, d.B)
	}
	return f, out
}

// BenchmarkFill times AddBatch of n keys into an empty filter, digests ready made
// in columns that are longer than the caches; ns/key is what counts.
func BenchmarkFill(b *testing.B) {
	for _, n := range []uint64{1e6, 1e7} {
		b.Run(fmt.Sprintf("n=%g", float64(n)), func(b *testing.B) {
			all := columns(n)
			f := build1(b, variants.Config{Capacity: n, BitsPerKey: 9.999, Scheme: scheme(hashes.Double)})
			for b.Loop() {
				b.StopTimer()
				clear(f.table.words)
				b.StartTimer()
				for at := 0; at < int(n); at += hashes.BatchMax {
					end := min(at+hashes.BatchMax, int(n))
					_, _ = f.AddBatch(&hashes.Batch{A: all.A[at:end], B: all.B[at:end]}) // never fails
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/key")
		})
	}
}

// columns returns n digests.
func columns(n uint64) *hashes.Batch {
	out := &hashes.Batch{A: make([]uint64, n), B: make([]uint64, n)}
	for i := range n {
		out.A[i] = hashes.SplitMix64(2 * i)
		out.B[i] = hashes.SplitMix64(2*i + 1)
	}
	return out
}
