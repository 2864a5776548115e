// Package save is the file format of a filter: what MarshalBinary writes and
// Load reads, the same header for every variant.
//
//	8 bytes  magic "filterlb"
//	4        schema version, 1
//	2 + text variant        (length, then UTF-8)
//	2 + text scheme
//	2 + text parameters in force, in canonical form
//	8        capacity, keys
//	8        bits, by the variant's formula: never a number of words
//	8        k
//	8        seed, Config.Seed
//	2 + 8 each  further numbers of the variant (keys held, say)
//	8        length of the payload in bytes
//	...      payload
//	8        CRC-64 (ECMA) of everything before it
//
// Numbers are little-endian. The checksum finds every single flipped bit and
// every burst up to 64 bits; it is no protection against forgery, so a variant
// checks every number against its own Shape and against the payload at hand
// before it allocates. The seed of the hash is not part of a filter (it is the
// Hasher's): who loads a filter brings the Hasher it was filled with. By
// convention filters of equal Config.Seed are filled by Hashers of equal seed,
// and Merge relies on it.
package save

import (
	"encoding/binary"
	"fmt"
	"hash/crc64"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

const (
	magic   = "filterlb"
	version = 1
)

// Header is what identifies a filter besides its content.
type Header struct {
	Variant  string
	Scheme   string
	Params   variants.Params // all parameters in force
	Capacity uint64
	Bits     uint64
	K        int
	Seed     uint64
	Extra    []uint64 // further numbers, at most 2^16-1; their meaning is the variant's
}

// Of returns the header of a filter made from c with shape s.
func Of(variant string, c variants.Config, s variants.Shape, extra ...uint64) Header {
	return Header{
		Variant: variant, Scheme: c.Scheme.Name(), Params: s.Params,
		Capacity: s.Capacity, Bits: s.Bits, K: s.K, Seed: c.Seed, Extra: extra,
	}
}

// Config returns the configuration that makes a filter like the saved one.
func (h Header) Config(scheme hashes.Scheme) variants.Config {
	return variants.Config{
		Capacity: h.Capacity, Bits: h.Bits, K: h.K,
		Params: h.Params, Scheme: scheme, Seed: h.Seed,
	}
}

// Unlike names the first field in which two filters differ that must be equal
// for a merge: an error, or nil. Capacity may differ.
func (h Header) Unlike(o Header) error {
	differ := func(field string, mine, theirs any) error {
		return fmt.Errorf("%s: merge: %s differs: %v and %v", h.Variant, field, mine, theirs)
	}
	switch {
	case h.Variant != o.Variant:
		return differ("variant", h.Variant, o.Variant)
	case h.Scheme != o.Scheme:
		return differ("scheme", h.Scheme, o.Scheme)
	case h.Params.String() != o.Params.String():
		return differ("params", h.Params, o.Params)
	case h.K != o.K: // before bits, which may follow from k
		return differ("k", h.K, o.K)
	case h.Bits != o.Bits:
		return differ("bits", h.Bits, o.Bits)
	case h.Seed != o.Seed:
		return differ("seed", h.Seed, o.Seed)
	}
	return nil
}

// table is that of the checksum; a function, so that the package keeps no state.
func table() *crc64.Table { return crc64.MakeTable(crc64.ECMA) }

// Words writes a filter whose payload is words.
func Words(h Header, words []uint64) []byte {
	out := h.append(make([]byte, 0, h.size()+8*len(words)), 8*len(words))
	for _, w := range words {
		out = binary.LittleEndian.AppendUint64(out, w)
	}
	return binary.LittleEndian.AppendUint64(out, crc64.Checksum(out, table()))
}

// Bytes writes a filter whose payload is bytes: saved filters inside a filter.
func Bytes(h Header, payload []byte) []byte {
	out := h.append(make([]byte, 0, h.size()+len(payload)), len(payload))
	out = append(out, payload...)
	return binary.LittleEndian.AppendUint64(out, crc64.Checksum(out, table()))
}

// size returns the bytes of everything but the payload.
func (h Header) size() int {
	return len(magic) + 4 + 3*2 + len(h.Variant) + len(h.Scheme) + len(h.Params.String()) +
		4*8 + 2 + 8*len(h.Extra) + 8 + 8
}

// append writes everything before the payload.
func (h Header) append(out []byte, payload int) []byte {
	le := binary.LittleEndian
	out = le.AppendUint32(append(out, magic...), version)
	for _, text := range []string{h.Variant, h.Scheme, h.Params.String()} {
		out = append(le.AppendUint16(out, uint16(len(text))), text...)
	}
	for _, v := range []uint64{h.Capacity, h.Bits, uint64(h.K), h.Seed} {
		out = le.AppendUint64(out, v)
	}
	out = le.AppendUint16(out, uint16(len(h.Extra)))
	for _, v := range h.Extra {
		out = le.AppendUint64(out, v)
	}
	return le.AppendUint64(out, uint64(payload))
}
