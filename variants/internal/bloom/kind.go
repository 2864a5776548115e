package bloom

import (
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/bitarray"
	"github.com/filterlab/filterlab/variants/internal/probe"
	"github.com/filterlab/filterlab/variants/internal/save"
)

// Kind is a variant whose filters have a Filter as their body.
type Kind struct {
	Name string
	// Plan validates a configuration and returns the layout that follows from it.
	Plan func(c variants.Config) (Layout, error)
	// Make returns an empty filter of the variant's own type, and the body in it.
	Make func() (variants.Filter, *Filter)
}

// Layout is all that follows from a configuration.
type Layout struct {
	Shape  variants.Shape
	Reduce hashes.Reduction
	Range  uint64 // positions a probe chooses from
	Stride uint64 // from one probe's range to the next; 0 where all share one
}

// Shape returns the shape of c; the keys held do not change it.
func (k Kind) Shape(c variants.Config, _ uint64) (variants.Shape, error) {
	l, err := k.Plan(c)
	return l.Shape, err
}

// New returns an empty filter for c. Errors name the field, its value and what
// is allowed.
func (k Kind) New(c variants.Config) (variants.Filter, error) {
	l, err := k.Plan(c)
	if err != nil {
		return nil, err
	}
	return k.build(c, l, bitarray.New(l.Shape.Bits)), nil
}

// build puts a filter of layout l around its bits.
func (k Kind) build(c variants.Config, l Layout, bits bitarray.Array) variants.Filter {
	outer, body := k.Make()
	*body = Filter{
		table: probe.Table{Plan: probe.New(c.Scheme.Probing, l.Reduce, l.Range, l.Shape.K, l.Stride), Bits: bits},
		own:   save.Of(k.Name, c, l.Shape),
		shape: l.Shape,
		outer: outer,
	}
	return outer
}

// MarshalBinary saves the filter: a header (variant, scheme, parameters, capacity,
// bits, k, Config.Seed), the words, a checksum. The Hasher's seed is not part of a
// filter: query a loaded one through a Hasher seeded as the one that filled it.
func (f *Filter) MarshalBinary() ([]byte, error) {
	return save.Words(f.own, f.table.Bits.Words()), nil
}

// Load reads what MarshalBinary wrote. The shape follows from the header as it
// does from a Config, so no size is believed that New would not make.
func (k Kind) Load(data []byte, scheme hashes.Scheme) (variants.Filter, error) {
	var l Layout
	c, bits, err := save.Array(data, k.Name, scheme, func(c variants.Config) (s variants.Shape, err error) {
		l, err = k.Plan(c)
		return l.Shape, err
	})
	if err != nil {
		return nil, err
	}
	return k.build(c, l, bits), nil
}
