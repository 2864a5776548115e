package pebble

import (
	"fmt"
	"math"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/lines"
	"github.com/filterlab/filterlab/variants/internal/system"
)

const name = "pebble"

var scheme = hashes.Scheme{Function: lines.Function(), Probing: hashes.Own}

// Variant is Pebble's filter.
var Variant = system.Variant(variants.Variant{
	Name: name, Doc: "Pebble's table filter: cache lines, double hashing of 32 bits inside",
	Paper:  "Pebble v1.1.5 and v2.1.7, bloom/bloom.go; Putze, Sanders, Singler: Cache-, Hash- and Space-Efficient Bloom Filters, WEA 2007",
	Probes: true, Scheme: &scheme, Predict: lines.Predict,
	Empty: empty, NoBits: noBits,
	Version: "Pebble v2.1.7", Promise: system.PerKey(10, 0.01, "bloom.FilterPolicy: 10 bits per key yield about 1 %"),
}, shape, func(_ variants.Config, s variants.Shape) variants.Filter { return lines.New(name, s) })

// empty is the filter of no keys: five bytes of 0, whatever was asked for.
func empty(c variants.Config) (variants.Filter, error) {
	c.Capacity = 1
	if _, err := shape(c); err != nil {
		return nil, err
	}
	return lines.New(name, variants.Shape{}), nil
}

// noBits is Pebble's least: one line, which it makes of no bits as of few.
func noBits(c variants.Config) (variants.Config, error) {
	if c.Bits = 512; c.K == 0 {
		c.K = 1
	}
	return c, nil
}

func shape(c variants.Config) (variants.Shape, error) {
	params, err := system.Check(name, c, scheme, nil)
	if err != nil {
		return variants.Shape{}, err
	}
	of := func(perKey float64) (variants.Shape, error) {
		count, k := lines.Size(c.Capacity, perKey, false)
		return lines.Shape(name, c, params, count, k)
	}
	switch {
	case c.FPR != 0:
		return system.Least(name, c, 1, 64, of, lines.Predict)
	case c.Bits != 0:
		return lines.ShapeOfBits(name, c, params, false)
	case c.BitsPerKey != math.Trunc(c.BitsPerKey):
		return variants.Shape{}, fmt.Errorf("%s: bits-per-key %v: want a whole number", name, c.BitsPerKey)
	}
	return of(c.BitsPerKey)
}
