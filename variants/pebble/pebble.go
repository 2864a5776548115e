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
	Version: "Pebble v2.1.7", Promise: system.PerKey(10, 0.01, "bloom.FilterPolicy: 10 bits per key yield about 1 %"),
}, shape, func(_ variants.Config, s variants.Shape) variants.Filter { return lines.New(name, s) })

func shape(c variants.Config) (variants.Shape, error) {
	params, err := system.Check(name, c, scheme, nil)
	if err != nil {
		return variants.Shape{}, err
	}
	of := func(perKey float64) (variants.Shape, error) {
		count, k := lines.Size(c.Capacity, perKey, false)
		if c.K != 0 {
			k = c.K
		}
		return lines.Shape(name, c, params, count, k)
	}
	switch {
	case c.FPR != 0:
		return system.Least(name, c, 1, 64, of, lines.Predict)
	case c.Bits != 0:
		return of(float64(c.Bits) / float64(c.Capacity))
	case c.BitsPerKey != math.Trunc(c.BitsPerKey):
		return variants.Shape{}, fmt.Errorf("%s: bits-per-key %v: want a whole number", name, c.BitsPerKey)
	}
	return of(c.BitsPerKey)
}
