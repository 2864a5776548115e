// Package exact is the other end of the field: a set that keeps what it is given, in a
// map of Go, and errs only where two digests are equal.
//
//	digest of a key   map[[2]uint64]struct{}        rate n 2^-128
//	its first word    map[uint64]struct{}           rate n 2^-64
//
// It is what a filter is held against: how much memory do the answers cost if one simply
// keeps the keys' digests, and how long does a map take to answer? Nothing here is tuned. A set
// that kept the keys themselves would never err, and take the keys' own bytes besides.
//
// Memory is an estimate, and said to be one: Go's map decides for itself. Counted is what
// make(map, n) takes in Go 1.26 on a 64-bit machine: groups of eight slots, with a byte
// of control for each slot, in tables of at most 1024 slots and a power of two of them,
// so that slots are at most 7/8 full. A slot is 24 bytes for two words and 16 for one: Go pads a
// key whose value has no size, so that a pointer behind it stays inside. That is 29 to 57
// bytes a key for two words. The allocator rounds tables up, by 7%, and where the slots are
// just enough, some tables fill before others and are split: then the map takes up to half as
// much again (TestMemory measures it). The same numbers on every machine are worth more here
// than the last percent.
//
// It grows beyond its capacity as maps do, and its Shape with it. Keys cannot be removed: a set
// has one copy of a key, and the contract of Remover asks for as many as were added.
package exact

import (
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// word is what is kept of a digest.
type word interface{ uint64 | [2]uint64 }

// Filter is an exact set of digests. Queries may run concurrently with each other, not
// with additions.
type Filter[K word] struct {
	set    map[K]struct{}
	config variants.Config
	params variants.Params
}

// pair and first take from a digest what is kept of it.
func pair(d hashes.Digest) [2]uint64 {
	a, b := d.Pair()
	return [2]uint64{a, b}
}

func first(d hashes.Digest) uint64 { return d.A }

// key is pair or first; which one is known when the code is compiled.
func key[K word](d hashes.Digest) (k K) {
	switch k := any(&k).(type) {
	case *uint64:
		*k = first(d)
	case *[2]uint64:
		*k = pair(d)
	}
	return k
}

// Add puts the key of d in. It never fails.
func (f *Filter[K]) Add(d hashes.Digest) error {
	f.set[key[K](d)] = struct{}{}
	return nil
}

// Contains reports whether the digest d is in the set.
func (f *Filter[K]) Contains(d hashes.Digest) bool {
	_, found := f.set[key[K](d)]
	return found
}

// ContainsBatch answers Contains for every key of b, one after the other.
func (f *Filter[K]) ContainsBatch(b *hashes.Batch, hits *variants.Hits) int {
	*hits = variants.Hits{}
	for i := range b.Len() {
		if f.Contains(b.At(i)) {
			hits[i>>6&3] |= 1 << (i & 63)
		}
	}
	return hits.Count()
}

// SetBits returns the number of digests held.
func (f *Filter[K]) SetBits() uint64 { return uint64(len(f.set)) }

// Estimate returns the number of keys held, which no filter knows better.
func (f *Filter[K]) Estimate() float64 { return float64(len(f.set)) }

// Shape returns what the filter is and costs now.
func (f *Filter[K]) Shape() variants.Shape {
	return shapeOf(f.config.Capacity, max(f.config.Capacity, f.SetBits()), f.params)
}

// Stages returns the one map that there is.
func (f *Filter[K]) Stages() []variants.Shape { return []variants.Shape{f.Shape()} }

// slots returns the slots of make(map, n) in Go 1.26, n at most 2^56.
func slots(n uint64) uint64 {
	if n <= 8 {
		return 8
	}
	wanted := n * 8 / 7
	tables := powerOfTwo((wanted + 1023) / 1024)
	return tables * powerOfTwo(max(8, wanted/tables))
}

// powerOfTwo returns the least one that is at least n >= 1.
func powerOfTwo(n uint64) uint64 { return 1 << bits.Len64(n-1) }
