package static

import (
	"encoding/binary"
	"fmt"
	"unsafe"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/hugepage"
	"github.com/filterlab/filterlab/variants/internal/save"
)

// Fingerprint is a slot of a table.
type Fingerprint interface{ uint8 | uint16 | uint32 }

// Table returns n zero slots, on huge pages where they are many.
func Table[T Fingerprint](n uint64) []T {
	var slot T
	bytes := hugepage.Bytes(n * uint64(unsafe.Sizeof(slot)))
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(bytes))), n)
}

// Built is what a filter knows of its last Build.
type Built struct {
	Keys  uint64 // distinct keys held
	Tries int    // seeds gone through, 0 before any Build
}

// Save writes a filter: package save's header, keys and tries as further numbers,
// and the slots, little-endian.
func Save[T Fingerprint](name string, c variants.Config, s variants.Shape, b Built, table []T) []byte {
	h := save.Of(name, c, s, b.Keys, uint64(b.Tries))
	payload, err := binary.Append(make([]byte, 0, len(table)*s.Remainder/8), binary.LittleEndian, table)
	if err != nil {
		panic(err) // slots have a fixed size
	}
	return save.Bytes(h, payload)
}

// Saved is a saved filter, checked: nothing of the table's size has been allocated.
type Saved struct {
	Config  variants.Config
	Plan    Plan
	Built   Built
	payload []byte
}

// Open reads what Save wrote and holds every number against what k would make.
func (k *Kind) Open(data []byte, scheme hashes.Scheme) (s Saved, err error) {
	h, payload, err := save.Open(data, k.Name, scheme)
	if err != nil {
		return s, err
	}
	if s, err = k.check(h, payload, scheme); err != nil {
		return s, fmt.Errorf("%s: load: %w", k.Name, err)
	}
	return s, nil
}

func (k *Kind) check(h save.Header, payload []byte, scheme hashes.Scheme) (s Saved, err error) {
	if len(h.Extra) != 2 {
		return s, fmt.Errorf("damaged: %d further numbers, want 2", len(h.Extra))
	}
	s.Config, s.payload = h.Config(scheme), payload
	s.Built = Built{Keys: h.Extra[0], Tries: int(h.Extra[1])}
	if s.Plan, err = k.Plan(s.Config, s.Built.Keys); err != nil {
		return s, err
	}
	if err = h.Fits(s.Plan.Shape()); err != nil {
		return s, err
	}
	switch {
	case h.Extra[1] > MaxTries || h.Extra[1] == 0 && s.Built.Keys > 0:
		return s, fmt.Errorf("damaged: %d keys built in %d tries, want 1 to %d tries", s.Built.Keys, h.Extra[1], MaxTries)
	case uint64(len(payload)) != h.Bits/8:
		return s, fmt.Errorf("damaged: %d bytes of slots, want %d", len(payload), h.Bits/8)
	}
	return s, nil
}

// Restore returns the table of a saved filter.
func Restore[T Fingerprint](s Saved) []T {
	table := Table[T](s.Plan.Slots)
	if _, err := binary.Decode(s.payload, binary.LittleEndian, table); err != nil {
		panic(err) // Open has held the payload against the slots
	}
	return table
}
