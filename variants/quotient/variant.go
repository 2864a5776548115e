package quotient

import "github.com/filterlab/filterlab/variants"

const name = "quotient"

// Variant is the rank-and-select quotient filter.
var Variant = &variants.Variant{
	Name:   name,
	Doc:    "one sorted table of remainders, found by two bits a slot; can remove and merge; can be full",
	Paper:  "Pandey, Bender, Johnson, Patro: A General-Purpose Counting Filter: Making Every Bit Count, SIGMOD 2017",
	Params: params(),
	Can: []variants.Ability{
		variants.CanAdd, variants.CanRemove, variants.CanMerge, variants.CanAddBatch,
		variants.CanContainsBatch, variants.CanCountBits, variants.CanSave,
	},
	OrderFree: true,
	Shape:     shape,
	New:       New,
	Predict:   predict,
	Load:      load,
}
