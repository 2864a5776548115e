// Package static is what filters have in common that are built from a whole set at
// once and store, in a table of fingerprints, one equation a key:
//
//	table[p0] xor table[p1] xor table[p2] = fingerprint of the key
//
// It chooses the fingerprint's width, derives the seeds of the tries, removes
// duplicates, and saves and loads. Where a key's positions are, and so how the
// equations are solved, is each filter's own.
package static

import (
	"fmt"
	"math"
	"strconv"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

// MaxTries bounds the seeds of one Build. A try on a set that can be built fails
// with a probability well below a half, so that a hundred failures mean a broken
// hash, not bad luck.
const MaxTries = 100

// MaxKeys is the largest capacity, and the most keys of a set: positions are 32-bit.
const MaxKeys = 1 << 31

// Kind is what the shape of one kind of filter depends on.
type Kind struct {
	Name   string
	Known  []variants.Param                                  // "f" among them
	Widths []int                                             // fingerprint bits possible, ascending
	Slots  func(p variants.Params, n uint64) (uint64, error) // slots of a table for n keys
}

// Plan is a checked configuration: what is to be allocated for a number of keys.
type Plan struct {
	F        int    // fingerprint bits
	Slots    uint64 // of the table
	Capacity uint64
	Params   variants.Params // all in force, f as a number
}

// Plan validates c and returns the table for n keys. The fingerprint is chosen at
// capacity: the smallest whose rate is at most FPR, or the largest whose table
// fits the bits. A set larger than the capacity gets a table of its own size.
func (k *Kind) Plan(c variants.Config, n uint64) (p Plan, err error) {
	if err = variants.CheckConfig(k.Name, c); err != nil {
		return p, err
	}
	if c.K != 0 {
		return p, fmt.Errorf("%s: k %d: want none: the number of positions of a key is fixed; k is for classic, partitioned, blocked and counting", k.Name, c.K)
	}
	if most := max(c.Capacity, n); most > MaxKeys {
		return p, fmt.Errorf("%s: capacity %d: want at most 2^31 keys", k.Name, most)
	}
	if p.Params, err = variants.FillParams(k.Name, c.Params, k.Known); err != nil {
		return p, err
	}
	p.Capacity = c.Capacity
	if p.Slots, err = k.Slots(p.Params, c.Capacity); err != nil {
		return p, err
	}
	if p.F, err = k.width(c, p); err != nil {
		return p, err
	}
	p.Params["f"] = strconv.Itoa(p.F)
	if n > c.Capacity {
		p.Slots, err = k.Slots(p.Params, n)
	}
	return p, err
}

// width chooses the fingerprint bits, or checks those given.
func (k *Kind) width(c variants.Config, p Plan) (int, error) {
	among := k.Widths
	if word := p.Params["f"]; word != "auto" {
		if among = k.given(word); among == nil {
			return 0, fmt.Errorf("%s: parameter f=%s: want one of %v, or auto", k.Name, word, k.Widths)
		}
	}
	if c.FPR != 0 {
		for _, f := range among {
			if theory.FingerprintRate(f) <= c.FPR {
				return f, nil
			}
		}
		f := among[len(among)-1]
		return 0, fmt.Errorf("%s: fpr %g: the largest fingerprint is f=%d bits, which gives %.4g", k.Name, c.FPR, f, theory.FingerprintRate(f))
	}
	budget := c.Bits
	if budget == 0 {
		budget = uint64(math.Round(c.BitsPerKey * float64(c.Capacity)))
	}
	for i := len(among) - 1; i >= 0; i-- {
		if f := among[i]; uint64(f)*p.Slots <= budget {
			return f, nil
		}
	}
	need := uint64(among[0]) * p.Slots
	return 0, fmt.Errorf("%s: bits %d for %d keys: want at least %d (%.4g bits per key), %d slots of f=%d",
		k.Name, budget, c.Capacity, need, float64(need)/float64(c.Capacity), p.Slots, among[0])
}

// given returns the width that word names, alone; nil if it is none.
func (k *Kind) given(word string) []int {
	for i, f := range k.Widths {
		if strconv.Itoa(f) == word {
			return k.Widths[i : i+1]
		}
	}
	return nil
}

// Shape is the shape of p: every bit of the table counts.
func (p Plan) Shape() variants.Shape {
	bits := p.Slots * uint64(p.F)
	return variants.Shape{Bits: bits, Allocated: bits, Capacity: p.Capacity, Params: p.Params, Remainder: p.F}
}

// Predict is the rate of every such filter: a query whose digest is random meets
// its own fingerprint in the sum of its slots, whatever they hold, with
// probability 2^-f. So over all digests every filter has this rate, and none is better
// than another: there is no spread. An empty filter contains nothing.
func Predict(_ variants.Config, s variants.Shape, n uint64) theory.Rate {
	r := theory.Rate{FPR: theory.FingerprintRate(s.Remainder), SetBits: math.NaN(), SetBitsSD: math.NaN(),
		Formula: "2^-f, for any number of keys (Graf and Lemire 2020)"}
	if n == 0 {
		r.FPR = 0
	}
	return r
}

// Seeds returns the two odd multipliers of a try, 0 being the first.
func Seeds(seed uint64, try int) (a, b uint64) {
	s := hashes.SplitMix64(seed + uint64(try)*0xd1342543de82ef95)
	return s | 1, hashes.SplitMix64(s) | 1
}
