package counting

import (
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/save"
)

// MarshalBinary saves the filter: a header (variant, scheme, parameters, capacity,
// bits, k, Config.Seed), the words, a checksum. The Hasher's seed is not part of a
// filter: query a loaded one through a Hasher seeded as the one that filled it.
func (f *Filter) MarshalBinary() ([]byte, error) {
	return save.Words(f.own, f.counters.array.Words()), nil
}

// load reads what MarshalBinary wrote. The shape follows from the header as it
// does from a Config, so no size is believed that New would not make.
func load(data []byte, scheme hashes.Scheme) (variants.Filter, error) {
	var l layout
	c, array, err := save.Array(data, name, scheme, func(c variants.Config) (s variants.Shape, err error) {
		l, err = plan(c)
		return l.shape, err
	})
	if err != nil {
		return nil, err
	}
	return build(c, l, countersOf(array, l.width)), nil
}
