package runexp

import (
	"math"

	"github.com/filterlab/filterlab/experiments/internal/plan"
	"github.com/filterlab/filterlab/experiments/internal/report"
	"github.com/filterlab/filterlab/variants"
)

// promiseOf is what the maker says of a cell's filters, nil for nothing. A promise is
// about what was asked for, so the config is the wish and not the shape it led to.
func promiseOf(c *plan.Cell) *report.Promise {
	v, p := c.Variant, &c.Point
	if v.Promise == nil {
		return nil
	}
	made := v.Promise(variants.Config{Capacity: p.Capacity, Bits: p.Bits, BitsPerKey: p.BitsPerKey, FPR: p.FPR, K: p.K, Scheme: c.Scheme}, c.Shape, p.N)
	if math.IsNaN(made.FPR) {
		return nil
	}
	return &report.Promise{FPR: made.FPR, Maker: v.Version, Source: made.Source}
}
