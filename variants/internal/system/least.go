package system

import (
	"fmt"
	"math"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

// Least returns the shape of the fewest bits per key among the multiples of step up
// to most whose rate by theory at capacity is at most the one that c asks for.
// Systems that are sized by bits per key know no rates; this is our way to ask them
// for one. No Bloom filter needs less than log2(1/p)/ln 2 bits per key, so the search
// begins there (or at 1); filters of a few keys are larger than that anyway, as
// systems round up.
func Least(name string, c variants.Config, step, most float64, of func(perKey float64) (variants.Shape, error),
	predict func(variants.Config, variants.Shape, uint64) theory.Rate) (variants.Shape, error) {
	first := math.Max(1, math.Floor(theory.BitsPerKeyBloom(c.FPR)))
	n := float64(c.Capacity)
	if float64(first*n) > float64(c.MaxBits()) {
		return variants.Shape{}, fmt.Errorf("%s: fpr %v for %d keys: want at most %d bits in all: a smaller capacity or a larger fpr", name, c.FPR, c.Capacity, c.MaxBits())
	}
	for i := math.Round(first / step); float64(i*step) <= most; i++ {
		s, err := of(float64(i * step))
		if err != nil {
			return s, err
		}
		if float64(s.Bits) < 0.99*i*step*n {
			return variants.Shape{}, fmt.Errorf("%s: fpr %v for %d keys: the system cuts its filters at %d bits: want a smaller capacity or a larger fpr", name, c.FPR, c.Capacity, s.Bits)
		}
		if predict(c, s, c.Capacity).FPR <= c.FPR {
			return s, nil
		}
	}
	return variants.Shape{}, fmt.Errorf("%s: fpr %v: not reached with %v bits per key: want a larger rate, or bits per key", name, c.FPR, most)
}
