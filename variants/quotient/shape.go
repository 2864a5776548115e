package quotient

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/sizing"
	"github.com/filterlab/filterlab/variants/theory"
)

// plan validates c and chooses remainder bits and blocks.
func plan(c variants.Config) (layout, error) {
	l, err := parse(c)
	if err != nil {
		return l, err
	}
	if c.FPR != 0 {
		err = l.sizeForRate(c.Capacity, c.FPR)
	} else {
		err = l.sizeForBits(c)
	}
	if err == nil && l.bits() > c.MaxBits() {
		err = fmt.Errorf("%s: %d quotients of %d bits: want at most 2^%d bits in all", name, l.quotients(), l.r, bits.Len64(c.MaxBits())-1)
	}
	return l, err
}

// least is the number of blocks that take capacity keys.
func (l *layout) least(capacity uint64) uint64 {
	per := blockSize * l.perMille
	return l.up((1000*capacity + per - 1) / per)
}

// up rounds a number of blocks up to one that the table may have.
func (l *layout) up(blocks uint64) uint64 {
	if l.pow2 {
		return 1 << bits.Len64(blocks-1)
	}
	return blocks
}

// rate is the exact rate at n keys.
func (l *layout) rate(n uint64) float64 { return theory.Quotient(n, l.quotients(), l.r).FPR }

// sizeForRate takes the shortest remainder whose rate at capacity is at most p in a
// table at the load asked for. A given r gets more blocks instead.
func (l *layout) sizeForRate(capacity uint64, p float64) error {
	l.blocks = l.least(capacity)
	if l.r != 0 {
		return l.blocksForRate(capacity, p)
	}
	for l.r = 1; l.r <= maxR; l.r++ {
		if l.rate(capacity) <= p {
			return nil
		}
	}
	l.r = maxR
	return fmt.Errorf("%s: fpr %g: the longest remainder is r=%d bits, which gives %.4g", name, p, maxR, l.rate(capacity))
}

// blocksForRate takes the fewest blocks, at least those there are, that bring the
// rate of a given r down to p.
func (l *layout) blocksForRate(capacity uint64, p float64) error {
	pair := -math.Expm1(math.Log1p(-p) / float64(capacity)) // the rate of one key that gives p
	need := math.Exp2(-float64(l.r)) / pair / blockSize
	if need > hashes.MaxBits {
		return fmt.Errorf("%s: fpr %g: r=%d needs more than 2^40 bits; want a larger r", name, p, l.r)
	}
	l.blocks = max(l.blocks, l.up(max(1, uint64(need))))
	for l.rate(capacity) > p { // once or twice: need was rounded down
		l.blocks = l.up(l.blocks + 1)
	}
	return nil
}

// sizeForBits fits the table into the bits asked for: the longest remainder with
// which the table takes capacity keys, then as many blocks as go in.
func (l *layout) sizeForBits(c variants.Config) error {
	budget := c.Bits
	if c.BitsPerKey != 0 {
		budget = uint64(math.Round(c.BitsPerKey * float64(c.Capacity)))
	}
	short := func(r int) error {
		if l.r, l.blocks = r, l.least(c.Capacity); l.bits() <= budget {
			return nil
		}
		return fmt.Errorf("%s: %d bits for %d keys: want at least %d (%g bits per key), remainders of %s at load %s", name, budget, c.Capacity, l.bits(), sizing.PerKey(l.bits(), c.Capacity), several(r, "bit"), l.params["load"])
	}
	if l.r == 0 {
		if err := short(1); err != nil {
			return err
		}
		for l.r = maxR; l.bits() > budget; l.r-- {
		}
	}
	l.blocks = l.down(budget / (metaBits + blockSize*uint64(l.r)))
	if l.blocks < l.least(c.Capacity) || l.bits() > budget {
		return short(l.r)
	}
	return nil
}

// down returns the most blocks that a table of so many in all may have before its
// tail.
func (l *layout) down(all uint64) uint64 {
	blocks := all / 2
	if all > 2*tail {
		blocks = all - tail
	}
	if l.pow2 && blocks > 0 {
		return 1 << (bits.Len64(blocks) - 1)
	}
	return blocks
}

// shape is the Shape function of the variant.
func shape(c variants.Config, _ uint64) (variants.Shape, error) {
	l, err := plan(c)
	if err != nil {
		return variants.Shape{}, err
	}
	return l.shape(c.Capacity), nil
}

// several is a number and what is counted, in the plural but for one.
func several(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
