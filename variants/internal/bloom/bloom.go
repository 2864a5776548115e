// Package bloom is the body of the filters that are one table of bits under a
// plan of probes: classic, whose probes share one range, and partitioned, where
// each has its own. What tells them apart, the layout and the formulas, is theirs;
// adding, asking, merging, saving and loading is written once, here.
//
// A variant embeds Filter in a type of its own, which gives it these methods, and
// says in a Kind how to make one:
//
//	type Filter struct{ body }
//	type body = bloom.Filter
//
//	func New(c variants.Config) (variants.Filter, error) { return kind().New(c) }
package bloom

import (
	"fmt"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/probe"
	"github.com/filterlab/filterlab/variants/internal/save"
	"github.com/filterlab/filterlab/variants/internal/sizing"
)

// Filter is a table of bits, and what it takes to save and merge it.
type Filter struct {
	table probe.Table
	own   save.Header
	shape variants.Shape
	outer variants.Filter // the variant's filter, of which this is the body
}

// Contains reports whether the key of d may have been added: whether its k bits
// are all set.
func (f *Filter) Contains(d hashes.Digest) bool { return f.table.Contains(d) }

// Add sets the k bits of d. It never fails.
func (f *Filter) Add(d hashes.Digest) error {
	f.table.Add(d)
	return nil
}

// AddBatch adds every key of b and returns their number.
func (f *Filter) AddBatch(b *hashes.Batch) (int, error) {
	f.table.AddBatch(b)
	return b.Len(), nil
}

// ContainsBatch fills hits with the answers for b and returns the number of
// positive ones.
func (f *Filter) ContainsBatch(b *hashes.Batch, hits *variants.Hits) int {
	return f.table.ContainsBatch(b, hits)
}

// Shape returns the filter's shape.
func (f *Filter) Shape() variants.Shape { return sizing.Copy(f.shape) }

// SetBits returns X, the number of set bits.
func (f *Filter) SetBits() uint64 { return f.table.Bits.Count() }

// Merge adds all keys of other, a filter of the same variant, bits, k, reduction,
// scheme and seed: the result is the filter of the union, bit for bit.
// The seed compared is Config.Seed: give filters of equal Config.Seed the same
// Hasher seed, which no filter knows.
func (f *Filter) Merge(other variants.Filter) error {
	o := bodyOf(other)
	if o == nil || o.own.Variant != f.own.Variant {
		return fmt.Errorf("%s: merge: variant differs: want a %s filter, got %T", f.own.Variant, f.own.Variant, other)
	}
	if err := f.own.Unlike(o.own); err != nil {
		return err
	}
	f.table.Bits.Or(&o.table.Bits)
	return nil
}

// body makes the Filter inside a variant's filter known to this package alone.
func (f *Filter) body() *Filter { return f }

// bodyOf returns the body of a filter that a Kind made, and nil for any other. A
// type around such a filter is another filter: it may answer differently.
func bodyOf(f variants.Filter) *Filter {
	if b, ok := f.(interface{ body() *Filter }); ok {
		if own := b.body(); own.outer == f {
			return own
		}
	}
	return nil
}

// TableOf returns the table that answers for f, or nil where f is no filter made
// by a Kind: for filters made of many, which then save a call through an
// interface for every key.
func TableOf(f variants.Filter) *probe.Table {
	if own := bodyOf(f); own != nil {
		return &own.table
	}
	return nil
}
