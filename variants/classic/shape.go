package classic

import (
	"fmt"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/bitarray"
	"github.com/filterlab/filterlab/variants/internal/bloom"
	"github.com/filterlab/filterlab/variants/internal/sizing"
	"github.com/filterlab/filterlab/variants/theory"
)

// plan validates c and returns its layout. See package sizing for how bits and k
// follow from a rate or from bits per key.
func plan(c variants.Config) (l bloom.Layout, err error) {
	full, r, err := sizing.Check(name, c, params())
	if err != nil {
		return l, err
	}
	request := sizing.Request{Variant: name, Config: c, Reduce: r, Unit: 1, BestK: bestK}
	m, k, err := request.Positions()
	if err != nil {
		return l, err
	}
	if err := r.Check(m); err != nil {
		return l, fmt.Errorf("%s: bits: %w", name, err)
	}
	return bloom.Layout{
		Shape: variants.Shape{
			Bits: m, Positions: m, Allocated: 64 * bitarray.Words(m),
			K: k, Capacity: c.Capacity, Params: full,
		},
		Reduce: r, Range: m,
	}, nil
}

// bestK is the k with the least exact rate at capacity.
func bestK(capacity, m uint64) int { return theory.OptimalK(capacity, m, variants.MaxK) }

// predict is the theory of the shape in use, for the way positions are drawn.
func predict(c variants.Config, s variants.Shape, n uint64) theory.Rate {
	return theory.Classic(n, s.Bits, s.K, sizing.ModelOf(c.Scheme, s.Params["reduce"]))
}

// givenFill is the rate of filters whose set bits are known: E[(X/m)^k].
func givenFill(c variants.Config, s variants.Shape, meanSet, varSet float64) float64 {
	return theory.GivenFill(s.K, s.Bits, meanSet, varSet, sizing.ModelOf(c.Scheme, s.Params["reduce"]))
}
