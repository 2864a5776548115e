package splitblock

import (
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/save"
)

// MarshalBinary saves the filter: package save's header and the words. The
// Hasher's seed is not part of a filter: query a loaded one through a Hasher seeded
// as the one that filled it.
func (f *Filter) MarshalBinary() ([]byte, error) { return save.Words(f.own, f.bits.Words()), nil }

// load reads what MarshalBinary wrote. Nothing is allocated before the size that
// the header claims has been held against the payload at hand.
func load(data []byte, scheme hashes.Scheme) (variants.Filter, error) {
	c, bits, err := save.Array(data, name, scheme, func(c variants.Config) (variants.Shape, error) { return shape(c, 0) })
	if err != nil {
		return nil, err
	}
	return build(c, bits, hasVector), nil
}
