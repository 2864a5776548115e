package quotient

import (
	"fmt"
	"math"
	"strconv"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

const (
	maxR      = 32  // remainder bits: two lanes of a 64-bit load
	blockSize = 64  // slots of a block, one word of occupieds and one of runends
	metaBits  = 136 // of a block: occupieds, runends and the offset's byte
	tail      = 3   // blocks behind the last quotient
)

func params() []variants.Param {
	return []variants.Param{
		{Name: "r", Default: "auto", Doc: "remainder bits, 1 to 32; auto: as sizing asks"},
		{Name: "load", Default: "0.95", Doc: "the load that it is sized for and that it refuses keys above, 0.1 to 0.95"},
		{Name: "round", Default: "block", Doc: "number of quotients: a multiple of 64 (block), or a power of two (pow2) as in the paper"},
	}
}

// layout is a table's shape: r and blocks are 0 as long as they are to be chosen.
type layout struct {
	blocks   uint64 // of quotients, without the tail
	r        int
	perMille uint64 // the load allowed: whole numbers, no rounding to argue about
	pow2     bool
	params   variants.Params
}

// parse reads the parameters of c.
func parse(c variants.Config) (l layout, err error) {
	if err = variants.CheckConfig(name, c); err != nil {
		return l, err
	}
	switch {
	case c.K != 0:
		return l, fmt.Errorf("%s: k %d: want none: a key has one quotient and one remainder, no probes; k is for classic, partitioned, blocked and counting", name, c.K)
	case c.Capacity > hashes.MaxBits:
		return l, fmt.Errorf("%s: capacity %d: want at most 2^40 keys", name, c.Capacity)
	}
	if l.params, err = variants.FillParams(name, c.Params, params()); err != nil {
		return l, err
	}
	if l.params["r"] != "auto" {
		if l.r, err = l.params.Int(name, "r", 1, maxR); err != nil {
			return l, fmt.Errorf("%w, or auto", err)
		}
	}
	if err = l.parseLoad(); err != nil {
		return l, err
	}
	switch l.params["round"] {
	case "block":
	case "pow2":
		l.pow2 = true
	default:
		return l, fmt.Errorf("%s: parameter round=%s: want block or pow2", name, l.params["round"])
	}
	return l, nil
}

// parseLoad reads the parameter load.
func (l *layout) parseLoad() error {
	load, err := strconv.ParseFloat(l.params["load"], 64)
	if err != nil || !(load >= 0.1 && load <= 0.95) {
		return fmt.Errorf("%s: parameter load=%s: want a number from 0.1 to 0.95", name, l.params["load"])
	}
	l.perMille = uint64(math.Round(load * 1000))
	return nil
}

// quotients is Q.
func (l *layout) quotients() uint64 { return l.blocks * blockSize }

// limit is the number of remainders above which keys are refused.
func (l *layout) limit() uint64 { return l.quotients() * l.perMille / 1000 }

// all is the number of blocks with the tail. What is pushed behind the last quotient
// at load 0.95 is longer than 192 slots with a chance of 2e-9; a small table has room
// for all it holds.
func (l *layout) all() uint64 { return l.blocks + min(l.blocks, tail) }

// bits is the memory of the whole table.
func (l *layout) bits() uint64 { return l.all() * (metaBits + blockSize*uint64(l.r)) }

// shape is the Shape of a chosen layout.
func (l *layout) shape(capacity uint64) variants.Shape {
	l.params["r"] = strconv.Itoa(l.r)
	return variants.Shape{
		Bits:      l.bits(),
		Allocated: l.bits() + 8*padding,
		Capacity:  capacity,
		Params:    l.params,
		Buckets:   l.blocks,
		Slots:     blockSize,
		Remainder: l.r,
	}
}
