package blocked

import (
	"fmt"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/save"
)

// MarshalBinary saves the filter: package save's header and the words. The
// Hasher's seed is not part of a filter: query a loaded one through a Hasher seeded
// as the one that filled it.
func (f *Filter) MarshalBinary() ([]byte, error) {
	return save.Words(f.own, f.table.words), nil
}

// load reads what MarshalBinary wrote. Nothing is allocated before the size that
// the header claims has been held against the payload at hand.
func load(data []byte, scheme hashes.Scheme) (variants.Filter, error) {
	var l layout
	c, bits, err := save.Array(data, name, scheme, func(c variants.Config) (s variants.Shape, err error) {
		if c.K == 0 {
			return s, fmt.Errorf("damaged: k 0")
		}
		if l, err = plan(c); err != nil {
			return s, err
		}
		return l.shape(c.Capacity), nil
	})
	if err != nil {
		return nil, err
	}
	return build(c, l, bits), nil
}
