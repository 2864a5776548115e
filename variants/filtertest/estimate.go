package filtertest

import (
	"math"

	"github.com/filterlab/filterlab/variants"
)

// estimate looks at an empty filter, at ones near and under capacity, and at one
// whose bits are all set.
func (k *kit) estimate() {
	if !k.v.Has(variants.CanEstimate) {
		return
	}
	for _, s := range k.few() {
		const n = 10000
		c, src := k.sized(s, n), newSource(s, 14)
		f := k.make(c)
		if f == nil {
			continue
		}
		e, adds := f.(variants.Estimator), k.v.Has(variants.CanAdd)
		if got := e.Estimate(); adds && got != 0 {
			k.broke("%s: an empty filter estimates %v, want exactly 0", describe(c), got)
		}
		for have := uint64(0); have < n; have += n / 4 {
			if adds {
				k.fill(f, src, have, n/4)
			} else {
				k.fill(f, src, 0, have+n/4)
			}
			// The standard deviation of linear counting here is under 1%.
			want := float64(have + n/4)
			if got := e.Estimate(); !(math.Abs(got/want-1) <= 0.05) {
				k.broke("%s: %v keys held, %v estimated", describe(c), want, got)
			}
		}
	}
	if k.v.Has(variants.CanAdd) && k.v.Has(variants.CanCountBits) {
		k.saturated()
	}
}

// saturated fills a small filter until every unit is set, if it can be.
func (k *kit) saturated() {
	c := k.sized(k.schemes[0], 10)
	f := k.make(c)
	if f == nil {
		return
	}
	src := newSource(c.Scheme, 15)
	all := f.Shape().Positions
	for i := range uint64(10000) {
		k.fill(f, src, i, 1)
		if all > 0 && f.(variants.SetBitser).SetBits() == all {
			if got := f.(variants.Estimator).Estimate(); !math.IsInf(got, 1) {
				k.broke("%s: a full filter estimates %v, want +Inf", describe(c), got)
			}
			return
		}
	}
}
