// Package classic is the filter of Bloom 1970: m bits, and k positions a key.
//
// Adding a key sets its k bits. A query looks at the key's k bits: if one is
// zero the key was never added; if all are ones it probably was.
//
//	           key "ada"            absent key "bob"
//	           |   |   |            |   |   |
//	m bits  0 0 1 0 1 0 0 1 0 1 1 0 1 0 0 1 1 0
//	                                          ^ zero: certainly absent
//
// There is never a false negative, since bits are only ever set. A false
// positive needs all k bits set by other keys: with the share of set bits X/m its
// probability is (X/m)^k, and over all filters of n keys on average
//
//	E[(X/m)^k], above (1-e^(-kn/m))^k by about (0.35k + 0.15k(k-1))/m of itself
//
// (Bose et al. 2008 and Christensen, Roginsky and Jimeno 2010 for the exact mean;
// the familiar second form is its limit for large m). It is least where half the
// bits are set, k = (m/n) ln 2, and is then 0.6185^(m/n): 10 bits a key and k = 7
// give 0.82%.
//
// Cost: 1.44 log2(1/p) bits a key, 44% above the least possible; k memory
// accesses to add, 2 on average to refuse an absent key at half fill, k to find a
// present one. Keys cannot be removed (a bit does not know how many keys set it:
// see package counting) and the filter cannot grow (see scalable). Filled past
// its capacity it keeps its promise and its rate rises towards 1. Filters of the
// same m, k and hashing merge by OR, bit for bit the filter of the union.
//
// What differs from the paper: positions are drawn with replacement, as practice
// does (Bloom's own formula, (1-(1-k/m)^n)^k, is for k different positions), and
// derived from one digest by the scheme's probing; the prediction knows which.
// m is exactly the number of bits asked for, not a power of two nor a multiple of
// a word.
//
// Further reading: Broder and Mitzenmacher, Network Applications of Bloom
// Filters, Internet Mathematics 1(4), 2004.
package classic

import (
	"fmt"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/bitarray"
	"github.com/filterlab/filterlab/variants/internal/probe"
	"github.com/filterlab/filterlab/variants/internal/save"
	"github.com/filterlab/filterlab/variants/internal/sizing"
	"github.com/filterlab/filterlab/variants/theory"
)

// Filter is a classic Bloom filter. Any number of goroutines may query it at
// once, as long as none adds.
type Filter struct {
	table probe.Table
	own   save.Header
	shape variants.Shape
}

// New returns an empty filter for c. Errors name the field, its value and what
// is allowed.
func New(c variants.Config) (variants.Filter, error) {
	s, r, err := plan(c)
	if err != nil {
		return nil, err
	}
	return build(c, s, r, bitarray.New(s.Bits)), nil
}

// build puts a filter of shape s around its bits.
func build(c variants.Config, s variants.Shape, r hashes.Reduction, bits bitarray.Array) *Filter {
	return &Filter{
		table: probe.Table{Plan: probe.New(c.Scheme.Probing, r, s.Bits, s.K, 0), Bits: bits},
		own:   save.Of(name, c, s),
		shape: s,
	}
}

// Contains reports whether the key of d may have been added: whether its k bits
// are all set. It stops at the first zero.
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

// Estimate returns the number of distinct keys that would set as many bits on
// average, ln(1-X/m) / (k ln(1-1/m)) (Swamidass and Baldi 2007, exact in m): 0 for
// an empty filter, +Inf for a full one.
func (f *Filter) Estimate() float64 {
	return theory.EstimateKeysExact(f.shape.Bits, f.shape.K, f.SetBits())
}

// Merge adds all keys of other, a classic filter of the same bits, k, reduction,
// scheme and seed: the result is the filter of the union, bit for bit.
// The seed compared is Config.Seed: give filters of equal Config.Seed the same
// Hasher seed, which no filter knows.
func (f *Filter) Merge(other variants.Filter) error {
	o, ok := other.(*Filter)
	if !ok {
		return fmt.Errorf("%s: merge: variant differs: want a classic filter, got %T", name, other)
	}
	if err := f.own.Unlike(o.own); err != nil {
		return err
	}
	f.table.Bits.Or(&o.table.Bits)
	return nil
}
