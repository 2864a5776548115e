package vqf

import (
	"strconv"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// The digests are ready made: the times are those of finding and moving, ns a key.

// columns returns digests from, from+1, ... as a batch of any length.
func columns(seed, from uint64, n int) *hashes.Batch {
	b := &hashes.Batch{A: make([]uint64, n), B: make([]uint64, n)}
	for i := range n {
		b.A[i] = hashes.SplitMix64(hashes.SplitMix64(seed) + from + uint64(i))
		b.B[i] = hashes.SplitMix64(^b.A[i])
	}
	return b
}

// part returns up to 256 keys of b from number at on.
func part(b *hashes.Batch, at int) *hashes.Batch {
	end := min(at+hashes.BatchMax, len(b.A))
	return &hashes.Batch{A: b.A[at:end], B: b.B[at:end]}
}

// sizes runs the filters of n keys at load 0.92.
func sizes(b *testing.B, run func(b *testing.B, n int, c variants.Config)) {
	for _, n := range []int{1_000_000, 10_000_000} {
		b.Run("variant=vqf/n="+strconv.Itoa(n), func(b *testing.B) {
			run(b, n, variants.Config{Capacity: uint64(n), FPR: 0.01, Scheme: scheme})
		})
	}
}

// made returns a filter of c.
func made(t testing.TB, c variants.Config) *Filter {
	t.Helper()
	c.Scheme = scheme
	f, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return f.(*Filter)
}

func BenchmarkAdd(b *testing.B) {
	sizes(b, func(b *testing.B, n int, c variants.Config) {
		keys := columns(1, 0, n)
		for b.Loop() {
			b.StopTimer()
			f := made(b, c)
			b.StartTimer()
			for at := 0; at < n; at += hashes.BatchMax {
				if _, err := f.AddBatch(part(keys, at)); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/key")
	})
}

func BenchmarkContains(b *testing.B) {
	sizes(b, func(b *testing.B, n int, c variants.Config) {
		f, members := made(b, c), columns(1, 0, n)
		for at := 0; at < n; at += hashes.BatchMax {
			_, _ = f.AddBatch(part(members, at))
		}
		const pool = 1 << 20
		ask(b, "keys=absent", f, columns(2, 0, pool))
		ask(b, "keys=present", f, &hashes.Batch{A: members.A[:min(n, pool)], B: members.B[:min(n, pool)]})
	})
}

// ask times single and batch calls for keys.
func ask(b *testing.B, what string, f *Filter, keys *hashes.Batch) {
	n := len(keys.A) / hashes.BatchMax * hashes.BatchMax
	b.Run(what+"/call=single", func(b *testing.B) {
		i, hits := 0, 0
		for b.Loop() {
			if f.Contains(hashes.Digest{A: keys.A[i], B: keys.B[i]}) {
				hits++
			}
			if i++; i == n {
				i = 0
			}
		}
	})
	b.Run(what+"/call=batch", func(b *testing.B) {
		at := 0
		var hits variants.Hits
		for b.Loop() {
			f.ContainsBatch(part(keys, at), &hits)
			if at += hashes.BatchMax; at == n {
				at = 0
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/hashes.BatchMax, "ns/key")
	})
}
