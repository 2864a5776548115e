package cuckoo

import "github.com/filterlab/filterlab/variants"

const name = "cuckoo"

// Variant is the cuckoo filter.
var Variant = &variants.Variant{
	Name:   name,
	Doc:    "fingerprints in a hash table with two buckets a key; can remove; can be full",
	Paper:  "Fan, Andersen, Kaminsky, Mitzenmacher: Cuckoo Filter: Practically Better Than Bloom, CoNEXT 2014",
	Params: params(),
	Can: []variants.Ability{
		variants.CanAdd, variants.CanRemove, variants.CanAddBatch,
		variants.CanContainsBatch, variants.CanCountBits, variants.CanSave,
	},
	Shape:   shape,
	New:     New,
	Predict: predict,
	Load:    load,
}
