package vqf

import (
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

const name = "vqf"

// Variant is the vector quotient filter.
var Variant = &variants.Variant{
	Name:   name,
	Doc:    "quotient filters of one cache line, two to choose from for every key; can remove; can be full",
	Paper:  "Pandey, Conway, Durie, Bender, Farach-Colton, Johnson: Vector Quotient Filters: Overcoming the Time/Space Trade-Off in Filter Design, SIGMOD 2021",
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

// predict is the exact rate at n keys, with the error of what may be refused.
func predict(_ variants.Config, s variants.Shape, n uint64) theory.Rate {
	slots := s.Buckets * blockSlots
	held := min(n, slots)
	r := theory.TwoChoice(held, s.Buckets, prints)
	if safe := float64(slots) * safeLoad; s.Buckets > 1 && float64(held) > safe {
		r.ModelError, r.Reason = 1-safe/float64(held), "above load 0.92 some of the keys may be refused"
	}
	return r
}
