// Package partitioned is the Bloom filter whose k probes each have a part of
// the table to themselves: k slices of s = ceil(m/k) bits, one bit a key in each.
//
//	        key "ada"
//	    |         |          |
//	0 0 1 0 1 | 0 1 0 0 0 | 1 0 0 1 0      k = 3 slices of s = 5 bits
//
// A key's k positions are then always different, and the slices are independent:
// the rate is exactly
//
//	(1-(1-1/s)^n)^k
//
// with no term for dependent bits, unlike the classic filter's. It lies a little
// above the classic rate (relatively about 0.35k^2/m), since no bit is shared
// among probes: 3 parts in a million at m = 5e6, k = 7. The formula is for
// independent probes. Under double hashing one key runs through the slices in
// equal steps, so two keys that agree in two slices tend to agree in all: the
// surplus is larger than classic's, and package theory predicts it.
//
// Cost: as classic, and Bits is k*s, up to k-1 bits more than were asked for:
// predictions are for the bits in use. Probes can be made in parallel, one memory
// bank each, which is where the form comes from (hardware; Kirsch and Mitzenmacher
// 2006 use it as well). Keys cannot be removed; filters merge by OR.
//
// Each slice is found by the same scheme and reduction as in classic, over [0, s),
// and lies after the slices before it.
//
// Further reading: Almeida, Baquero, Preguica and Hutchison, Scalable Bloom
// Filters, IPL 101(6), 2007, section 2, on the variance of both forms.
package partitioned

import (
	"fmt"
	"math"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/bitarray"
	"github.com/filterlab/filterlab/variants/internal/probe"
	"github.com/filterlab/filterlab/variants/internal/save"
	"github.com/filterlab/filterlab/variants/internal/sizing"
)

// Filter is a partitioned Bloom filter. Any number of goroutines may query it at
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
		table: probe.Table{Plan: probe.New(c.Scheme.Probing, r, s.BlockBits, s.K, s.BlockBits), Bits: bits},
		own:   save.Of(name, c, s),
		shape: s,
	}
}

// Contains reports whether the key of d may have been added: whether its bit is
// set in every slice. It stops at the first zero.
func (f *Filter) Contains(d hashes.Digest) bool { return f.table.Contains(d) }

// Add sets the key's bit in every slice. It never fails.
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

// Shape returns the filter's shape; BlockBits is s, the bits of a slice.
func (f *Filter) Shape() variants.Shape { return sizing.Copy(f.shape) }

// SetBits returns the number of set bits over all slices.
func (f *Filter) SetBits() uint64 { return f.table.Bits.Count() }

// Estimate returns the number of distinct keys that would set as many bits on
// average: a slice is a filter of one probe, so ln(1-X/m) / ln(1-1/s) (linear
// counting, Whang et al. 1990). 0 for an empty filter, +Inf for a full one.
func (f *Filter) Estimate() float64 {
	switch set := f.SetBits(); set {
	case 0:
		return 0
	case f.shape.Bits:
		return math.Inf(1)
	default:
		return math.Log1p(-float64(set)/float64(f.shape.Bits)) / math.Log1p(-1/float64(f.shape.BlockBits))
	}
}

// Merge adds all keys of other, a partitioned filter of the same bits, k,
// reduction, scheme and seed: the result is the filter of the union, bit for bit.
// The seed compared is Config.Seed: give filters of equal Config.Seed the same
// Hasher seed, which no filter knows.
func (f *Filter) Merge(other variants.Filter) error {
	o, ok := other.(*Filter)
	if !ok {
		return fmt.Errorf("%s: merge: variant differs: want a partitioned filter, got %T", name, other)
	}
	if err := f.own.Unlike(o.own); err != nil {
		return err
	}
	f.table.Bits.Or(&o.table.Bits)
	return nil
}
