package peers

import (
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// filter is a library's filter by its own methods: those that it has of keys, or
// of hashes of 64 bits, or of the whole set of those.
type filter struct {
	addKey  func(key []byte) bool // false: there is no room
	hasKey  func(key []byte) bool
	addHash func(h uint64)
	hasHash func(h uint64) bool
	build   func(hashes []uint64) (has func(h uint64) bool, err error)
}

// growing is a filter that takes keys one at a time.
type growing struct {
	filter
	shape variants.Shape
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

// Shape returns the shape by the library's rule.
func (f *growing) Shape() variants.Shape { return f.shape }

// static is a filter that is built from the whole set.
type static struct {
	filter
	shape variants.Shape
}

// Build hands over all hashes.
func (f *static) Build(digests []hashes.Digest) (err error) {
	all := make([]uint64, len(digests))
	for i, d := range digests {
		all[i] = d.A
	}
	f.hasHash, err = f.build(all)
	return err
}

// Tries returns 1: the libraries do not tell how often they tried.
func (f *static) Tries() int { return 1 }

// Contains asks for the hash.
func (f *static) Contains(d hashes.Digest) bool { return f.hasHash(d.A) }

// Shape returns the shape by the library's rule.
func (f *static) Shape() variants.Shape { return f.shape }
