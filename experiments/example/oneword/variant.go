package oneword

import (
	"fmt"
	"math"
	"sort"

	"github.com/filterlab/filterlab/variants"
)

// Variant is what the command and the conformance kit take.
var Variant = &variants.Variant{
	Name:      "oneword",
	Doc:       "four bits of one 64-bit word a key",
	Paper:     "Putze, Sanders, Singler: Cache-, Hash- and Space-Efficient Bloom Filters, WEA 2007",
	Can:       []variants.Ability{variants.CanAdd, variants.CanCountBits},
	OrderFree: true,
	Shape:     shape,
	New:       New,
	Predict:   predict,
}

// shape says what c costs, and allocates nothing.
func shape(c variants.Config, _ uint64) (variants.Shape, error) {
	if err := variants.CheckConfig("oneword", c); err != nil {
		return variants.Shape{}, err
	}
	if c.K != 0 {
		return variants.Shape{}, fmt.Errorf("oneword: k %d: want none: a key has always four bits", c.K)
	}
	params, err := variants.FillParams("oneword", c.Params, nil)
	if err != nil {
		return variants.Shape{}, err
	}
	words := c.Bits / 64
	switch {
	case c.BitsPerKey != 0:
		words = uint64(math.Ceil(c.BitsPerKey * float64(c.Capacity) / 64))
	case c.FPR != 0:
		words = wordsFor(c)
	}
	if words < 1 || words > c.MaxBits()/64 {
		return variants.Shape{}, fmt.Errorf("oneword: capacity %d: %d words: want 1 to %d", c.Capacity, words, c.MaxBits()/64)
	}
	return variants.Shape{Bits: 64 * words, Allocated: 64 * words, K: 4, Capacity: c.Capacity, Params: params,
		Positions: 64 * words, Blocks: words, BlockBits: 64}, nil
}

// wordsFor returns the fewest words whose rate at capacity is at most the one asked for; one
// more than are allowed if there are none.
func wordsFor(c variants.Config) uint64 {
	most := c.MaxBits() / 64
	return 1 + uint64(sort.Search(int(most), func(words int) bool {
		return predict(c, variants.Shape{Blocks: 1 + uint64(words)}, c.Capacity).FPR <= c.FPR
	}))
}
