package blocked

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// The block sizes allowed, in bits: one word to eight cache lines.
const (
	minBlock = 64
	maxBlock = 4096
)

func params() []variants.Param {
	return []variants.Param{
		{Name: "block", Default: "512", Doc: "bits of a block, a power of two from 64 to 4096; 512 is a cache line"},
		{Name: "reduce", Default: "fastrange", Doc: "how a block is chosen: fastrange, mod, or mask (a power of two of blocks)"},
	}
}

// layout is a validated configuration.
type layout struct {
	blocks, block uint64
	k             int
	reduce        hashes.Reduction
	probing       hashes.Probing
	params        variants.Params
}

// plan validates c and chooses the number of blocks and k:
//
//   - Bits, and BitsPerKey times the capacity, are rounded up to whole blocks, and
//     with reduce=mask to a power of two of blocks.
//   - FPR takes the fewest blocks that have a k (or with the k given) whose exact
//     rate at capacity is at most p.
//
// A k that is not given is the best by the exact theory. With Bits and k given no
// theory is asked, so that making many filters of a known shape is quick.
func plan(c variants.Config) (l layout, err error) {
	if err = variants.CheckConfig(name, c); err != nil {
		return l, err
	}
	if l, err = parse(c); err != nil {
		return l, err
	}
	search := newSearch(&l, c)
	switch {
	case c.FPR != 0:
		var best point
		best, err = search.forRate()
		l.blocks, l.k = best.blocks, best.k
	case c.Bits != 0:
		l.blocks = l.whole(c.Bits)
	default:
		l.blocks = l.whole(uint64(math.Round(c.BitsPerKey * float64(c.Capacity))))
	}
	if err != nil {
		return l, err
	}
	if l.blocks > hashes.MaxBits/l.block {
		return l, fmt.Errorf("%s: %d blocks of %d bits: want at most 2^40 bits in all", name, l.blocks, l.block)
	}
	if err := l.reduce.Check(l.blocks); err != nil {
		return l, fmt.Errorf("%s: blocks: %w", name, err)
	}
	if l.k == 0 {
		l.k = search.bestK(l.blocks)
	}
	return l, nil
}

// parse reads the parameters of c.
func parse(c variants.Config) (l layout, err error) {
	if l.params, err = variants.FillParams(name, c.Params, params()); err != nil {
		return l, err
	}
	block, err := l.params.Int(name, "block", minBlock, maxBlock)
	if err != nil || bits.OnesCount(uint(block)) != 1 {
		return l, fmt.Errorf("%s: parameter block=%s: want a power of two from %d to %d bits", name, l.params["block"], minBlock, maxBlock)
	}
	l.block, l.k, l.probing = uint64(block), c.K, c.Scheme.Probing
	l.reduce, err = l.params.Reduction(name)
	return l, err
}

// whole returns the blocks that hold at least n bits, at least one.
func (l *layout) whole(n uint64) uint64 {
	return l.up(max(1, (n+l.block-1)/l.block))
}

// up rounds a number of blocks up to one that the reduction takes.
func (l *layout) up(blocks uint64) uint64 {
	if l.reduce == hashes.Mask {
		return 1 << bits.Len64(blocks-1)
	}
	return blocks
}

// shape is the Shape of a chosen layout.
func (l *layout) shape(capacity uint64) variants.Shape {
	total := l.blocks * l.block
	return variants.Shape{
		Bits: total, Positions: total, Allocated: total,
		K: l.k, Capacity: capacity, Params: l.params,
		Blocks: l.blocks, BlockBits: l.block,
	}
}

// shape is the Shape function of the variant.
func shape(c variants.Config, _ uint64) (variants.Shape, error) {
	l, err := plan(c)
	if err != nil {
		return variants.Shape{}, err
	}
	return l.shape(c.Capacity), nil
}
