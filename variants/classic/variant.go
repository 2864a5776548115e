package classic

import "github.com/filterlab/filterlab/variants"

const name = "classic"

func params() []variants.Param { return []variants.Param{variants.ReduceParam} }

// Variant is the classic Bloom filter.
var Variant = &variants.Variant{
	Name:   name,
	Doc:    "m bits and k positions a key; the filter all others are compared with",
	Paper:  "Bloom, Space/Time Trade-offs in Hash Coding with Allowable Errors, CACM 13(7), 1970",
	Params: params(),
	Can: []variants.Ability{
		variants.CanAdd, variants.CanMerge, variants.CanAddBatch, variants.CanContainsBatch,
		variants.CanCountBits, variants.CanEstimate, variants.CanSave,
	},
	Probes:    true,
	OrderFree: true,
	Shape:     kind().Shape,
	New:       New,
	Predict:   predict,
	GivenFill: givenFill,
	Load:      kind().Load,
}
