package gcs

import (
	"github.com/filterlab/filterlab/variants"
)

const name = "gcs"

// Variant is the Golomb-coded set.
var Variant = &variants.Variant{
	Name:      name,
	Doc:       "keys as sorted numbers, their gaps Golomb-coded, from the whole set at once; nearly the least space, paid in time",
	Paper:     "Putze, Sanders, Singler: Cache-, Hash- and Space-Efficient Bloom Filters, WEA 2007 (after Golomb: Run-Length Encodings, IEEE Transactions on Information Theory 12, 1966)",
	Params:    params(),
	Can:       []variants.Ability{variants.CanBuild, variants.CanContainsBatch, variants.CanCountBits, variants.CanSave},
	OrderFree: true,
	Shape:     shape,
	New:       New,
	Predict:   predict,
	Load:      load,
}

func params() []variants.Param {
	return []variants.Param{
		{Name: "inverse", Default: "auto", Doc: "numbers a key, 1 to 2^32, one over the rate; auto: the fewest with the rate asked for, the most in the bits asked for"},
		{Name: "rice", Default: "auto", Doc: "bits of a gap that are stored as they are, 0 to 32; auto: those with the shortest codes"},
		{Name: "step", Default: "64", Doc: "keys to an entry of the index, 1 to 65536: fewer are faster, more are smaller"},
	}
}

// New validates c, allocates and returns an empty filter.
func New(c variants.Config) (variants.Filter, error) {
	if _, err := shape(c, 0); err != nil {
		return nil, err
	}
	p, err := newPlan(c, 0)
	if err != nil {
		return nil, err
	}
	return newFilter(c, p), nil
}
