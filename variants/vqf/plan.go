package vqf

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/sizing"
	"github.com/filterlab/filterlab/variants/theory"
)

const (
	blockSlots = 48
	buckets    = 80
	prints     = buckets << 8 // fingerprints
	blockBits  = 512
	safeLoad   = 0.92
)

func params() []variants.Param {
	return []variants.Param{
		{Name: "blocks", Default: "auto", Doc: "number of blocks, odd; auto: as sizing asks"},
		{Name: "load", Default: "0.92", Doc: "keys over slots that it is sized for, 0.1 to 0.92"},
	}
}

// layout is a table's shape: blocks is 0 as long as it is to be chosen.
type layout struct {
	blocks uint64
	load   float64
	params variants.Params
}

// parse reads the parameters of c.
func parse(c variants.Config) (l layout, err error) {
	if err = variants.CheckConfig(name, c); err != nil {
		return l, err
	}
	switch {
	case c.K != 0:
		return l, fmt.Errorf("%s: k %d: want none: a key has two blocks and a fingerprint, no probes; k is for classic, partitioned, blocked and counting", name, c.K)
	case c.Capacity > hashes.MaxBits:
		return l, fmt.Errorf("%s: capacity %d: want at most 2^40 keys", name, c.Capacity)
	}
	if l.params, err = variants.FillParams(name, c.Params, params()); err != nil {
		return l, err
	}
	if word := l.params["blocks"]; word != "auto" {
		l.blocks, err = strconv.ParseUint(word, 10, 64)
		if err != nil || l.blocks%2 == 0 || l.blocks > hashes.MaxBits/blockBits {
			return l, fmt.Errorf("%s: parameter blocks=%s: want an odd number from 1 to 2^31, or auto", name, word)
		}
	}
	l.load, err = strconv.ParseFloat(l.params["load"], 64)
	if err != nil || !(l.load >= 0.1 && l.load <= safeLoad) {
		return l, fmt.Errorf("%s: parameter load=%s: want a number from 0.1 to %v", name, l.params["load"], safeLoad)
	}
	return l, nil
}

// plan validates c and chooses blocks.
func plan(c variants.Config) (layout, error) {
	l, err := parse(c)
	if err != nil {
		return l, err
	}
	given := l.blocks != 0
	switch {
	case c.FPR != 0 && given:
		if r := l.rate(c.Capacity); r > c.FPR {
			err = fmt.Errorf("%s: fpr %g: blocks=%d give %.4g", name, c.FPR, l.blocks, r)
		}
	case c.FPR != 0:
		err = l.sizeForRate(c)
	default:
		err = l.sizeForBits(c)
	}
	if err == nil && l.bits() > c.MaxBits() {
		err = fmt.Errorf("%s: %d blocks of 512 bits: want at most 2^%d bits in all", name, l.blocks, bits.Len64(c.MaxBits())-1)
	}
	return l, err
}

// bits is the memory of all blocks.
func (l *layout) bits() uint64 { return l.blocks * blockBits }

// least is the number of blocks at the load asked for.
func (l *layout) least(capacity uint64) uint64 {
	return uint64(math.Ceil(float64(capacity)/float64(blockSlots*l.load))) | 1
}

// rate is the exact rate at n keys.
func (l *layout) rate(n uint64) float64 { return theory.TwoChoice(n, l.blocks, prints).FPR }

// sizeForRate takes the fewest blocks, at least those of the load asked for, with a rate
// of at most p at capacity.
func (l *layout) sizeForRate(c variants.Config) error {
	low := l.least(c.Capacity)
	for l.blocks = low; l.rate(c.Capacity) > c.FPR; l.blocks = 2*low + 1 {
		if low = l.blocks; l.bits() > c.MaxBits() {
			return fmt.Errorf("%s: fpr %g: needs more than 2^%d bits with remainders of 8 bits", name, c.FPR, bits.Len64(c.MaxBits())-1)
		}
	}
	for high := l.blocks; high-low > 2; { // low is too few, or the least
		l.blocks = (low + (high-low)/2) | 1
		if l.rate(c.Capacity) > c.FPR {
			low = l.blocks
		} else {
			high = l.blocks
		}
		if high-low <= 2 {
			l.blocks = high
		}
	}
	return nil
}

// sizeForBits takes as many blocks as go into the bits asked for.
func (l *layout) sizeForBits(c variants.Config) error {
	budget := c.Bits
	if c.BitsPerKey != 0 {
		budget = uint64(math.Round(c.BitsPerKey * float64(c.Capacity)))
	}
	least := l.blocks
	if least == 0 {
		least = l.least(c.Capacity)
	}
	if most := budget / blockBits; most < least {
		return fmt.Errorf("%s: %d bits for %d keys: want at least %d (%g bits per key), %d blocks of 512 bits", name, budget, c.Capacity, least*blockBits, sizing.PerKey(least*blockBits, c.Capacity), least)
	} else if l.blocks == 0 {
		l.blocks = (most - 1) | 1
	}
	return nil
}

// shapeOf is the Shape of a chosen layout.
func (l *layout) shapeOf(capacity uint64) variants.Shape {
	l.params["blocks"] = strconv.FormatUint(l.blocks, 10)
	return variants.Shape{
		Bits:      l.bits(),
		Allocated: l.bits() + 8*padding,
		Capacity:  capacity,
		Params:    l.params,
		Buckets:   l.blocks,
		Slots:     blockSlots,
		Remainder: 8,
	}
}

// shape is the Shape function of the variant.
func shape(c variants.Config, _ uint64) (variants.Shape, error) {
	l, err := plan(c)
	if err != nil {
		return variants.Shape{}, err
	}
	return l.shapeOf(c.Capacity), nil
}
