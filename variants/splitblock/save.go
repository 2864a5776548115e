package splitblock

import (
	"encoding/binary"
	"fmt"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/hugepage"
	"github.com/filterlab/filterlab/variants/internal/save"
)

// MarshalBinary saves the filter: package save's header and the words. The
// Hasher's seed is not part of a filter: query a loaded one through a Hasher seeded
// as the one that filled it.
func (f *Filter) MarshalBinary() ([]byte, error) { return save.Words(f.own, f.bits.Words()), nil }

// load reads what MarshalBinary wrote. Nothing is allocated before the size that
// the header claims has been held against the payload at hand.
func load(data []byte, scheme hashes.Scheme) (variants.Filter, error) {
	h, payload, err := save.Open(data, name, scheme)
	if err != nil {
		return nil, err
	}
	c := h.Config(scheme)
	blocks, err := plan(c)
	if err == nil {
		err = h.Fits(shapeOf(c, blocks))
	}
	if n := blocks * width; err == nil && uint64(len(payload)) != 8*n {
		err = fmt.Errorf("damaged: %d words claimed, %d bytes there", n, len(payload))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: load: %w", name, err)
	}
	words := hugepage.Words(blocks * width)
	for i := range words {
		words[i] = binary.LittleEndian.Uint64(payload[8*i:])
	}
	f, err := build(c, words, hasVector)
	if err != nil {
		return nil, err
	}
	return f, nil
}
