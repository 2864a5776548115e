package prefix

import (
	"encoding"
	"fmt"
	"reflect"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/hugepage"
	"github.com/filterlab/filterlab/variants/internal/save"
)

// MarshalBinary saves the filter: package save's header with the number of pairs in the
// spare as a further number, all bins, and then the spare as it saves itself.
func (f *Filter) MarshalBinary() ([]byte, error) {
	spare, err := f.spare.(encoding.BinaryMarshaler).MarshalBinary()
	if err != nil {
		return nil, fmt.Errorf("%s: spare: %w", name, err)
	}
	bins := f.data[:len(f.data)-padding]
	payload := append(append(make([]byte, 0, len(bins)+len(spare)), bins...), spare...)
	return save.Bytes(save.Of(name, f.config, f.shape, f.sent), payload), nil
}

// load reads what MarshalBinary wrote. Nothing is allocated before the size that the
// header claims has been held against the payload at hand.
func (f family) load(data []byte, scheme hashes.Scheme) (variants.Filter, error) {
	return save.Load(data, name, scheme, f.restore)
}

func (f family) restore(h save.Header, payload []byte, scheme hashes.Scheme) (*Filter, error) {
	p, err := f.plan(h.Config(scheme))
	if err != nil {
		return nil, err
	}
	if err := h.Fits(p.shapeOf()); err != nil {
		return nil, err
	}
	size := p.bins * binBits / 8
	switch {
	case len(h.Extra) != 1 || h.Extra[0] > p.spareConfig.Capacity:
		return nil, fmt.Errorf("damaged: further numbers %d, want one up to %d", h.Extra, p.spareConfig.Capacity)
	case uint64(len(payload)) < size:
		return nil, fmt.Errorf("damaged: %d bytes of bins, want %d", len(payload), size)
	}
	spare, err := p.spare.Load(payload[size:], scheme)
	if err != nil {
		return nil, fmt.Errorf("spare: %w", err)
	}
	if s := spare.Shape(); s.Bits != p.spareShape.Bits || !reflect.DeepEqual(s.Params, p.spareShape.Params) {
		return nil, fmt.Errorf("damaged: the spare is not the one of %d bins", p.bins)
	}
	data := hugepage.Bytes(size + padding)
	copy(data, payload[:size])
	out := newFilter(p, data, spare)
	out.sent = h.Extra[0]
	for i := range out.bins {
		if !out.bin(i).sound() {
			return nil, fmt.Errorf("damaged: bin %d", i)
		}
	}
	return out, nil
}
