package quotient

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/save"
)

// MarshalBinary saves the filter: package save's header, occupieds and runends block by
// block, and the packed remainders. Offsets and the number of keys follow from them.
func (f *Filter) MarshalBinary() ([]byte, error) {
	t := &f.table
	payload := make([]byte, 0, 8*len(t.meta)+len(t.data)-padding)
	for _, w := range t.meta {
		payload = binary.LittleEndian.AppendUint64(payload, w)
	}
	payload = append(payload, t.data[:len(t.data)-padding]...)
	return save.Bytes(save.Of(name, f.config, f.shape), payload), nil
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
	metaBytes := 16 * l.all()
	want := metaBytes + 8*l.all()*uint64(l.r)
	switch {
	case len(h.Extra) != 0:
		return nil, fmt.Errorf("damaged: %d further numbers, want none", len(h.Extra))
	case uint64(len(payload)) != want:
		return nil, fmt.Errorf("damaged: %d bytes of slots, want %d", len(payload), want)
	}
	f := newFilter(c, l)
	for i := range f.table.meta {
		f.table.meta[i] = binary.LittleEndian.Uint64(payload[8*i:])
	}
	copy(f.table.data, payload[metaBytes:])
	if f.used, err = f.table.recount(l.quotients()); err != nil {
		return nil, err
	}
	return f, nil
}

// recount sets the offsets from occupieds and runends and returns the number of used
// slots. It refuses bits that no table has, with which a query might run out of it.
func (t *table) recount(quotients uint64) (used uint64, err error) {
	end := uint64(0)           // of the last run seen
	ends := ender{t: t, w: -1} // the ones of runends in order
	for b := range uint64(len(t.offset)) {
		t.offset[b] = uint8(min(255, max(end, b<<6)-b<<6))
		for rest := t.meta[2*b]; rest != 0; rest &= rest - 1 {
			q := b<<6 + uint64(bits.TrailingZeros64(rest))
			last, ok := ends.next()
			if !ok || last < q || q >= quotients {
				return 0, fmt.Errorf("damaged: quotient %d has no run", q)
			}
			used += last + 1 - max(end, q)
			end = last + 1
		}
	}
	if _, more := ends.next(); more {
		return 0, fmt.Errorf("damaged: more runs than quotients")
	}
	return used, nil
}

// ender goes through the slots in which runs end.
type ender struct {
	t    *table
	w    int
	rest uint64
}

func (e *ender) next() (slot uint64, ok bool) {
	for e.rest == 0 {
		if e.w++; e.w >= len(e.t.offset) {
			return 0, false
		}
		e.rest = e.t.meta[2*e.w+1]
	}
	slot = uint64(e.w)<<6 + uint64(bits.TrailingZeros64(e.rest))
	e.rest &= e.rest - 1
	return slot, true
}
