package system

import (
	"fmt"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

// Least returns the shape of the fewest bits per key among step, 2*step, ... most
// whose rate by theory at capacity is at most the one that c asks for. Systems that
// are sized by bits per key know no rates; this is our way to ask them for one.
func Least(name string, c variants.Config, step, most float64, of func(perKey float64) (variants.Shape, error),
	predict func(variants.Config, variants.Shape, uint64) theory.Rate) (variants.Shape, error) {
	for i := 1; float64(float64(i)*step) <= most; i++ {
		s, err := of(float64(i) * step)
		if err != nil {
			return s, err
		}
		if predict(c, s, c.Capacity).FPR <= c.FPR {
			return s, nil
		}
	}
	return variants.Shape{}, fmt.Errorf("%s: fpr %v: not reached with %v bits per key: want a larger rate, or bits per key", name, c.FPR, most)
}
