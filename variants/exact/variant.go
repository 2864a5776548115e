package exact

import (
	"fmt"
	"maps"
	"math"
	"math/bits"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

const name = "exact"

// Variant is the exact set.
var Variant = &variants.Variant{
	Name:   name,
	Doc:    "an exact set of digests in a map of Go: errs where two digests are equal; memory estimated",
	Paper:  "https://go.dev/blog/swisstable (the map of Go 1.24 and later)",
	Params: params(),
	Can: []variants.Ability{variants.CanAdd, variants.CanGrow, variants.CanContainsBatch,
		variants.CanCountBits, variants.CanEstimate, variants.CanSave},
	OrderFree: true,
	Shape:     shape,
	New:       New,
	Predict:   predict,
	Load:      load,
}

func params() []variants.Param {
	return []variants.Param{{Name: "digest", Default: "128", Doc: "bits kept of a key: 128, or 64, the first word alone"}}
}

// maxKeys bounds the capacity: the bits of more would not fit a word.
const maxKeys = 1 << 50

// shape is the Shape function of the variant.
func shape(c variants.Config, n uint64) (s variants.Shape, err error) {
	if err = variants.CheckConfig(name, c); err != nil {
		return s, err
	}
	if c.K != 0 {
		return s, fmt.Errorf("%s: k %d: want none: a map has no probes; k is for classic, partitioned, blocked and counting", name, c.K)
	}
	p, err := variants.FillParams(name, c.Params, params())
	if err != nil {
		return s, err
	}
	if p["digest"] != "64" && p["digest"] != "128" {
		return s, fmt.Errorf("%s: parameter digest=%s: want 64 or 128", name, p["digest"])
	}
	if most := max(c.Capacity, n); most > maxKeys {
		return s, fmt.Errorf("%s: capacity %d: want at most 2^50 keys", name, most)
	}
	return shapeOf(c.Capacity, max(c.Capacity, n), p), fits(c, shapeOf(c.Capacity, c.Capacity, p))
}

// fits refuses a size that a map for the capacity does not fit. A rate always fits.
func fits(c variants.Config, s variants.Shape) error {
	budget := c.MaxBits()
	switch {
	case c.Bits != 0:
		budget = c.Bits
	case c.BitsPerKey != 0:
		budget = uint64(math.Round(c.BitsPerKey * float64(c.Capacity)))
	}
	if s.Bits <= budget {
		return nil
	}
	return fmt.Errorf("%s: bits %d for %d keys: want at least %d (%.4g bits per key): a map keeps all of a digest",
		name, budget, c.Capacity, s.Bits, s.BitsPerKey(c.Capacity))
}

// shapeOf is the shape for n keys: slots of digest and padding, and a byte of control each.
func shapeOf(capacity, n uint64, p variants.Params) variants.Shape {
	slot := uint64(24 + 1)
	if p["digest"] == "64" {
		slot = 16 + 1
	}
	all := slots(n) * slot * 8
	return variants.Shape{Bits: all, Allocated: all, Capacity: capacity, Params: maps.Clone(p), Buckets: slots(n) / 8, Slots: 8, Remainder: digestBits(p)}
}

// digestBits is the parameter as a number.
func digestBits(p variants.Params) int {
	if p["digest"] == "64" {
		return 64
	}
	return 128
}

// New validates c, allocates and returns an empty set.
func New(c variants.Config) (variants.Filter, error) {
	s, err := shape(c, 0)
	if err != nil {
		return nil, err
	}
	if bits.UintSize == 32 && c.Capacity > math.MaxInt32 {
		return nil, fmt.Errorf("%s: capacity %d: want at most 2^31-1 keys on a 32-bit machine", name, c.Capacity)
	}
	return made(c, s.Params, c.Capacity), nil
}

// made returns an empty set with room for n keys.
func made(c variants.Config, p variants.Params, n uint64) variants.Filter {
	if digestBits(p) == 64 {
		return &Filter[uint64]{make(map[uint64]struct{}, n), c, p}
	}
	return &Filter[[2]uint64]{make(map[[2]uint64]struct{}, n), c, p}
}

// predict is the chance that a digest is one of those held.
func predict(_ variants.Config, s variants.Shape, n uint64) theory.Rate {
	return theory.DigestSet(n, s.Remainder)
}
