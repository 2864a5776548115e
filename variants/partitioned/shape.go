package partitioned

import (
	"fmt"
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/bitarray"
	"github.com/filterlab/filterlab/variants/internal/bloom"
	"github.com/filterlab/filterlab/variants/internal/sizing"
	"github.com/filterlab/filterlab/variants/theory"
)

// plan validates c and returns its layout. m and k follow from c as for a classic
// filter (package sizing), then m is cut in k slices.
func plan(c variants.Config) (l bloom.Layout, err error) {
	full, r, err := sizing.Check(name, c, params())
	if err != nil {
		return l, err
	}
	// Reduce is left at its default here: it is the slice that it must suit.
	request := sizing.Request{Variant: name, Config: c, Unit: 1, BestK: bestK}
	m, k, err := request.Positions()
	if err != nil {
		return l, err
	}
	slice, err := sliceBits(c, r, m, k)
	if err != nil {
		return l, err
	}
	all := slice * uint64(k)
	return bloom.Layout{
		Shape: variants.Shape{
			Bits: all, Positions: all, BlockBits: slice, Allocated: 64 * bitarray.Words(all),
			K: k, Capacity: c.Capacity, Params: full,
		},
		Reduce: r, Range: slice, Stride: slice,
	}, nil
}

// sliceBits returns s = ceil(m/k), rounded up to a power of two where the
// reduction needs one and the size was not given in raw bits.
func sliceBits(c variants.Config, r hashes.Reduction, m uint64, k int) (uint64, error) {
	slice := (m + uint64(k) - 1) / uint64(k)
	if r == hashes.Mask && c.Bits == 0 {
		slice = 1 << bits.Len64(slice-1)
	}
	if err := r.Check(slice); err != nil {
		return 0, fmt.Errorf("%s: bits %d in %d slices: %w", name, m, k, err)
	}
	if slice > hashes.MaxBits/uint64(k) {
		return 0, fmt.Errorf("%s: %d slices of %d bits are more than 2^40 bits: want fewer bits", name, k, slice)
	}
	return slice, nil
}

// bestK is the k with the least exact rate at capacity, among slices of ceil(m/k).
func bestK(capacity, m uint64) int {
	rate := func(k int) float64 {
		slice := (m + uint64(k) - 1) / uint64(k)
		return theory.Partitioned(capacity, slice, k, theory.WithReplacement).FPR
	}
	return theory.BestK(rate, theory.OptimalK(capacity, m, variants.MaxK), variants.MaxK)
}

// predict is the theory of the shape in use, for the way positions are drawn.
func predict(c variants.Config, s variants.Shape, n uint64) theory.Rate {
	return theory.Partitioned(n, s.BlockBits, s.K, sizing.ModelOf(c.Scheme, s.Params["reduce"]))
}

// givenFill is the rate of filters whose set bits, over all slices, are known.
func givenFill(c variants.Config, s variants.Shape, meanSet, varSet float64) float64 {
	return theory.GivenFillPartitioned(s.BlockBits, s.K, meanSet, varSet, sizing.ModelOf(c.Scheme, s.Params["reduce"]))
}
