//go:build !purego

package splitblock

import (
	"math/bits"

	"github.com/klauspost/cpuid/v2"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// hasVector is whether this processor and system have what the assembly uses: AVX2
// and BMI2, as of Intel's Haswell (2013) and AMD's Excavator (2015).
var hasVector = cpuid.CPU.Supports(cpuid.AVX2, cpuid.BMI2)

// wide is a split-block filter that is asked in assembly.
type wide struct{ body }

func vector(b body) variants.Filter { return &wide{b} }

// Contains reports whether the key of d may have been added.
func (f *wide) Contains(d hashes.Digest) bool { return contains(&f.body, d.A) }

// Add sets the eight bits of d. It never fails.
func (f *wide) Add(d hashes.Digest) error {
	add(&f.body, d.A)
	return nil
}

// AddBatch adds every key of b and returns their number.
func (f *wide) AddBatch(b *hashes.Batch) (int, error) {
	if len(b.A) > 0 {
		addKeys(&f.body, &b.A[0], uint64(len(b.A)))
	}
	return len(b.A), nil
}

// ContainsBatch fills hits with the answers for b and returns the number of
// positive ones.
func (f *wide) ContainsBatch(b *hashes.Batch, hits *variants.Hits) int {
	*hits = variants.Hits{}
	if a := b.A[:min(len(b.A), hashes.BatchMax)]; len(a) > 0 {
		containsKeys(&f.body, &a[0], uint64(len(a)), hits)
	}
	n := 0
	for _, w := range hits {
		n += bits.OnesCount64(w)
	}
	return n
}

// contains answers for the key whose word 0 is a.
//
//go:noescape
func contains(b *body, a uint64) bool

// add sets the bits of one key.
//
//go:noescape
func add(b *body, a uint64)

// containsKeys answers for n keys, 1 to 256, whose words 0 are at a.
//
//go:noescape
func containsKeys(b *body, a *uint64, n uint64, hits *variants.Hits)

// addKeys adds n keys, at least 1.
//
//go:noescape
func addKeys(b *body, a *uint64, n uint64)
