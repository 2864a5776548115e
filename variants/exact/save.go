package exact

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/save"
)

// words returns what is kept of one digest.
func words[K word](k K) []uint64 {
	switch k := any(k).(type) {
	case uint64:
		return []uint64{k}
	case [2]uint64:
		return k[:]
	}
	return nil
}

// compare orders digests as their words are.
func compare[K word](a, b K) int { return slices.Compare(words(a), words(b)) }

// MarshalBinary saves the set: package save's header, the number of digests as a further number,
// and the digests, sorted, so that equal sets have equal bytes.
func (f *Filter[K]) MarshalBinary() ([]byte, error) {
	keys := make([]K, 0, len(f.set))
	for k := range f.set {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, compare[K])
	var payload []uint64
	for _, k := range keys {
		payload = append(payload, words(k)...)
	}
	return save.Words(save.Of(name, f.config, f.Shape(), f.SetBits()), payload), nil
}

// load reads what MarshalBinary wrote.
func load(data []byte, scheme hashes.Scheme) (variants.Filter, error) {
	return save.Load(data, name, scheme, loaded)
}

// loaded holds the numbers of h against each other and the bytes at hand. The map is made
// for the digests that are there, whatever the capacity says.
func loaded(h save.Header, payload []byte, scheme hashes.Scheme) (variants.Filter, error) {
	if len(h.Extra) != 1 {
		return nil, fmt.Errorf("damaged: %d further numbers, want 1", len(h.Extra))
	}
	c, n := h.Config(scheme), h.Extra[0]
	s, err := shape(c, n)
	if err != nil {
		return nil, err
	}
	if err := h.Fits(s); err != nil {
		return nil, err
	}
	if size := uint64(s.Remainder / 8); n > uint64(len(payload)) || n*size != uint64(len(payload)) {
		return nil, fmt.Errorf("damaged: %d digests of %d bytes claimed, %d bytes there", n, size, len(payload))
	}
	f := made(c, s.Params, n)
	switch f := f.(type) {
	case *Filter[uint64]:
		err = f.take(payload, 8, func(b []byte) uint64 { return binary.LittleEndian.Uint64(b) })
	case *Filter[[2]uint64]:
		err = f.take(payload, 16, func(b []byte) [2]uint64 {
			return [2]uint64{binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])}
		})
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

// take puts the digests of a payload in, which must rise.
func (f *Filter[K]) take(payload []byte, size int, read func(b []byte) K) error {
	var last K
	for i := 0; i < len(payload); i += size {
		k := read(payload[i:])
		if i > 0 && compare(last, k) >= 0 {
			return fmt.Errorf("damaged: digest %d is not above the one before", i/size)
		}
		f.set[k] = struct{}{}
		last = k
	}
	return nil
}
