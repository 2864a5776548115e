package splitblock

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/bitarray"
	"github.com/filterlab/filterlab/variants/internal/hugepage"
	"github.com/filterlab/filterlab/variants/internal/save"
	"github.com/filterlab/filterlab/variants/internal/sizing"
)

// Filter is a split-block Bloom filter that is asked in portable Go. Any number of
// goroutines may query it at once, as long as none adds.
type Filter struct{ body }

// body is what a filter is, however it is asked.
type body struct {
	table  *uint64 // the first of the words: what assembly needs, before all else
	count  uint64  // of blocks
	blocks []block // the same words
	bits   bitarray.Array
	own    save.Header
	shape  variants.Shape
}

// New validates c, allocates and returns an empty filter: one that is asked in
// assembly where the processor has it.
func New(c variants.Config) (variants.Filter, error) {
	blocks, err := plan(c)
	if err != nil {
		return nil, err
	}
	return build(c, hugepage.Words(blocks*width), hasVector)
}

// build makes a filter over words, which it keeps.
func build(c variants.Config, words []uint64, vectors bool) (variants.Filter, error) {
	n := uint64(len(words)) / width
	s := shapeOf(c, n)
	bits, err := bitarray.Of(words, s.Bits)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	first := unsafe.SliceData(words)
	b := body{
		table: first, count: n, blocks: unsafe.Slice((*block)(unsafe.Pointer(first)), n),
		bits: bits, own: save.Of(name, c, s), shape: s,
	}
	if vectors {
		return vector(b), nil
	}
	return &Filter{b}, nil
}

// Contains reports whether the key of d may have been added.
func (f *Filter) Contains(d hashes.Digest) bool {
	i, x := find(d.A, f.count)
	return all(&f.blocks[i], x)&1 != 0
}

// Add sets the eight bits of d. It never fails.
func (f *Filter) Add(d hashes.Digest) error {
	i, x := find(d.A, f.count)
	set(&f.blocks[i], x)
	return nil
}

// Shape returns what the filter is and costs.
func (b *body) Shape() variants.Shape { return sizing.Copy(b.shape) }

// SetBits returns the number of set bits.
func (b *body) SetBits() uint64 { return b.bits.Count() }

// self makes the body inside a filter known to this package alone.
func (b *body) self() *body { return b }

// Merge adds all keys of other, a split-block filter of the same bits, scheme and
// seed: the result is the filter of the union, bit for bit. The seed compared is
// Config.Seed: give filters of equal Config.Seed the same Hasher seed, which no
// filter knows.
func (b *body) Merge(other variants.Filter) error {
	o, ok := other.(interface{ self() *body })
	if !ok {
		return fmt.Errorf("%s: merge: variant differs: want a split-block filter, got %T", name, other)
	}
	if err := b.own.Unlike(o.self().own); err != nil {
		return err
	}
	b.bits.Or(&o.self().bits)
	return nil
}

// Estimate returns the number of distinct keys that would set as many bits on
// average: ln(1-X/m) / ln(1-8/m), since a key sets each bit with probability
// 8/m; 0 for an empty filter, +Inf for a full one.
func (b *body) Estimate() float64 {
	m := float64(b.shape.Bits)
	switch set := b.SetBits(); set {
	case 0:
		return 0
	case b.shape.Bits:
		return math.Inf(1)
	default:
		return math.Log1p(-float64(set)/m) / math.Log1p(-lanes/m)
	}
}
