package blocked

import "github.com/filterlab/filterlab/variants"

const name = "blocked"

// Variant is the blocked Bloom filter.
var Variant = &variants.Variant{
	Name:   name,
	Doc:    "classic filters of one cache line each, one of which holds all bits of a key",
	Paper:  "Putze, Sanders, Singler: Cache-, Hash- and Space-Efficient Bloom Filters, WEA 2007",
	Params: params(),
	Can: []variants.Ability{
		variants.CanAdd, variants.CanMerge, variants.CanAddBatch, variants.CanContainsBatch,
		variants.CanCountBits, variants.CanEstimate, variants.CanSave,
	},
	Probes:    true,
	OrderFree: true,
	Shape:     shape,
	New:       New,
	Predict:   predict,
	Load:      load,
}
