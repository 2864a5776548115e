package splitblock

import (
	"fmt"
	"unsafe"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/bitarray"
	"github.com/filterlab/filterlab/variants/internal/save"
	"github.com/filterlab/filterlab/variants/internal/sizing"
	"github.com/filterlab/filterlab/variants/theory"
)

// Filter is a split-block Bloom filter. Any number of goroutines may query it at
// once, as long as none adds.
//
// Add and Contains are inlined where the caller knows that a filter is one of these,
// which leaves one call, to the assembly.
type Filter struct {
	table  *uint64 // the first of the words: what assembly needs
	count  uint64  // of blocks
	wide   bool    // whether assembly answers
	blocks []block // the words again
	bits   bitarray.Array
	own    save.Header
	shape  variants.Shape
}

// New validates c, allocates and returns an empty filter: a *Filter.
func New(c variants.Config) (variants.Filter, error) {
	blocks, err := plan(c)
	if err != nil {
		return nil, err
	}
	return build(c, bitarray.New(blocks*blockBits), hasVector), nil
}

// build makes a filter over bits, whole blocks, which it keeps.
func build(c variants.Config, bits bitarray.Array, vectors bool) *Filter {
	n := bits.Len() / blockBits
	s, first := shapeOf(c, n), unsafe.SliceData(bits.Words())
	return &Filter{
		table: first, count: n, wide: vectors, blocks: unsafe.Slice((*block)(unsafe.Pointer(first)), n),
		bits: bits, own: save.Of(name, c, s), shape: s,
	}
}

// Contains reports whether the key of d may have been added.
func (f *Filter) Contains(d hashes.Digest) bool { return contains(f, d.A) }

// Add sets the eight bits of d. It never fails.
func (f *Filter) Add(d hashes.Digest) error {
	add(f, d.A)
	return nil
}

// Shape returns what the filter is and costs.
func (f *Filter) Shape() variants.Shape { return sizing.Copy(f.shape) }

// SetBits returns the number of set bits.
func (f *Filter) SetBits() uint64 { return f.bits.Count() }

// Merge adds all keys of other, a split-block filter of the same bits, scheme and
// seed: the result is the filter of the union, bit for bit. The seed compared is
// Config.Seed: give filters of equal Config.Seed the same Hasher seed, which no
// filter knows.
func (f *Filter) Merge(other variants.Filter) error {
	o, ok := other.(*Filter)
	if !ok {
		return fmt.Errorf("%s: merge: variant differs: want a split-block filter, got %T", name, other)
	}
	if err := f.own.Unlike(o.own); err != nil {
		return err
	}
	f.bits.Or(&o.bits)
	return nil
}

// Estimate returns the number of distinct keys that would set as many bits on
// average: ln(1-X/m) / ln(1-8/m), since a key sets each bit with probability
// 8/m; 0 for an empty filter, +Inf for a full one.
func (f *Filter) Estimate() float64 {
	return theory.EstimateShare(f.shape.Bits, f.SetBits(), lanes/float64(f.shape.Bits))
}
