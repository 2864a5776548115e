package rocksdb

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/hashes/raw"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/lines"
	"github.com/filterlab/filterlab/variants/internal/system"
	"github.com/filterlab/filterlab/variants/theory"
)

const (
	name   = "rocksdb"
	legacy = "rocksdb-legacy"
	paper  = "RocksDB 7.8.3, table/block_based/filter_policy.cc and util/bloom_impl.h"
	line   = 512
	golden = 0x9e3779b9 // the multiplier of g

	release = "RocksDB 7.8.3"

	// mostBytes is where RocksDB cuts a filter, and cut says so.
	mostBytes = 0xffffffc0
	// legacyMost is the lines of the largest filter of the older kind: 0xffff0000 bits, made odd.
	legacyMost = 8388481

	cut = "RocksDB cuts the filter to 2^35 bits, however many keys there are"
)

var (
	scheme       = hashes.Scheme{Function: function(), Probing: hashes.Own}
	legacyScheme = hashes.Scheme{Function: lines.Function(), Probing: hashes.Own}
)

func function() *hashes.Function {
	sum := func(key []byte, _ uint64) uint64 { return raw.XXPH3(key) }
	return &hashes.Function{
		Name: "rocksdb_xxph3_64", Doc: "RocksDB's frozen preview of XXH3, 64 bits, no seed: A the hash, B 0", Paper: "RocksDB 7.8.3, util/xxph3.h",
		Width: 64, Unseeded: true, Sum64: sum,
		Sum128: func(key []byte, s uint64) (a, b uint64) { return sum(key, s), 0 },
	}
}

// Variant is the fast local Bloom filter.
var Variant = variant(name, "RocksDB's fast local Bloom filter: cache lines, positions by multiplication", &scheme, shape, predict,
	func(s variants.Shape) variants.Filter { return &filter{system.NewBody(s)} })

// Legacy is the full filter before format version 5.
var Legacy = variant(legacy, "RocksDB's filter before format version 5: cache lines, double hashing of 32 bits inside", &legacyScheme, legacyShape, legacyPredict,
	func(s variants.Shape) variants.Filter { return lines.New(legacy, s) })

func variant(name, doc string, scheme *hashes.Scheme, shape func(variants.Config) (variants.Shape, error),
	predict func(variants.Config, variants.Shape, uint64) theory.Rate, wrap func(variants.Shape) variants.Filter) *variants.Variant {
	return system.Variant(variants.Variant{Name: name, Doc: doc, Paper: paper, Probes: true, Scheme: scheme, Predict: predict,
		Version: release, Promise: system.PerKey(10, 0.01, "filter_policy.h: 10 bits per key yield about 1 %"),
		NoBits: noBits(name),
		Empty: func(c variants.Config) (variants.Filter, error) {
			s, err := system.NoKeys(name, c, 0, shape)
			if err != nil {
				return nil, err
			}
			return wrap(s), nil
		},
	}, shape, func(_ variants.Config, s variants.Shape) variants.Filter { return wrap(s) })
}

// noBits refuses 0 bits per key as all below a half.
func noBits(name string) func(variants.Config) (variants.Config, error) {
	return func(c variants.Config) (variants.Config, error) { return c, noFilter(name, 0) }
}

// noFilter is the error for bits per key of which RocksDB makes no filter.
func noFilter(name string, perKey float64) error {
	return fmt.Errorf("%s: bits-per-key %v: RocksDB writes no filter below 0.5", name, perKey)
}

// predict takes positions for independent draws.
func predict(_ variants.Config, s variants.Shape, n uint64) theory.Rate {
	r := theory.Blocked(n, s.Blocks, line, s.K, theory.WithReplacement)
	r.ModelError = math.Min(1, r.ModelError+0.01)
	r.Reason = "positions are multiples of one 32-bit number, taken for independent"
	if s.Bits == 8*mostBytes {
		r.Reason += "; " + cut
	}
	return r
}

// legacyPredict says of the largest filter that it was cut.
func legacyPredict(c variants.Config, s variants.Shape, n uint64) theory.Rate {
	r := lines.Predict(c, s, n)
	if s.Blocks == legacyMost {
		r.Reason += "; RocksDB cuts the filter to 2^32 bits, however many keys there are"
	}
	return r
}

// filter is a fast local Bloom filter.
type filter struct{ system.Body }

// start returns the first bit of a key's line, and g.
func (f *filter) start(h uint64) (base uint64, g uint32) {
	return uint64(uint32(h)) * (f.Bits.Len() / line) >> 32 * line, uint32(h >> 32)
}

// Contains reports whether the key of d may have been added.
func (f *filter) Contains(d hashes.Digest) bool {
	if f.Bits.Len() == 0 {
		return false
	}
	base, g := f.start(d.A)
	for range f.K() {
		if !f.Bits.Get(base + uint64(g>>23)) {
			return false
		}
		g *= golden
	}
	return true
}

// Add sets the k bits of d. It never fails.
func (f *filter) Add(d hashes.Digest) error {
	base, g := f.start(d.A)
	for range f.K() {
		f.Bits.Set(base + uint64(g>>23))
		g *= golden
	}
	return nil
}

// NativeBytes is the contents of a filter block.
func (f *filter) NativeBytes() ([]byte, error) {
	return append(f.Bytes(), 0xff, 0, byte(f.K()), 0, 0), nil
}

// ReadNative reads the contents of a filter block.
func (f *filter) ReadNative(data []byte) error {
	bad := func(format string, args ...any) error { return system.Foreign(name, format, args...) }
	size := len(data) - 5
	switch {
	case size < 0:
		return bad("%d bytes: want at least 5", len(data))
	case data[size] == 0xfe:
		return bad("it is a ribbon filter")
	case data[size] != 0xff || data[size+1] != 0 || data[size+3] != 0 || data[size+4] != 0:
		return bad("it ends in %x: want ff 00 k 00 00", data[size:])
	case data[size+2] < 1 || data[size+2] > 30:
		return bad("k %d: want 1 to 30", data[size+2])
	case size%64 != 0 || uint64(size) > math.MaxUint32:
		return bad("%d bytes: want whole lines of 64 bytes", size)
	}
	return f.Become(8*uint64(size), int(data[size+2]), data[:size], binary.LittleEndian)
}
