// Package lines is the "full filter" that RocksDB had before format version 5 and
// that Pebble writes: cache lines of 512 bits, a hash of 32 bits.
//
//	line       h mod lines, an odd number of them
//	position i (h + i*rotr(h, 17)) mod 512 inside it, i = 0..k-1
//	bytes      the lines, one byte k, lines as 32 bits little-endian
package lines

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/hashes/raw"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/system"
	"github.com/filterlab/filterlab/variants/theory"
)

const (
	seed = 0xbc9f1d34 // of every filter
	maxK = 30
	line = 512
	// most is where RocksDB cuts the number of bits.
	most = 0xffff0000
)

// Function is the hash of both systems.
func Function() *hashes.Function {
	sum := func(key []byte, _ uint64) uint64 { return uint64(raw.RocksDBHash(key, seed)) }
	return &hashes.Function{
		Name: "rocksdb_hash32", Doc: "RocksDB's hash of 32 bits with signed tail bytes, seed 0xbc9f1d34: A the hash, B 0", Paper: "RocksDB 7.8.3, util/hash.cc",
		Width: 32, Unseeded: true, Weak: "32 bits: of 1e8 keys 2% share a hash", Sum64: sum,
		Sum128: func(key []byte, s uint64) (a, b uint64) { return sum(key, s), 0 },
	}
}

// Size is the number of lines and k of n keys with so many whole bits per key. With
// cut the bits of all keys are limited as in RocksDB.
func Size(n uint64, perKey float64, cut bool) (count float64, k int) {
	if n > 0 {
		count = odd(float64(float64(n)*perKey), cut)
	}
	return count, system.LevelK(perKey, maxK)
}

// odd is the number of lines for so many bits.
func odd(total float64, cut bool) float64 {
	if cut {
		total = math.Min(total, most)
	}
	count := math.Ceil(total / line)
	if math.Mod(count, 2) == 0 {
		count++
	}
	return count
}

// ShapeOfBits is the shape for c.Bits in all, which neither system can be asked for.
func ShapeOfBits(name string, c variants.Config, params variants.Params, cut bool) (variants.Shape, error) {
	m := float64(c.Bits)
	return Shape(name, c, params, odd(m, cut), system.LevelK(m/float64(c.Capacity), maxK))
}

// Shape is that of count lines, with k probes unless c gives them.
func Shape(name string, c variants.Config, params variants.Params, count float64, k int) (variants.Shape, error) {
	if c.K != 0 {
		k = c.K
	}
	if k > maxK {
		return variants.Shape{}, fmt.Errorf("%s: k %d: want 1 to %d, all that is read", name, k, maxK)
	}
	if count > math.MaxUint32 {
		return variants.Shape{}, fmt.Errorf("%s: %.0f lines of 512 bits: want at most 2^32-1: fewer keys or fewer bits per key", name, count)
	}
	s, err := system.Shape(name, c, params, count*line, k)
	s.Blocks, s.BlockBits = s.Bits/line, line
	return s, err
}

// Predict is the theory: the mixture of blocks, any step inside, and equal hashes.
func Predict(_ variants.Config, s variants.Shape, n uint64) theory.Rate {
	r := system.Equal32(theory.Blocked(n, s.Blocks, line, s.K, theory.DoubleModAny), n)
	r.ModelError = math.Min(1, r.ModelError+0.02)
	r.Reason = "line, start and step come of the same 32 bits"
	return r
}

// Filter is a filter of lines.
type Filter struct {
	system.Body
	name string
}

// New returns an empty filter of shape s.
func New(name string, s variants.Shape) *Filter {
	return &Filter{system.NewBody(s), name}
}

// count is the number of lines.
func (f *Filter) count() uint32 { return uint32(f.Bits.Len() / line) }

// Contains reports whether the key of d may have been added.
func (f *Filter) Contains(d hashes.Digest) bool {
	h, count := uint32(d.A), f.count()
	if count == 0 {
		return false
	}
	base, step := uint64(h%count)*line, bits.RotateLeft32(h, -17)
	for range f.K() {
		if !f.Bits.Get(base + uint64(h%line)) {
			return false
		}
		h += step
	}
	return true
}

// Add sets the k bits of d. It never fails.
func (f *Filter) Add(d hashes.Digest) error {
	h := uint32(d.A)
	base, step := uint64(h%f.count())*line, bits.RotateLeft32(h, -17)
	for range f.K() {
		f.Bits.Set(base + uint64(h%line))
		h += step
	}
	return nil
}

// NativeBytes is the block as it is written, without the block's trailer.
func (f *Filter) NativeBytes() ([]byte, error) {
	return binary.LittleEndian.AppendUint32(append(f.Bytes(), byte(f.K())), f.count()), nil
}

// ReadNative reads such a block. Other sizes of lines, which a reader would take
// as well, are refused: nobody writes them any more.
func (f *Filter) ReadNative(data []byte) error {
	bad := func(format string, args ...any) error { return system.Foreign(f.name, format, args...) }
	size := len(data) - 5
	if size < 0 {
		return bad("%d bytes: want at least 5", len(data))
	}
	k, count := data[size], binary.LittleEndian.Uint32(data[size+1:])
	switch {
	case uint64(count)*(line/8) != uint64(size):
		return bad("%d lines of 64 bytes claimed, %d bytes there", count, size)
	case (k < 1 || k > maxK) && size > 0:
		return bad("k %d: want 1 to %d", k, maxK)
	}
	return f.Become(uint64(count)*line, int(k), data[:size], binary.LittleEndian)
}
