package plan

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

// The catalog of these tests: variants that have a shape and a prediction and
// cannot be built, so that planning is tested apart from filters.

// plain is a classic filter as the asymptotic formula sees it.
var plain = &variants.Variant{
	Name: "plain", Doc: "a bit array", Paper: "Bloom 1970", Params: []variants.Param{variants.ReduceParam},
	Can: []variants.Ability{variants.CanAdd, variants.CanCountBits}, Probes: true,
	Shape:   plainShape,
	New:     func(variants.Config) (variants.Filter, error) { return nil, errors.New("not to be built") },
	Predict: plainRate,
}

func plainShape(c variants.Config, n uint64) (variants.Shape, error) {
	if err := variants.CheckConfig("plain", c); err != nil {
		return variants.Shape{}, err
	}
	params, err := variants.FillParams("plain", c.Params, []variants.Param{variants.ReduceParam})
	if err != nil {
		return variants.Shape{}, err
	}
	m := float64(c.Bits)
	switch {
	case c.BitsPerKey > 0:
		m = math.Ceil(c.BitsPerKey * float64(c.Capacity))
	case c.FPR > 0:
		m = math.Ceil(-float64(c.Capacity) * math.Log(c.FPR) / (math.Ln2 * math.Ln2))
	}
	k := c.K
	if k == 0 {
		k = max(1, int(math.Round(m/float64(c.Capacity)*math.Ln2)))
	}
	return variants.Shape{Bits: uint64(m), Allocated: uint64(m), K: k, Capacity: c.Capacity, Params: params, Positions: uint64(m)}, nil
}

func plainRate(c variants.Config, s variants.Shape, n uint64) theory.Rate {
	fill := -math.Expm1(-float64(s.K) * float64(n) / float64(s.Bits))
	return theory.Rate{FPR: math.Pow(fill, float64(s.K)), SD: 0, SetBits: fill * float64(s.Bits), SetBitsSD: 1,
		ModelError: 1e-5, Formula: "asymptotic"}
}

// removable can also remove; bucketed has no probes and takes no sliced digests.
func removable() *variants.Variant {
	v := *plain
	v.Name = "removable"
	v.Can = append([]variants.Ability{variants.CanRemove}, v.Can...)
	return &v
}

func bucketed() *variants.Variant {
	v := *plain
	v.Name, v.Probes = "bucketed", false
	v.CheckScheme = func(s hashes.Scheme) error {
		if s.Probing == hashes.Sliced {
			return fmt.Errorf("bucketed: scheme %s: two words are all it needs", s.Name())
		}
		return nil
	}
	return &v
}

// narrow is a function of 64 bits.
var narrow = &hashes.Function{Name: "narrow", Doc: "64 bits", Paper: "none", Width: 64, Sum64: hashes.XXH3.Sum64, Sum128: hashes.XXH3.Sum128}

func fakes() Catalog {
	return Catalog{
		Variants:  []*variants.Variant{plain, removable(), bucketed()},
		Functions: []*hashes.Function{hashes.XXH3, narrow},
		KeyLimit: func(kind string) (uint64, error) {
			switch kind {
			case "uint64":
				return math.MaxUint64, nil
			case "words":
				return 104_334, nil
			}
			return 0, fmt.Errorf("%s", hashes.Unknown("key kind", kind, []string{"uint64", "words"}))
		},
	}
}

// spec parses an experiment named t with the given grids.
func spec(t *testing.T, grids string) experiments.Spec {
	t.Helper()
	s, err := experiments.Parse("t.toml", "name = \"t\"\nquestion = \"Does it?\"\nanalysis = \"Look.\"\n"+grids)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// planned plans grids with the fakes.
func planned(t *testing.T, profile, grids string) *Plan {
	t.Helper()
	p, err := New([]experiments.Spec{spec(t, grids)}, profile, fakes(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}
