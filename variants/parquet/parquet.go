package parquet

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/system"
	"github.com/filterlab/filterlab/variants/theory"
)

const (
	name  = "parquet"
	block = 256
	words = 8
)

var scheme = hashes.Scheme{Function: system.XXH64(), Probing: hashes.Own}

// Variant is Parquet's filter.
var Variant = system.Variant(variants.Variant{
	Name: name, Doc: "Apache Parquet's split-block filter: one bit in each of the 8 words of a block of 256 bits",
	Paper:  "Apache Parquet format, BloomFilter.md; Putze, Sanders, Singler: Cache-, Hash- and Space-Efficient Bloom Filters, WEA 2007",
	Params: params(), Scheme: &scheme, Predict: predict, Empty: empty,
	Version: "parquet-go v0.32.0, parquet-java and Arrow C++ by their sizes", Promise: system.Asks("the fpp asked for"),
}, shape, func(_ variants.Config, s variants.Shape) variants.Filter { return &filter{system.NewBody(s)} })

func predict(_ variants.Config, s variants.Shape, n uint64) theory.Rate {
	r := theory.SplitBlocked(n, s.Blocks, block, words)
	r.ModelError = math.Min(1, r.ModelError+0.01)
	r.Reason = "words are multiples of one 32-bit number, taken for independent"
	return r
}

// filter is a split-block filter.
type filter struct{ system.Body }

// salts are the odd multipliers, one a word.
func salts() [words]uint32 {
	return [words]uint32{0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31}
}

// base is the first bit of a hash's block.
func (f *filter) base(h uint64) uint64 { return h >> 32 * (f.Bits.Len() / block) >> 32 * block }

// Contains reports whether the key of d may have been added.
func (f *filter) Contains(d hashes.Digest) bool {
	base := f.base(d.A)
	for i, salt := range salts() {
		if !f.Bits.Get(base + uint64(32*i) + uint64(uint32(d.A)*salt>>27)) {
			return false
		}
	}
	return true
}

// Add sets the 8 bits of d. It never fails.
func (f *filter) Add(d hashes.Digest) error {
	base := f.base(d.A)
	for i, salt := range salts() {
		f.Bits.Set(base + uint64(32*i) + uint64(uint32(d.A)*salt>>27))
	}
	return nil
}

// tail is what follows the size in a header: algorithm, hash and compression.
func tail() []byte { return []byte{0x1c, 0x1c, 0, 0, 0x1c, 0x1c, 0, 0, 0x1c, 0x1c, 0, 0, 0} }

// header is the Thrift header of so many bytes.
func header(bytes int) []byte {
	return append(binary.AppendVarint([]byte{0x15}, int64(bytes)), tail()...)
}

// NativeBytes is what a file holds: header and bits.
func (f *filter) NativeBytes() ([]byte, error) {
	bits := f.Bytes()
	if len(bits) > math.MaxInt32 {
		return nil, fmt.Errorf("%s: %d bytes: the header takes at most 2^31-1", name, len(bits))
	}
	return append(header(len(bits)), bits...), nil
}

// ReadNative reads header and bits.
func (f *filter) ReadNative(data []byte) error {
	bad := func(format string, args ...any) error { return system.Foreign(name, format, args...) }
	if len(data) < 1 || data[0] != 0x15 {
		return bad("it does not begin with the field of a size")
	}
	size, n := binary.Varint(data[1:])
	if n <= 0 {
		return bad("no size in %d bytes", len(data))
	}
	rest := data[1+n:]
	if len(rest) < len(tail()) || string(rest[:len(tail())]) != string(tail()) {
		return bad("not split-block, XXH64 and uncompressed")
	}
	rest = rest[len(tail()):]
	if size < block/8 || size%(block/8) != 0 || size != int64(len(rest)) {
		return bad("%d bytes claimed, %d there: want whole blocks of 32", size, len(rest))
	}
	return f.Become(8*uint64(size), 0, rest, binary.LittleEndian)
}
