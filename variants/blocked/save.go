package blocked

import (
	"encoding/binary"
	"fmt"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/bitarray"
	"github.com/filterlab/filterlab/variants/internal/hugepage"
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
	f, err := open(data, scheme)
	if err != nil {
		return nil, err
	}
	return f, nil
}

func open(data []byte, scheme hashes.Scheme) (*Filter, error) {
	h, payload, err := save.Open(data, name, scheme)
	if err != nil {
		return nil, err
	}
	bad := func(err error) (*Filter, error) { return nil, fmt.Errorf("%s: load: %w", name, err) }
	if h.K == 0 {
		return bad(fmt.Errorf("damaged: k 0"))
	}
	c := h.Config(scheme)
	l, err := plan(c)
	if err == nil {
		err = h.Fits(l.shape(c.Capacity))
	}
	if err != nil {
		return bad(err)
	}
	n := bitarray.Words(h.Bits)
	if uint64(len(payload)) != 8*n {
		return bad(fmt.Errorf("damaged: %d words claimed, %d bytes there", n, len(payload)))
	}
	words := hugepage.Words(n)
	for i := range words {
		words[i] = binary.LittleEndian.Uint64(payload[8*i:])
	}
	f, err := build(c, l, words)
	if err != nil {
		return bad(err)
	}
	return f, nil
}
