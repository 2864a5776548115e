package ribbon

import (
	"fmt"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

var scheme = hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Double}

// random returns digests first .. first+n-1 of a fixed row of random ones.
func random(first, n uint64) []hashes.Digest {
	out := make([]hashes.Digest, n)
	for i := range out {
		a := hashes.SplitMix64(first + uint64(i))
		out[i] = hashes.Digest{A: a, B: hashes.SplitMix64(^a)}
	}
	return out
}

// rows are what is timed.
func rows() []variants.Params {
	return []variants.Params{
		{"kind": "homogeneous", "w": "64", "r": "7"},
		{"kind": "homogeneous", "w": "128", "r": "7"},
		{"kind": "standard", "w": "64", "r": "8"},
		{"kind": "standard", "w": "128", "r": "8"},
	}
}

func made(b testing.TB, n uint64, p variants.Params, set []hashes.Digest) *Filter {
	f, err := New(variants.Config{Capacity: n, FPR: 0.01, Scheme: scheme, Params: p})
	if err != nil {
		b.Fatal(err)
	}
	if err := f.(variants.Builder).Build(set); err != nil {
		b.Fatal(err)
	}
	return f.(*Filter)
}

func BenchmarkBuild(b *testing.B) {
	for _, n := range []uint64{10_000, 1_000_000, 10_000_000} {
		set := random(0, n)
		for _, p := range rows() {
			b.Run(fmt.Sprintf("n=%d/%s", n, p), func(b *testing.B) {
				for b.Loop() {
					made(b, n, p, set)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/key")
			})
		}
	}
}

func BenchmarkContains(b *testing.B) {
	for _, n := range []uint64{1_000_000, 10_000_000} {
		set := random(0, n)
		absent := random(1<<40, 1<<16)
		for _, p := range rows() {
			f := made(b, n, p, set)
			for what, queries := range map[string][]hashes.Digest{"absent": absent, "present": set[:1<<16]} {
				b.Run(fmt.Sprintf("n=%d/%s/%s", n, p, what), func(b *testing.B) {
					i, hits := 0, 0
					for b.Loop() {
						if f.Contains(queries[i&(1<<16-1)]) {
							hits++
						}
						i++
					}
				})
				var batch hashes.Batch
				b.Run(fmt.Sprintf("n=%d/%s/%s/batch", n, p, what), func(b *testing.B) {
					i := 0
					var hits variants.Hits
					batch.A, batch.B = make([]uint64, 256), make([]uint64, 256)
					for b.Loop() {
						for j := range 256 {
							d := &queries[(i+j)&(1<<16-1)]
							batch.A[j], batch.B[j] = d.A, d.B
						}
						i += 256
						f.ContainsBatch(&batch, &hits)
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/256, "ns/key")
				})
			}
		}
	}
}
