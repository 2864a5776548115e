package counting

import "github.com/filterlab/filterlab/variants"

const name = "counting"

func params() []variants.Param {
	return []variants.Param{
		{Name: "width", Default: "4", Doc: "bits a counter, 2 to 16; a counter that reaches 2^width-1 sticks there"},
		variants.ReduceParam,
	}
}

// Variant is the counting Bloom filter.
var Variant = &variants.Variant{
	Name:   name,
	Doc:    "a counter for every bit, so that keys can be removed; width times the memory of classic",
	Paper:  "Fan, Cao, Almeida and Broder, Summary Cache: A Scalable Wide-Area Web Cache Sharing Protocol, ToN 8(3), 2000",
	Params: params(),
	Can: []variants.Ability{
		variants.CanAdd, variants.CanRemove, variants.CanMerge, variants.CanAddBatch,
		variants.CanContainsBatch, variants.CanCountBits, variants.CanEstimate, variants.CanSave,
	},
	Probes:    true,
	OrderFree: true,
	Shape:     shape,
	New:       New,
	Predict:   predict,
	GivenFill: givenFill,
	Load:      load,
}
