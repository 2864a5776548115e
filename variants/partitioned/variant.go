package partitioned

import "github.com/filterlab/filterlab/variants"

const name = "partitioned"

func params() []variants.Param { return []variants.Param{variants.ReduceParam} }

// Variant is the partitioned Bloom filter.
var Variant = &variants.Variant{
	Name:   name,
	Doc:    "k slices of the table, one probe in each: an exact formula, and positions that never coincide",
	Paper:  "Kirsch and Mitzenmacher, Less Hashing, Same Performance: Building a Better Bloom Filter, ESA 2006",
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
