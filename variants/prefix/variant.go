package prefix

import (
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

const name = "prefix"

// Over returns the prefix filter with the variants given to choose its spare from, by
// the parameter `spare`; the first is the default. Each must be able to add and save,
// and must not probe: the spare's digests have two words. Over panics on others, or
// where none is given, since only a program's own list of variants comes here.
func Over(spares ...*variants.Variant) *variants.Variant {
	if len(spares) == 0 {
		panic(name + ": no spare variant")
	}
	for _, v := range spares {
		if !v.Has(variants.CanAdd) || !v.Has(variants.CanSave) || v.Probes || v.Scheme != nil {
			panic(name + ": spare variant " + v.Name + " must add and save, without probes or a scheme of its own")
		}
	}
	f := family(spares)
	return &variants.Variant{
		Name:   name,
		Doc:    "bins that keep their smallest fingerprints and a spare for the others: one cache line a query; can be full",
		Paper:  "Even, Even, Morrison: Prefix Filter: Practically and Theoretically Better Than Bloom, VLDB 2022",
		Params: f.params(),
		Can: []variants.Ability{
			variants.CanAdd, variants.CanAddBatch, variants.CanContainsBatch, variants.CanSave,
		},
		Shape:   f.shape,
		New:     f.new,
		Predict: f.predict,
		Load:    f.load,
	}
}

// family is the spare variants to choose from; the first is the default.
type family []*variants.Variant

// find returns the spare variant called word.
func (f family) find(word string) (*variants.Variant, error) {
	names := make([]string, len(f))
	for i, v := range f {
		if v.Name == word {
			return v, nil
		}
		names[i] = v.Name
	}
	return nil, unknown(hashes.Unknown("spare variant", word, names))
}
