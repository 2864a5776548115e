package xor

import (
	"fmt"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/static"
	"github.com/filterlab/filterlab/variants/theory"
)

const name = "xor"

// Variant is the xor filter.
var Variant = &variants.Variant{
	Name:      name,
	Doc:       "one equation a key over three slots of a table, from the whole set at once; rate 2^-f exactly",
	Paper:     "Graf, Lemire: Xor Filters: Faster and Smaller Than Bloom and Cuckoo Filters, ACM Journal of Experimental Algorithmics 25, 2020",
	Params:    kind().Known,
	Can:       []variants.Ability{variants.CanBuild, variants.CanContainsBatch, variants.CanSave},
	OrderFree: true,
	Shape:     shape,
	New:       New,
	Predict:   static.Predict,
	Load:      load,
}

func kind() *static.Kind {
	return &static.Kind{
		Name:   name,
		Known:  []variants.Param{{Name: "f", Default: "auto", Doc: "fingerprint bits, 8 or 16; auto: the smallest with the rate asked for, the largest in the bits asked for"}},
		Widths: []int{8, 16},
		Slots:  slots,
	}
}

// slots returns the slots of a table for n keys.
func slots(_ variants.Params, n uint64) (uint64, error) {
	if n > maxKeys {
		return 0, fmt.Errorf("%s: capacity %d: want at most 2^29 keys", name, n)
	}
	return theory.XorSlots(n), nil
}

// shape is the Shape function of the variant.
func shape(c variants.Config, n uint64) (variants.Shape, error) {
	p, err := kind().Plan(c, n)
	if err != nil {
		return variants.Shape{}, err
	}
	return p.Shape(), nil
}

// New validates c, allocates and returns an empty filter.
func New(c variants.Config) (variants.Filter, error) {
	p, err := kind().Plan(c, 0)
	if err != nil {
		return nil, err
	}
	if p.F == 8 {
		return newFilter(c, p, static.Table[uint8](p.Slots)), nil
	}
	return newFilter(c, p, static.Table[uint16](p.Slots)), nil
}

// load reads what MarshalBinary wrote.
func load(data []byte, scheme hashes.Scheme) (variants.Filter, error) {
	s, err := kind().Open(data, scheme)
	if err != nil {
		return nil, err
	}
	if s.Plan.F == 8 {
		return restored[uint8](s), nil
	}
	return restored[uint16](s), nil
}

func restored[T fingerprint](s static.Saved) *Filter[T] {
	f := newFilter(s.Config, s.Plan, static.Restore[T](s))
	f.built = s.Built
	f.ready()
	return f
}

// MarshalBinary saves the filter. One that is loaded answers as the saved one, if
// its Hasher has the seed of the one it was built with, which no filter knows.
func (f *Filter[T]) MarshalBinary() ([]byte, error) {
	return static.Save(name, f.config, f.shape, f.built, f.table), nil
}
