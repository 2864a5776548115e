package blocked

import (
	"fmt"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// BenchmarkContains times queries of absent keys at 10 bits a key, digests ready
// made: probing and memory, no hashing. In batches ns/key is what counts.
func BenchmarkContains(b *testing.B) {
	for _, n := range []uint64{1e4, 1e6, 1e7} {
		for _, p := range []hashes.Probing{hashes.Double, hashes.Enhanced} {
			f, digests := half(b, n, p)
			b.Run(fmt.Sprintf("n=%d/probing=%s/call=single", n, p), func(b *testing.B) {
				i := 0
				for b.Loop() {
					f.Contains(digests.At(i & (1<<17 - 1)))
					i++
				}
			})
			b.Run(fmt.Sprintf("n=%d/probing=%s/call=batch", n, p), func(b *testing.B) {
				var hits variants.Hits
				i := 0
				for b.Loop() {
					at := i << 8 & (1<<17 - 1)
					f.ContainsBatch(&hashes.Batch{A: digests.A[at : at+256], B: digests.B[at : at+256]}, &hits)
					i++
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/256, "ns/key")
			})
		}
	}
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

// BenchmarkAdd times Add, digests ready made.
func BenchmarkAdd(b *testing.B) {
	f, digests := half(b, 1e6, hashes.Double)
	i := 0
	for b.Loop() {
		_ = f.Add(digests.At(i & (1<<17 - 1)))
		i++
	}
}
