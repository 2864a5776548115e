// Package hbase is the row-key filter of Apache HBase's store files (2.0 line), bit
// for bit.
//
// A key is hashed twice to 32 bits by one of three functions, the second time with
// the first result as seed, and position i is |a + i*b| mod bits, a signed sum of 32 bits:
//
//	hash=murmur    MurmurHash2 with signed tail bytes, the default
//	hash=jenkins   lookup3
//	hash=murmur3   MurmurHash3 x86 of 32 bits
//
// # Sizes
//
// bits = ceil(-n ln p / (ln 2)^2), k = ceil(ln 2 * floor(bits/n)): bits per key are cut to
// a whole number before k is rounded up. At p = 1% that is k = 7 by luck (floor 9.58);
// at 0.1% 10. Bytes are rounded up to a multiple of 2^fold, which also adds one where the
// shift cuts nothing.
//
// # Folding
//
// When a file is closed with fewer than half the keys it was sized for, the filter is
// folded: its halves are OR-ed as long as the number of bytes is even and so many keys
// still fit. NativeBytes folds as HBase does; fold=F (0 to 7, 7 in HBase) makes room for
// F foldings. The folded filter has the rate of its size.
//
// # What it costs
//
// Positions beyond 2^31 are never used. Sums are signed, and no step is avoided, so
// small filters are worse than the formula; thousands of keys show nothing of it. HBase's
// own figure (exp(ln(1 - exp(-k n/bits)) k)) is the textbook's, for the size before folding.
//
// Native bytes are the bits and nothing else: HBase keeps k and the hash's name in
// the file's metadata. Who reads them must say k and hash.
package hbase

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/system"
	"github.com/filterlab/filterlab/variants/theory"
)

const name = "hbase"

var scheme = *hashes.KeyScheme()

// Variant is HBase's filter.
var Variant = system.Variant(variants.Variant{
	Name: name, Doc: "Apache HBase's row-key filter: double hashing in signed 32 bits, mod the bits, folded when half empty",
	Paper:  "Apache HBase 2.0, BloomFilterChunk and BloomFilterUtil; Kirsch, Mitzenmacher: Less Hashing, Same Performance, ESA 2006",
	Params: params(), Probes: true, Scheme: &scheme, Empty: none,
	Version: "Apache HBase 2.0", Promise: system.Asks("io.storefile.bloom.error.rate: the rate asked for"),
	Predict: func(_ variants.Config, s variants.Shape, n uint64) theory.Rate {
		return system.Folded(n, s.Positions, s.K, 1<<31)
	},
}, shape, func(c variants.Config, s variants.Shape) variants.Filter {
	return &filter{Body: system.NewBody(s), hash: hashOf(s.Params["hash"]), maxKeys: c.Capacity, givenK: c.K != 0}
})

func params() []variants.Param {
	return []variants.Param{
		{Name: "hash", Default: "murmur", Doc: "jenkins, murmur or murmur3"},
		{Name: "fold", Default: "0", Doc: "bytes are a multiple of 2^fold, 0 to 7: room for so many foldings"},
	}
}

// SizeByKeys is HBase's size for n keys at rate p: bytes and k.
func SizeByKeys(n uint64, p float64, fold int) (bytes float64, k int) {
	bits := math.Ceil(float64(n) * (-math.Log(p) / ln2Squared()))
	return foldable(math.Floor((bits+7)/8), fold), probes(bits, float64(n))
}

// SizeBySize is HBase's choice for a size in bytes and rate p: bytes, k and the
// keys that fit.
func SizeBySize(hint uint64, p float64, fold int) (bytes float64, k int, maxKeys uint64) {
	bytes = foldable(float64(hint), fold)
	bits := 8 * bytes
	k = probes(bits, math.Trunc(bits*(ln2Squared()/-math.Log(p))))
	return bytes, k, uint64(math.Trunc(-bits / float64(k) * math.Log(1-math.Exp(math.Log(p)/float64(k)))))
}

