package plan

import (
	"fmt"
	"math"
	"strings"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// Catalog is the code behind the names of a spec.
type Catalog struct {
	Variants  []*variants.Variant
	Functions []*hashes.Function
	// KeyLimit returns how many distinct keys a kind has, math.MaxUint64 for
	// those made by arithmetic; an unknown kind or unreadable file is an error.
	KeyLimit func(kind string) (uint64, error)
}

// variant finds a variant by name.
func (c *Catalog) variant(name string) (*variants.Variant, error) {
	var known []string
	for _, v := range c.Variants {
		if v.Name == name {
			return v, nil
		}
		known = append(known, v.Name)
	}
	return nil, fmt.Errorf("%s", hashes.Unknown("variant", name, known))
}

// which lists the variants that ok accepts, for errors that say who can.
func (c *Catalog) which(ok func(*variants.Variant) bool) string {
	var names []string
	for _, v := range c.Variants {
		if ok(v) {
			names = append(names, v.Name)
		}
	}
	if len(names) == 0 {
		return "no variant here"
	}
	return strings.Join(names, ", ")
}

// checkPair refuses a point whose parts exist and do not go together.
func (c *Catalog) checkPair(v *variants.Variant, p *experiments.Point) error {
	if p.K != 0 && !v.Probes {
		return fmt.Errorf("k = %d on %s, which has no probes; who has: %s", p.K, v.Name,
			c.which(func(v *variants.Variant) bool { return v.Probes }))
	}
	if p.Params[Churn] != "" && !v.Has(variants.CanRemove) {
		return fmt.Errorf("%s = %s on %s, which cannot remove keys; who can: %s", Churn, p.Params[Churn], v.Name,
			c.which(func(v *variants.Variant) bool { return v.Has(variants.CanRemove) }))
	}
	return nil
}

// checkKeys refuses more keys than a kind has, and returns how many absent ones
// are left for one trial.
func (c *Catalog) checkKeys(p *experiments.Point, churn float64) (absent uint64, err error) {
	limit, err := c.KeyLimit(p.Keys)
	if err != nil {
		return 0, err
	}
	taken := p.N + uint64(math.Round(churn*float64(p.N)))
	if taken >= limit {
		return 0, fmt.Errorf("keys %s: %d are inserted: want at most %d, so that one of its %d is left to ask for", p.Keys, taken, limit-1, limit)
	}
	return limit - taken, nil
}
