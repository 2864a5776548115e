package quotient

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
		d := digest(seed, from+uint64(i))
		b.A[i], b.B[i] = d.A, d.B
	}
	return b
}

// part returns up to 256 keys of b from number at on.
func part(b *hashes.Batch, at int) *hashes.Batch {
	end := min(at+hashes.BatchMax, len(b.A))
	return &hashes.Batch{A: b.A[at:end], B: b.B[at:end]}
}

// forms are tables of n keys with remainders of 8 bits: nearly full, and at the load
// that 1e6 keys have in 2^21 slots.
func forms(b *testing.B, run func(b *testing.B, n int, c variants.Config)) {
	for _, n := range []int{1_000_000, 10_000_000} {
		for _, load := range []string{"0.95", "0.477"} {
			b.Run("variant=quotient/n="+strconv.Itoa(n)+"/r=8/load="+load, func(b *testing.B) {
				least := layout{perMille: 950, r: 8}
				if load != "0.95" {
					least.perMille = 477
				}
				least.blocks = least.least(uint64(n))
				run(b, n, variants.Config{Capacity: uint64(n), Bits: least.bits(), Scheme: scheme, Params: variants.Params{"r": "8", "load": load}})
			})
		}
	}
}

func BenchmarkAdd(b *testing.B) {
	forms(b, func(b *testing.B, n int, c variants.Config) {
		keys := columns(1, 0, n)
		for b.Loop() {
			b.StopTimer()
			f, err := New(c)
			if err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
			for at := 0; at < n; at += hashes.BatchMax {
				if _, err := f.(*Filter).AddBatch(part(keys, at)); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/key")
	})
}

func BenchmarkContains(b *testing.B) {
	forms(b, func(b *testing.B, n int, c variants.Config) {
		made, err := New(c)
		if err != nil {
			b.Fatal(err)
		}
		f, members := made.(*Filter), columns(1, 0, n)
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
