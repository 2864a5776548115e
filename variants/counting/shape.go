package counting

import (
	"fmt"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/bitarray"
	"github.com/filterlab/filterlab/variants/internal/sizing"
	"github.com/filterlab/filterlab/variants/theory"
)

// layout is all that follows from a configuration.
type layout struct {
	shape  variants.Shape
	reduce hashes.Reduction
	width  uint64
}

// shape returns the shape of c; the keys held do not change it.
func shape(c variants.Config, _ uint64) (variants.Shape, error) {
	l, err := plan(c)
	return l.shape, err
}

// plan validates c. A rate gives as many counters as classic has bits; bits per
// key and raw bits are memory, width for a counter, and are cut down to whole
// counters.
func plan(c variants.Config) (l layout, err error) {
	full, r, err := sizing.Check(name, c, params())
	if err != nil {
		return l, err
	}
	width, err := full.Int(name, "width", 2, 16)
	if err != nil {
		return l, err
	}
	l.reduce, l.width = r, uint64(width)
	request := sizing.Request{Variant: name, Config: c, Reduce: l.reduce, Unit: l.width, BestK: bestK}
	m, k, err := request.Positions()
	if err != nil {
		return l, err
	}
	if err := l.reduce.Check(m); err != nil {
		return l, fmt.Errorf("%s: bits: %w", name, err)
	}
	l.shape = variants.Shape{
		Bits: m * l.width, Positions: m, Allocated: 64 * bitarray.Words(m*l.width),
		K: k, Capacity: c.Capacity, Params: full,
	}
	return l, nil
}

// bestK is classic's, for m counters.
func bestK(capacity, m uint64) int { return theory.OptimalK(capacity, m, variants.MaxK) }

// predict is classic's theory for the counters in use and the keys now held. It
// holds as long as no counter was asked to pass its largest value.
func predict(c variants.Config, s variants.Shape, n uint64) theory.Rate {
	return theory.Classic(n, s.Positions, s.K, sizing.ModelOf(c.Scheme, s.Params["reduce"]))
}

// givenFill is the rate of filters whose nonzero counters are known.
func givenFill(c variants.Config, s variants.Shape, meanSet, varSet float64) float64 {
	return theory.GivenFill(s.K, s.Positions, meanSet, varSet, sizing.ModelOf(c.Scheme, s.Params["reduce"]))
}
