package leveldb

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
	name = "leveldb"
	seed = 0xbc9f1d34 // of every filter
	maxK = 30         // a reader's limit
)

func function() *hashes.Function {
	sum := func(key []byte, _ uint64) uint64 { return uint64(raw.LevelDBHash(key, seed)) }
	return &hashes.Function{
		Name: "leveldb_hash", Doc: "LevelDB's hash of 32 bits, seed 0xbc9f1d34: A the hash, B 0", Paper: "LevelDB 1.23, util/hash.cc",
		Width: 32, Unseeded: true, Weak: "32 bits: of 1e8 keys 2% share a hash", Sum64: sum,
		Sum128: func(key []byte, s uint64) (a, b uint64) { return sum(key, s), 0 },
	}
}

var scheme = hashes.Scheme{Function: function(), Probing: hashes.Own}

// Variant is LevelDB's filter.
var Variant = system.Variant(variants.Variant{
	Name: name, Doc: "LevelDB's built-in filter: one hash of 32 bits, rotated for the step, mod the bits",
	Paper:  "LevelDB 1.23, util/bloom.cc; Kirsch, Mitzenmacher: Less Hashing, Same Performance, ESA 2006",
	Probes: true, Scheme: &scheme, Predict: predict,
	Empty: empty, NoBits: noBits,
	Version: "LevelDB 1.23", Promise: system.PerKey(10, 0.01, "filter_policy.h: 10 bits per key yield about 1 %"),
}, shape, func(_ variants.Config, s variants.Shape) variants.Filter { return &filter{system.NewBody(s)} })

// least is the number of bits of the smallest filter.
const least = 64

// Size is LevelDB's: bits and k of n keys.
func Size(n uint64, perKey float64) (m float64, k int) {
	return whole(float64(float64(n) * perKey)), system.LevelK(perKey, maxK)
}

// whole makes bytes of bits, at least eight.
func whole(m float64) float64 { return system.Up(math.Max(least, m), 8) }

// empty is the filter of no keys: LevelDB's smallest, with the k of the bits per key.
func empty(c variants.Config) (variants.Filter, error) {
	m := uint64(least)
	if c.Bits != 0 {
		m = uint64(whole(float64(c.Bits)))
	}
	s, err := system.NoKeys(name, c, m, shape)
	if err != nil {
		return nil, err
	}
	return &filter{system.NewBody(s)}, nil
}

// noBits is LevelDB's filter of 0 bits per key: its smallest, with one probe, of however
// many keys.
func noBits(c variants.Config) (variants.Config, error) {
	if c.Bits = least; c.K == 0 {
		c.K = 1
	}
	return c, nil
}

func shape(c variants.Config) (variants.Shape, error) {
	params, err := system.Check(name, c, scheme, nil)
	if err != nil {
		return variants.Shape{}, err
	}
	made := func(m float64, k int) (variants.Shape, error) {
		if c.K != 0 {
			k = c.K
		}
		if k > maxK {
			return variants.Shape{}, fmt.Errorf("%s: k %d: want 1 to %d, all that LevelDB reads", name, k, maxK)
		}
		return system.Shape(name, c, params, m, k)
	}
	of := func(perKey float64) (variants.Shape, error) { return made(Size(c.Capacity, perKey)) }
	switch m := float64(c.Bits); {
	case c.FPR != 0:
		return system.Least(name, c, 1, 64, of, predict)
	case c.Bits != 0:
		return made(whole(m), system.LevelK(m/float64(c.Capacity), maxK))
	case c.BitsPerKey != math.Trunc(c.BitsPerKey):
		return variants.Shape{}, fmt.Errorf("%s: bits-per-key %v: want a whole number", name, c.BitsPerKey)
	}
	return of(c.BitsPerKey)
}

// predict adds the floor of 32 bits.
func predict(_ variants.Config, s variants.Shape, n uint64) theory.Rate {
	if s.Positions > 1<<32 { // beyond, as good as that
		s.Positions = 1 << 32
	}
	return system.Equal32(theory.Rotated(n, s.Positions, s.K), n)
}

// filter is a LevelDB filter.
type filter struct{ system.Body }

// Contains reports whether the key of d may have been added.
func (f *filter) Contains(d hashes.Digest) bool {
	m, h := f.Bits.Len(), uint32(d.A)
	step := bits.RotateLeft32(h, -17)
	for range f.K() {
		if !f.Bits.Get(uint64(h) % m) {
			return false
		}
		h += step
	}
	return true
}

// Add sets the k bits of d. It never fails.
func (f *filter) Add(d hashes.Digest) error {
	m, h := f.Bits.Len(), uint32(d.A)
	step := bits.RotateLeft32(h, -17)
	for range f.K() {
		f.Bits.Set(uint64(h) % m)
		h += step
	}
	return nil
}

// NativeBytes is what CreateFilter appends.
func (f *filter) NativeBytes() ([]byte, error) { return append(f.Bytes(), byte(f.K())), nil }

// ReadNative reads what CreateFilter wrote: any bytes whose last is a k.
func (f *filter) ReadNative(data []byte) error {
	last := len(data) - 1
	switch {
	case last < 1:
		return system.Foreign(name, "%d bytes: want at least 2", len(data))
	case data[last] < 1 || data[last] > maxK:
		return system.Foreign(name, "k %d in the last byte: want 1 to %d", data[last], maxK)
	}
	return f.Become(8*uint64(last), int(data[last]), data[:last], binary.LittleEndian)
}
