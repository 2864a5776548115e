package save

import (
	"encoding/binary"
	"fmt"
	"hash/crc64"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/hugepage"
)

// Open reads a saved filter of the given variant and scheme: its header and its
// payload, which is a part of data, not a copy. Damage anywhere, a newer schema,
// another variant and another scheme are errors. Nothing is allocated but the
// header's own few words.
func Open(data []byte, variant string, scheme hashes.Scheme) (Header, []byte, error) {
	if err := scheme.Validate(); err != nil {
		return Header{}, nil, fmt.Errorf("%s: load: %w", variant, err)
	}
	h, payload, err := open(data, variant)
	if err == nil && h.Scheme != scheme.Name() {
		err = fmt.Errorf("built with scheme %s, asked to load with %s", h.Scheme, scheme.Name())
	}
	if err != nil {
		return Header{}, nil, fmt.Errorf("%s: load: %w", variant, err)
	}
	return h, payload, nil
}

// Load reads a saved filter of the given variant and scheme: Open, and restore on what
// it finds, whose errors are told as those of the load. Restore must hold the size that
// the header claims against the payload at hand before it allocates.
func Load[F variants.Filter](data []byte, variant string, scheme hashes.Scheme, restore func(Header, []byte, hashes.Scheme) (F, error)) (variants.Filter, error) {
	h, payload, err := Open(data, variant, scheme)
	if err != nil {
		return nil, err
	}
	f, err := restore(h, payload, scheme)
	if err != nil {
		return nil, fmt.Errorf("%s: load: %w", variant, err)
	}
	return f, nil
}

func open(data []byte, variant string) (h Header, payload []byte, err error) {
	r := reader{left: data}
	if string(r.take(len(magic))) != magic {
		return h, nil, fmt.Errorf("not a saved filter: %d bytes without its magic", len(data))
	}
	if v := r.number(4); v != version {
		return h, nil, fmt.Errorf("schema version %d: this program reads %d", v, version)
	}
	if len(r.left) < 8 {
		return h, nil, fmt.Errorf("cut short at %d bytes", len(data))
	}
	body, sum := data[:len(data)-8], binary.LittleEndian.Uint64(data[len(data)-8:])
	if crc64.Checksum(body, table()) != sum {
		return h, nil, fmt.Errorf("damaged: the checksum does not fit the %d bytes", len(data))
	}
	r.left = r.left[:len(r.left)-8]
	payload, err = h.read(&r)
	if err == nil && h.Variant != variant {
		err = fmt.Errorf("a filter of variant %s", h.Variant)
	}
	return h, payload, err
}

// read reads what follows the version.
func (h *Header) read(r *reader) (payload []byte, err error) {
	h.Variant, h.Scheme = r.text(), r.text()
	params := r.text()
	h.Capacity, h.Bits = r.number(8), r.number(8)
	k := r.number(8)
	h.Seed = r.number(8)
	for range r.number(2) {
		if r.short {
			break
		}
		h.Extra = append(h.Extra, r.number(8))
	}
	length := r.number(8)
	switch {
	case r.short:
		return nil, fmt.Errorf("damaged: the header is longer than the data")
	case length != uint64(len(r.left)):
		return nil, fmt.Errorf("damaged: %d bytes of payload claimed, %d there", length, len(r.left))
	case k > variants.MaxK:
		return nil, fmt.Errorf("damaged: k %d: want at most %d", k, variants.MaxK)
	}
	h.K = int(k)
	h.Params, err = variants.ParseParams(params)
	return r.left, err
}

// Fits refuses a header whose numbers no filter of shape s would have written.
func (h Header) Fits(s variants.Shape) error {
	if h.Bits != s.Bits || h.K != s.K {
		return fmt.Errorf("damaged: bits %d, k %d do not fit the shape they give: bits %d, k %d", h.Bits, h.K, s.Bits, s.K)
	}
	return nil
}

// ReadWords returns the words of a payload that must hold exactly n of them.
// It allocates nothing before that is known, and then as a new filter does (package
// hugepage).
func ReadWords(payload []byte, n uint64) ([]uint64, error) {
	if uint64(len(payload)) != 8*n || n > 1<<60 {
		return nil, fmt.Errorf("damaged: %d words claimed, %d bytes there", n, len(payload))
	}
	words := hugepage.Words(n)
	for i := range words {
		words[i] = binary.LittleEndian.Uint64(payload[8*i:])
	}
	return words, nil
}

// reader takes fields off the front of left; short says that one was missing.
type reader struct {
	left  []byte
	short bool
}

func (r *reader) take(n int) []byte {
	if n > len(r.left) {
		r.short, r.left = true, nil
		return nil
	}
	out := r.left[:n]
	r.left = r.left[n:]
	return out
}

// number takes a number of size bytes; 0 if they are not there.
func (r *reader) number(size int) uint64 {
	var wide [8]byte
	copy(wide[:], r.take(size))
	return binary.LittleEndian.Uint64(wide[:])
}

func (r *reader) text() string { return string(r.take(int(r.number(2)))) }
