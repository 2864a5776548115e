package splitblock

import "github.com/filterlab/filterlab/variants"

const name = "splitblock"

// Variant is the split-block Bloom filter.
var Variant = &variants.Variant{
	Name:  name,
	Doc:   "blocks of eight 32-bit words, in each of which a key sets one bit",
	Paper: "Apple: Split block Bloom filters, 2021, arXiv:2101.01719",
	Can: []variants.Ability{
		variants.CanAdd, variants.CanMerge, variants.CanAddBatch, variants.CanContainsBatch,
		variants.CanCountBits, variants.CanEstimate, variants.CanSave,
	},
	OrderFree: true,
	Shape:     shape,
	New:       New,
	Predict:   predict,
	Load:      load,
}
