package fuse

import (
	"fmt"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/static"
	"github.com/filterlab/filterlab/variants/theory"
)

const name = "fuse"

// Variant is the binary fuse filter.
var Variant = &variants.Variant{
	Name:      name,
	Doc:       "xor filter whose slots of a key lie in neighbouring segments: smaller, and faster to build; rate 2^-f exactly",
	Paper:     "Graf, Lemire: Binary Fuse Filters: Fast and Smaller Than Xor Filters, ACM Journal of Experimental Algorithmics 27, 2022",
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
		Name: name,
		Known: []variants.Param{
			{Name: "f", Default: "auto", Doc: "fingerprint bits, 8, 16 or 32; auto: the smallest with the rate asked for, the largest in the bits asked for"},
			{Name: "arity", Default: "3", Doc: "slots of a key, 3 or 4: four take less memory, and one access more"},
		},
		Widths: []int{8, 16, 32},
		Slots:  slots,
	}
}

// slots returns the slots of a table for n keys.
func slots(p variants.Params, n uint64) (uint64, error) {
	if a := p["arity"]; a != "3" && a != "4" {
		return 0, fmt.Errorf("%s: parameter arity=%s: want 3 or 4", name, a)
	}
	return theory.FuseSlots(arity(p), n), nil
}

// arity returns the slots of a key, of checked parameters.
func arity(p variants.Params) int {
	if p["arity"] == "4" {
		return 4
	}
	return 3
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
	switch p.F {
	case 8:
		return newFilter(c, p, static.Table[uint8](p.Slots)), nil
	case 16:
		return newFilter(c, p, static.Table[uint16](p.Slots)), nil
	}
	return newFilter(c, p, static.Table[uint32](p.Slots)), nil
}

// load reads what MarshalBinary wrote.
func load(data []byte, scheme hashes.Scheme) (variants.Filter, error) {
	s, err := kind().Open(data, scheme)
	if err != nil {
		return nil, err
	}
	switch s.Plan.F {
	case 8:
		return restored[uint8](s), nil
	case 16:
		return restored[uint16](s), nil
	}
	return restored[uint32](s), nil
}

func restored[T static.Fingerprint](s static.Saved) *Filter[T] {
	f := newFilter(s.Config, s.Plan, static.Restore[T](s))
	f.built, f.sized = s.Built, max(s.Config.Capacity, s.Built.Keys)
	f.ready()
	return f
}

// MarshalBinary saves the filter. One that is loaded answers as the saved one, if
// its Hasher has the seed of the one it was built with, which no filter knows.
func (f *Filter[T]) MarshalBinary() ([]byte, error) {
	return static.Save(name, f.config, f.shape, f.built, f.table), nil
}
