package save

import (
	"fmt"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/bitarray"
)

// Array reads a saved filter whose payload is one bit array, written by Words:
// the configuration that makes a filter like it, and its bits. shape is the
// variant's own check of a configuration: no size is believed that it would not
// give.
func Array(data []byte, variant string, scheme hashes.Scheme, shape func(c variants.Config) (variants.Shape, error)) (variants.Config, bitarray.Array, error) {
	h, payload, err := Open(data, variant, scheme)
	if err != nil {
		return variants.Config{}, bitarray.Array{}, err
	}
	c := h.Config(scheme)
	bits, err := h.array(payload, c, shape)
	if err != nil {
		return c, bits, fmt.Errorf("%s: load: %w", variant, err)
	}
	return c, bits, nil
}

func (h Header) array(payload []byte, c variants.Config, shape func(c variants.Config) (variants.Shape, error)) (none bitarray.Array, err error) {
	s, err := shape(c)
	if err == nil {
		err = h.Fits(s)
	}
	if err != nil {
		return none, err
	}
	words, err := ReadWords(payload, bitarray.Words(s.Bits))
	if err != nil {
		return none, err
	}
	return bitarray.Of(words, s.Bits)
}
