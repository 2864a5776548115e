package peers

import (
	"slices"
	"sync"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// filter is a library's filter by its own methods: those that it has of keys, or
// of hashes of 64 bits.
type filter struct {
	addKey  func(key []byte) bool // false: there is no room
	hasKey  func(key []byte) bool
	addHash func(h uint64)
	hasHash func(h uint64) bool
}

// growing is a filter that takes keys one at a time.
type growing struct {
	filter
	sized
}

// sized is the shape of a filter by the library's rule. Filters that are timed
// against ours embed it and have methods of their own, so that nothing but the call
// through the interface, which ours pay as well, stands before the library's.
type sized struct{ shape variants.Shape }

// Shape returns the shape by the library's rule.
func (s *sized) Shape() variants.Shape { return s.shape }

// words is memory for the hashes of a set, used again from one Build to the next:
// what the libraries take is not what a Builder is given.
type words struct{ pool sync.Pool }

// of copies the hashes of digests; back gives the memory back.
func (w *words) of(digests []hashes.Digest) (all []uint64, back func()) {
	p, _ := w.pool.Get().(*[]uint64)
	if p == nil {
		p = new([]uint64)
	}
	all = slices.Grow((*p)[:0], len(digests))[:len(digests)]
	for i := range digests {
		all[i] = digests[i].A
	}
	return all, func() { *p = all; w.pool.Put(p) }
}

// Add hands over the key, or its hash.
func (f *growing) Add(d hashes.Digest) error {
	if f.addKey == nil {
		f.addHash(d.A)
		return nil
	}
	if !f.addKey(d.Key()) {
		return variants.ErrFull
	}
	return nil
}

// Contains asks for the key, or its hash.
func (f *growing) Contains(d hashes.Digest) bool {
	if f.hasKey == nil {
		return f.hasHash(d.A)
	}
	return f.hasKey(d.Key())
}
