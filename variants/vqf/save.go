package vqf

import (
	"fmt"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/hugepage"
	"github.com/filterlab/filterlab/variants/internal/save"
)

// MarshalBinary saves the filter: package save's header and all blocks.
func (f *Filter) MarshalBinary() ([]byte, error) {
	return save.Bytes(save.Of(name, f.config, f.shape), f.data[:len(f.data)-padding]), nil
}

// load reads what MarshalBinary wrote. Nothing is allocated before the size that the
// header claims has been held against the payload at hand.
func load(data []byte, scheme hashes.Scheme) (variants.Filter, error) {
	return save.Load(data, name, scheme, restore)
}

func restore(h save.Header, payload []byte, scheme hashes.Scheme) (*Filter, error) {
	c := h.Config(scheme)
	l, err := plan(c)
	if err != nil {
		return nil, err
	}
	if err := h.Fits(l.shapeOf(c.Capacity)); err != nil {
		return nil, err
	}
	switch {
	case len(h.Extra) != 0:
		return nil, fmt.Errorf("damaged: %d further numbers, want none", len(h.Extra))
	case uint64(len(payload)) != l.bits()/8:
		return nil, fmt.Errorf("damaged: %d bytes of blocks, want %d", len(payload), l.bits()/8)
	}
	data := hugepage.Bytes(l.bits()/8 + padding)
	copy(data, payload)
	f := newFilter(c, l, data)
	for i := range f.blocks {
		if !f.block(i).sound() {
			return nil, fmt.Errorf("damaged: block %d", i)
		}
		f.used += uint64(f.block(i).count())
	}
	return f, nil
}
