package splitblock

import (
	"fmt"
	"math"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

const (
	blockBits = 256 // bits of a block
	lanes     = 8   // words of a block, and bits a key sets: k
	laneBits  = blockBits / lanes
	width     = blockBits / 64 // 64-bit words of a block
)

// plan validates c and chooses the number of blocks:
//
//   - Bits, and BitsPerKey times the capacity, are rounded up to whole blocks.
//   - FPR takes the fewest blocks whose rate at capacity is at most p.
func plan(c variants.Config) (blocks uint64, err error) {
	if err = variants.CheckConfig(name, c); err != nil {
		return 0, err
	}
	if c.K != 0 && c.K != lanes {
		return 0, fmt.Errorf("%s: k %d: want %d, one bit in each word of a block, or none", name, c.K, lanes)
	}
	if _, err = variants.FillParams(name, c.Params, nil); err != nil {
		return 0, err
	}
	most := c.MaxBits() / blockBits
	switch {
	case c.FPR != 0:
		return fewest(c.Capacity, c.FPR, most)
	case c.Bits != 0:
		blocks = whole(c.Bits)
	default:
		blocks = whole(uint64(math.Round(c.BitsPerKey * float64(c.Capacity))))
	}
	if blocks > most {
		return 0, fmt.Errorf("%s: %d blocks of %d bits: want at most 2^40 bits in all", name, blocks, blockBits)
	}
	return blocks, nil
}

// whole returns the blocks that hold at least n bits, at least one.
func whole(n uint64) uint64 { return max(1, n/blockBits+(n%blockBits+blockBits-1)/blockBits) }

// fewest returns the fewest blocks, at most most, that keep rate p with n keys. The
// rate falls with every block: so it doubles and then halves the gap.
func fewest(n uint64, p float64, most uint64) (uint64, error) {
	enough := func(blocks uint64) bool { return rate(n, blocks).FPR <= p }
	guess := theory.BitsPerKeyBloom(p) * float64(n) / blockBits
	low, high := uint64(0), max(1, uint64(min(guess, float64(most))))
	for !enough(high) {
		if high >= most {
			return 0, fmt.Errorf("%s: fpr %g at %d keys: more than 2^40 bits; want a larger fpr or a smaller capacity", name, p, n)
		}
		low, high = high, min(high+high/2+1, most)
	}
	for high-low > 1 {
		if mid := low + (high-low)/2; enough(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return high, nil
}

// shape is the Shape function of the variant.
func shape(c variants.Config, _ uint64) (variants.Shape, error) {
	blocks, err := plan(c)
	if err != nil {
		return variants.Shape{}, err
	}
	return shapeOf(c, blocks), nil
}

// shapeOf is the Shape of so many blocks.
func shapeOf(c variants.Config, blocks uint64) variants.Shape {
	total := blocks * blockBits
	return variants.Shape{
		Bits: total, Positions: total, Allocated: total,
		K: lanes, Capacity: c.Capacity, Params: variants.Params{},
		Blocks: blocks, BlockBits: blockBits,
	}
}

// predict is the theory of the shape in use at n keys.
func predict(_ variants.Config, s variants.Shape, n uint64) theory.Rate { return rate(n, s.Blocks) }

// equal is how often two keys have equal low halves of word 0, and so equal bits.
const equal = 1.0 / (1 << 32)

// undeclared is the share of the rate up to which equal halves are in the figure
// and not worth a word: no experiment here resolves it.
const undeclared = 1e-4

// rate is the exact rate for independent lanes and what equal halves add to it.
// The latter is the leading term only, so that it is an error where it matters.
func rate(n, blocks uint64) theory.Rate {
	r := theory.SplitBlocked(n, blocks, blockBits, lanes)
	more := float64(n) / float64(blocks) * equal * (1 - r.FPR)
	if more == 0 {
		return r
	}
	r.FPR = math.Min(1, r.FPR+more)
	r.Formula += ", equal halves of two digests to leading order"
	if share := more / r.FPR; share > undeclared {
		r.ModelError, r.Reason = share, "the bits of a key are a function of 32 bits of its digest"
	}
	return r
}

// check that every table leaves 32 bits of a digest's word to the lanes.
const _ = uint64(1<<32 - hashes.MaxBits/blockBits)
