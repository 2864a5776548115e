package vqf

import (
	"math/bits"
	"unsafe"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/hugepage"
	"github.com/filterlab/filterlab/variants/internal/sizing"
)

// Filter is a vector quotient filter. Queries may run concurrently with each other,
// not with Add or Remove.
type Filter struct {
	base   unsafe.Pointer // of data
	data   []byte         // the blocks, and padding
	blocks uint64
	kernel bool // assembly looks into blocks and adds to them
	used   uint64
	config variants.Config
	shape  variants.Shape
}

// New validates c, allocates and returns an empty filter.
func New(c variants.Config) (variants.Filter, error) {
	l, err := plan(c)
	if err != nil {
		return nil, err
	}
	return newFilter(c, l, hugepage.Bytes(l.bits()/8+padding)), nil
}

// newFilter makes a filter over data, which it keeps.
func newFilter(c variants.Config, l layout, data []byte) *Filter {
	return &Filter{
		base:   unsafe.Pointer(unsafe.SliceData(data)),
		data:   data,
		blocks: l.blocks,
		kernel: hasKernel,
		config: c,
		shape:  l.shapeOf(c.Capacity),
	}
}

// Shape returns what the filter is and costs.
func (f *Filter) Shape() variants.Shape { return sizing.Copy(f.shape) }

// SetBits returns the number of occupied slots.
func (f *Filter) SetBits() uint64 { return f.used }

// block returns block i, below blocks.
func (f *Filter) block(i uint64) block { return block{unsafe.Add(f.base, i*(blockBits/8))} }

// locate returns both blocks and the fingerprint of a key's words.
func (f *Filter) locate(a, b uint64) (i1, i2, fp uint64) {
	i1, _ = bits.Mul64(a, f.blocks)
	fp, _ = bits.Mul64(b, prints)
	return i1, f.other(i1, fp), fp
}

// other returns the other block of a fingerprint in block i: s(fp) - i mod B, its own
// inverse.
func (f *Filter) other(i, fp uint64) uint64 {
	s, _ := bits.Mul64(hashes.SplitMix64(fp), f.blocks)
	d, below := bits.Sub64(s, i, 0)
	return d + f.blocks&-below
}

// Contains reports whether the key of d may have been added.
func (f *Filter) Contains(d hashes.Digest) bool {
	i1, i2, fp := f.locate(d.Pair())
	if f.kernel {
		return has(f.base, i1, i2, fp) != 0
	}
	return f.block(i1).marks(fp)|f.block(i2).marks(fp) != 0
}

// Add stores the fingerprint of d, also of a key that is in already. ErrFull changes
// nothing.
func (f *Filter) Add(d hashes.Digest) error {
	i1, i2, fp := f.locate(d.Pair())
	if f.kernel {
		if !add(f.base, i1, i2, fp) {
			return variants.ErrFull
		}
		f.used++
		return nil
	}
	if !f.place(i1, i2, fp) {
		return variants.ErrFull
	}
	return nil
}

// place adds fp to the block with fewer fingerprints, the first of equal ones; false if
// that is full. Which it is is as good as a coin toss, and chosen by masks.
func (f *Filter) place(i1, i2, fp uint64) bool {
	n1, n2 := f.block(i1).count(), f.block(i2).count()
	second := uint64((n2 - n1) >> (bits.UintSize - 1)) // all ones if the second has fewer
	if min(n1, n2) == blockSlots {
		return false
	}
	f.block(i1 ^ (i1^i2)&second).insert(fp)
	f.used++
	return true
}

// Remove takes one copy of the key of d out and reports whether there was one. Of keys
// that share fingerprint and blocks any copy will do: they are equal.
func (f *Filter) Remove(d hashes.Digest) bool {
	i1, i2, fp := f.locate(d.Pair())
	b := f.block(i1)
	i, ok := b.find(fp)
	if !ok {
		b = f.block(i2)
		i, ok = b.find(fp)
	}
	if ok {
		b.remove(i, fp>>8)
		f.used--
	}
	return ok
}
