// Package batchbench has what the benchmarks of filters that are filled in batches
// share: digests ready made, so that the times are those of finding and moving, and
// the loops that fill a filter and ask it.
package batchbench

import (
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// Filter is what these benchmarks time.
type Filter interface {
	variants.Filter
	variants.BatchAdder
	variants.BatchContainer
}

// pool is how many keys are asked, over and over: more than a branch predictor learns.
const pool = 1 << 20

// Columns returns digests from, from+1, ... of a seed, as a batch of any length.
func Columns(seed, from uint64, n int) *hashes.Batch {
	b := &hashes.Batch{A: make([]uint64, n), B: make([]uint64, n)}
	for i := range n {
		b.A[i] = hashes.SplitMix64(hashes.SplitMix64(seed) + from + uint64(i))
		b.B[i] = hashes.SplitMix64(^b.A[i])
	}
	return b
}

// Part returns up to 256 keys of b from number at on.
func Part(b *hashes.Batch, at int) *hashes.Batch {
	end := min(at+hashes.BatchMax, len(b.A))
	return &hashes.Batch{A: b.A[at:end], B: b.B[at:end]}
}

// Add times AddBatch of n keys into new filters, in ns a key.
func Add(b *testing.B, n int, empty func() Filter) {
	keys := Columns(1, 0, n)
	for b.Loop() {
		b.StopTimer()
		f := empty()
		b.StartTimer()
		for at := 0; at < n; at += hashes.BatchMax {
			if _, err := f.AddBatch(Part(keys, at)); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/key")
}

// Contains adds n keys to f, which is empty, and times single and batch calls for
// absent keys and for present ones.
func Contains(b *testing.B, n int, f Filter) {
	members := Columns(1, 0, n)
	for at := 0; at < n; at += hashes.BatchMax {
		if _, err := f.AddBatch(Part(members, at)); err != nil {
			b.Fatal(err)
		}
	}
	ask(b, "keys=absent", f, Columns(2, 0, pool))
	ask(b, "keys=present", f, &hashes.Batch{A: members.A[:min(n, pool)], B: members.B[:min(n, pool)]})
}

func ask(b *testing.B, what string, f Filter, keys *hashes.Batch) {
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
			f.ContainsBatch(Part(keys, at), &hits)
			if at += hashes.BatchMax; at == n {
				at = 0
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/hashes.BatchMax, "ns/key")
	})
}
