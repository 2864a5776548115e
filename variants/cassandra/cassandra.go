package cassandra

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/system"
	"github.com/filterlab/filterlab/variants/theory"
)

var scheme = hashes.Scheme{Function: function(), Probing: hashes.Own}

// Variant is the filter of Cassandra 4.0 and later.
var Variant = variant("cassandra", "Apache Cassandra 4.1", "Apache Cassandra's filter of an sstable, in the bytes of 4.0 and later", nil)

// Variant3 is the filter of Cassandra before 4.0.
var Variant3 = variant("cassandra-3", "Apache Cassandra 3.11", "Apache Cassandra's filter of an sstable, in the bytes before 4.0", []variants.Param{
	{Name: "order", Default: "3.0", Doc: "which half of the hash is the start: h2 (3.0), or h1 as in files up to 2.x (2.x)"},
})

func variant(name, version, doc string, params []variants.Param) *variants.Variant {
	return system.OfOne(system.Variant(variants.Variant{
		Name: name, Doc: doc, Params: params, Probes: true, Scheme: &scheme,
		Version: version, Promise: system.Asks("bloom_filter_fp_chance: the chance asked for"),
		Paper: "Apache Cassandra 4.1 and 3.11, org.apache.cassandra.utils.BloomFilter; Fan, Cao, Almeida, Broder: Summary Cache, SIGCOMM 1998",
		Predict: func(_ variants.Config, s variants.Shape, n uint64) theory.Rate {
			return system.Folded(n, s.Positions, s.K, math.MaxUint64)
		},
	}, func(c variants.Config) (variants.Shape, error) { return shape(name, c, params) },
		func(_ variants.Config, s variants.Shape) variants.Filter {
			return &filter{Body: system.NewBody(s), name: name, words: params != nil, swap: s.Params["order"] == "2.x"}
		}))
}

// filter is a Cassandra filter.
type filter struct {
	system.Body
	name  string
	words bool // the bytes are big-endian words
	swap  bool // start is h1, step h2
}

// steps returns start and step of a key's positions.
func (f *filter) steps(d hashes.Digest) (start, step uint64) {
	if f.swap {
		return d.A, d.B
	}
	return d.B, d.A
}

// position is |x rem m|, the remainder of a signed division.
func position(x uint64, m int64) uint64 {
	r := int64(x) % m
	sign := r >> 63
	return uint64((r ^ sign) - sign)
}

// Contains reports whether the key of d may have been added.
func (f *filter) Contains(d hashes.Digest) bool {
	m := int64(f.Bits.Len())
	x, step := f.steps(d)
	for range f.K() {
		if !f.Bits.Get(position(x, m)) {
			return false
		}
		x += step
	}
	return true
}

// Add sets the k bits of d. It never fails.
func (f *filter) Add(d hashes.Digest) error {
	m := int64(f.Bits.Len())
	x, step := f.steps(d)
	for range f.K() {
		f.Bits.Set(position(x, m))
		x += step
	}
	return nil
}

// order is that of the bytes of a word.
func (f *filter) order() binary.ByteOrder {
	if f.words {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

// NativeBytes is what BloomFilterSerializer writes.
func (f *filter) NativeBytes() ([]byte, error) {
	words := f.Bits.Words()
	if len(words) > math.MaxInt32 {
		return nil, fmt.Errorf("%s: %d words: the file takes at most 2^31-1", f.name, len(words))
	}
	out := binary.BigEndian.AppendUint32(make([]byte, 0, 8+8*len(words)), uint32(f.K()))
	out = binary.BigEndian.AppendUint32(out, uint32(len(words)))
	for _, w := range words {
		if f.words {
			out = binary.BigEndian.AppendUint64(out, w)
		} else {
			out = binary.LittleEndian.AppendUint64(out, w)
		}
	}
	return out, nil
}

// ReadNative reads what BloomFilterSerializer wrote. The bytes say neither version
// nor order.
func (f *filter) ReadNative(data []byte) error {
	bad := func(format string, args ...any) error { return system.Foreign(f.name, format, args...) }
	if len(data) < 8 {
		return bad("%d bytes: want at least 8", len(data))
	}
	k, words := binary.BigEndian.Uint32(data), uint64(binary.BigEndian.Uint32(data[4:]))
	switch {
	case k == 0 || k > 255:
		return bad("k %d: want 1 to 255", k)
	case words == 0 || words > math.MaxInt32 || uint64(len(data)) != 8+8*words:
		return bad("%d words claimed, %d bytes there", words, len(data)-8)
	}
	return f.Become(64*words, int(k), data[8:], f.order())
}
