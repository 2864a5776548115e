package classic

import (
	"fmt"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/bitarray"
	"github.com/filterlab/filterlab/variants/internal/save"
)

// MarshalBinary saves the filter: a header (variant, scheme, parameters, capacity,
// bits, k, Config.Seed), the words, a checksum. The Hasher's seed is not part of a
// filter: query a loaded one through a Hasher seeded as the one that filled it.
func (f *Filter) MarshalBinary() ([]byte, error) {
	return save.Words(f.own, f.table.Bits.Words()), nil
}

// load reads what MarshalBinary wrote. The shape follows from the header as it
// does from a Config, so no size is believed that New would not make.
func load(data []byte, scheme hashes.Scheme) (variants.Filter, error) {
	h, payload, err := save.Open(data, name, scheme)
	if err != nil {
		return nil, err
	}
	c := h.Config(scheme)
	s, r, err := plan(c)
	if err == nil {
		err = h.Fits(s)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: load: %w", name, err)
	}
	words, err := save.ReadWords(payload, bitarray.Words(s.Bits))
	if err != nil {
		return nil, fmt.Errorf("%s: load: %w", name, err)
	}
	bits, err := bitarray.Of(words, s.Bits)
	if err != nil {
		return nil, fmt.Errorf("%s: load: %w", name, err)
	}
	return build(c, s, r, bits), nil
}
