package blocked

import (
	"fmt"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/bitarray"
	"github.com/filterlab/filterlab/variants/internal/save"
	"github.com/filterlab/filterlab/variants/internal/sizing"
	"github.com/filterlab/filterlab/variants/theory"
)

// Filter is a blocked Bloom filter. Any number of goroutines may query it at
// once, as long as none adds.
type Filter struct {
	table  table
	vector *kernel        // for batches: nil where assembly does not serve this shape or processor
	line   bool           // whether Contains is containsLine: vector rotates no word
	bits   bitarray.Array // over table.words
	own    save.Header
	config variants.Config
	shape  variants.Shape
}

// New validates c, allocates and returns an empty filter.
func New(c variants.Config) (variants.Filter, error) {
	l, err := plan(c)
	if err != nil {
		return nil, err
	}
	return build(c, l, bitarray.New(l.blocks*l.block)), nil
}

// build makes a filter over bits, which it keeps.
func build(c variants.Config, l layout, bits bitarray.Array) *Filter {
	s, words := l.shape(c.Capacity), bits.Words()
	f := &Filter{table: newTable(l, words), bits: bits, own: save.Of(name, c, s), config: c, shape: s}
	f.useVector(nil)
	if hasVector && l.vectors() {
		f.useVector(newKernel(l, words, s.Bits >= minAdds))
	}
	return f
}

// Shape returns what the filter is and costs.
func (f *Filter) Shape() variants.Shape { return sizing.Copy(f.shape) }

// SetBits returns the number of set bits.
func (f *Filter) SetBits() uint64 { return f.bits.Count() }

// Contains reports whether the key of d may have been added.
//
// Which code answers was chosen when the filter was made. A flag that is always the
// same costs less than a call through a function value: nothing waits for its address.
func (f *Filter) Contains(d hashes.Digest) bool {
	if f.line {
		return containsLine(f, d)
	}
	return f.contains(d)
}

// contains is Contains in portable code.
func (f *Filter) contains(d hashes.Digest) bool {
	switch f.table.kind {
	case pairs:
		return f.table.containsPair(d.A, d.B)
	case sums:
		return f.table.containsSums(d)
	}
	return f.table.containsWords(d)
}

// Add sets the k bits of d. It never fails.
func (f *Filter) Add(d hashes.Digest) error {
	switch f.table.kind {
	case pairs:
		f.table.addPair(d.A, d.B)
	case sums:
		f.table.addSums(d)
	default:
		f.table.addWords(d)
	}
	return nil
}

// Merge adds all keys of other, a blocked filter of the same bits, block, k,
// reduction, scheme and seed: the result is the filter of the union, bit for bit.
// The seed compared is Config.Seed: give filters of equal Config.Seed the same
// Hasher seed, which no filter knows.
func (f *Filter) Merge(other variants.Filter) error {
	o, ok := other.(*Filter)
	if !ok {
		return fmt.Errorf("%s: merge: variant differs: want a blocked filter, got %T", name, other)
	}
	if err := f.own.Unlike(o.own); err != nil {
		return err
	}
	f.bits.Or(&o.bits)
	return nil
}

// Estimate returns the number of distinct keys that would set as many bits on
// average: ln(1-X/m) / ln(1-d/m), d the mean number of different bits of one key;
// 0 for an empty filter, +Inf for a full one.
func (f *Filter) Estimate() float64 {
	one := predict(f.config, f.shape, 1).SetBits
	return theory.EstimateShare(f.shape.Bits, f.SetBits(), one/float64(f.shape.Bits))
}

// predict is the theory of the shape in use at n keys.
func predict(c variants.Config, s variants.Shape, n uint64) theory.Rate {
	return theory.Blocked(n, s.Blocks, s.BlockBits, s.K, model(c.Scheme.Probing))
}

// model names how the positions inside a block are drawn. Doubles have an odd
// step: positions inside a power of two of bits are then different.
func model(p hashes.Probing) theory.Positions { return sizing.Model(p, hashes.Mask) }
