package cuckoo

import (
	"fmt"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/hugepage"
	"github.com/filterlab/filterlab/variants/internal/save"
)

// MarshalBinary saves the filter: package save's header, with the evictions so
// far and the state of the generator as further numbers, and the packed slots.
// A loaded filter goes on exactly as the saved one would, if its Hasher has the
// seed of the one that filled it, which no filter knows.
func (f *Filter) MarshalBinary() ([]byte, error) {
	h := save.Of(name, f.config, f.shape, f.kicked, f.random)
	return save.Bytes(h, f.table.data[:len(f.table.data)-padding]), nil
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
	if err := h.Fits(l.shape(c.Capacity)); err != nil {
		return nil, err
	}
	want := dataBytes(l.buckets, l.slots, l.f) - padding
	switch {
	case len(h.Extra) != 2:
		return nil, fmt.Errorf("damaged: %d further numbers, want 2", len(h.Extra))
	case uint64(len(payload)) != want:
		return nil, fmt.Errorf("damaged: %d bytes of slots, want %d", len(payload), want)
	case l.bits()%8 != 0 && payload[want-1]>>(l.bits()%8) != 0:
		return nil, fmt.Errorf("damaged: ones past the last slot")
	}
	data := hugepage.Bytes(want + padding)
	copy(data, payload)
	f := newFilter(c, l, data)
	f.used = f.table.occupied(l.buckets * uint64(l.slots))
	f.kicked, f.random = h.Extra[0], h.Extra[1]
	return f, nil
}