// ln2Squared is the product of two float64.
func ln2Squared() float64 {
	ln2 := math.Ln2
	return float64(ln2 * ln2)
}

// probes is HBase's k: the quotient is whole.
func probes(bits, n float64) int { return int(math.Ceil(math.Ln2 * math.Floor(bits/n))) }

// foldable rounds bytes up to a multiple of 2^fold.
func foldable(bytes float64, fold int) float64 { return system.Up(bytes, float64(uint64(1)<<fold)) }

func shape(c variants.Config) (variants.Shape, error) {
	full, err := system.Check(name, c, scheme, params())
	if err != nil {
		return variants.Shape{}, err
	}
	if hashOf(full["hash"]) == nil {
		return variants.Shape{}, fmt.Errorf("%s: parameter hash=%s: want jenkins, murmur or murmur3", name, full["hash"])
	}
	fold, err := full.Int(name, "fold", 0, 7)
	if err != nil {
		return variants.Shape{}, err
	}
	bits := system.Asked(c)
	bytes, k := foldable(math.Floor((bits+7)/8), fold), probes(bits, float64(c.Capacity))
	if c.FPR != 0 {
		bytes, k = SizeByKeys(c.Capacity, c.FPR, fold)
	}
	if c.K != 0 {
		k = c.K
	}
	return system.Shape(name, c, full, 8*bytes, max(1, k))
}

// none refuses: what HBase would write of no keys it does not write.
func none(variants.Config) (variants.Filter, error) {
	return nil, fmt.Errorf("%s: no keys: HBase writes a store file without keys with no filter, and its size by keys divides by their number: want -n of the keys that it was sized for", name)
}

// filter is an HBase filter.
type filter struct {
	system.Body
	hash    hash
	maxKeys uint64
	added   uint64
	givenK  bool
}

// position is |v rem m|.
func position(v int32, m int64) uint64 {
	r := int64(v) % m
	sign := r >> 63
	return uint64((r ^ sign) - sign)
}

// Contains reports whether the key of d may have been added.
func (f *filter) Contains(d hashes.Digest) bool {
	key, m := d.Key(), int64(f.Bits.Len())
	v := f.hash(key, 0)
	step := f.hash(key, v)
	for range f.K() {
		if !f.Bits.Get(position(int32(v), m)) {
			return false
		}
		v += step
	}
	return true
}

// Add sets the k bits of d. It never fails.
func (f *filter) Add(d hashes.Digest) error {
	key, m := d.Key(), int64(f.Bits.Len())
	v := f.hash(key, 0)
	step := f.hash(key, v)
	for range f.K() {
		f.Bits.Set(position(int32(v), m))
		v += step
	}
	f.added++
	return nil
}

// fold returns bytes as HBase folds them for so many keys added, and the keys that
// fit then.
func fold(bytes []byte, maxKeys, added uint64) ([]byte, uint64) {
	size := len(bytes)
	for added > 0 && size%2 == 0 && size > 0 && maxKeys > 2*added { // without keys HBase folds nothing
		size, maxKeys = size/2, maxKeys/2
	}
	out := make([]byte, size)
	for i, b := range bytes {
		out[i%size] |= b
	}
	return out, maxKeys
}

// NativeBytes is the filter as HBase writes it, folded.
func (f *filter) NativeBytes() ([]byte, error) {
	out, _ := fold(f.Bytes(), f.maxKeys, f.added)
	return out, nil
}

// ReadNative takes the bits of a filter. The receiver must have been made with K
// given, since the bytes do not say it, and with the hash of the writer.
func (f *filter) ReadNative(data []byte) error {
	switch {
	case len(data) == 0 || len(data) > 1<<30:
		return system.Foreign(name, "%d bytes: want 1 to 2^30", len(data))
	case !f.givenK:
		return fmt.Errorf("%s: the bytes are the bits alone, HBase keeps k and the hash's name in the metadata of its file: want k (-k) given, and the parameter hash as it was", name)
	}
	return f.Become(8*uint64(len(data)), f.K(), data, binary.LittleEndian)
}
