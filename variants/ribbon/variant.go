package ribbon

import (
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/hugepage"
	"github.com/filterlab/filterlab/variants/internal/save"
	"github.com/filterlab/filterlab/variants/theory"
)

const name = "ribbon"

// Variant is the ribbon filter.
var Variant = &variants.Variant{
	Name:      name,
	Doc:       "one equation a key over a band of slots, solved by elimination, from the whole set at once; rate 2^-r in r bits and a few per cent",
	Paper:     "Dillinger, Walzer: Ribbon filter: practically smaller than Bloom and Xor, arXiv 2103.02515, 2021",
	Params:    known(),
	Can:       []variants.Ability{variants.CanBuild, variants.CanContainsBatch, variants.CanSave},
	OrderFree: true,
	Shape:     shape,
	New:       New,
	Predict:   predict,
	Load:      load,
}

// shape is the Shape function of the variant.
func shape(c variants.Config, n uint64) (variants.Shape, error) {
	p, err := planned(c, n)
	if err != nil {
		return variants.Shape{}, err
	}
	return p.shape(), nil
}

// New validates c, allocates and returns an empty filter.
func New(c variants.Config) (variants.Filter, error) {
	p, err := planned(c, 0)
	if err != nil {
		return nil, err
	}
	return newFilter(c, p, hugepage.Words(p.words())), nil
}

// predict is the theory of a filter that was built of n keys.
func predict(c variants.Config, s variants.Shape, n uint64) theory.Rate {
	p, err := planned(c, n)
	if err != nil {
		return theory.Rate{ModelError: 1, Reason: err.Error()}
	}
	if p.homogeneous {
		return theory.HomogeneousRibbon(n, p.slots-uint64(p.width), p.width, p.r)
	}
	return theory.StandardRibbon(n, p.r)
}

func load(data []byte, scheme hashes.Scheme) (variants.Filter, error) {
	return save.Load(data, name, scheme, restored)
}
