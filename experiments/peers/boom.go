package peers

import (
	boom "github.com/tylertreat/BoomFilters"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

const boomModule = "github.com/tylertreat/BoomFilters"

// boomSize is the rule that BoomFilters' flat filters share.
func boomSize(a ask) variants.Shape {
	return flat(uint64(boom.OptimalM(uint(a.n), a.p)), int(boom.OptimalK(a.p)))
}

// ofBoom wraps any filter of the library. Its methods share a hash state, so one
// filter must not be asked from two goroutines.
func ofBoom(f boom.Filter) filter {
	return filter{addKey: func(key []byte) bool { f.Add(key); return true }, hasKey: f.Test}
}

// boomClassic hashes with FNV-1 of 64 bits, cut into two of 32, doubled, modulo m.
func boomClassic() *variants.Variant {
	return peer{
		name: "boom-classic", doc: "classic Bloom filter over []byte", module: boomModule,
		scheme: hashes.KeyScheme(), theory: ideal, promise: asAsked, size: boomSize,
		make: func(a ask) filter { return ofBoom(boom.NewBloomFilter(uint(a.n), a.p)) },
	}.variant()
}

// boomCounting has counters of 4 bits.
func boomCounting() *variants.Variant {
	return peer{
		name: "boom-counting", doc: "counting Bloom filter of 4-bit counters over []byte", module: boomModule,
		scheme: hashes.KeyScheme(), theory: ideal, promise: asAsked,
		size: func(a ask) variants.Shape {
			s := boomSize(a)
			s.Bits *= 4
			return s
		},
		can: []variants.Ability{variants.CanAdd, variants.CanRemove},
		direct: func(a ask, s sized) variants.Filter {
			return &boomCounters{boom.NewDefaultCountingBloomFilter(uint(a.n), a.p), s}
		},
	}.variant()
}

// boomCounters takes keys, and gives them back.
type boomCounters struct {
	lib *boom.CountingBloomFilter
	sized
}

// Add hands over a key.
func (f *boomCounters) Add(d hashes.Digest) error {
	f.lib.Add(d.Key())
	return nil
}

// Contains asks for a key.
func (f *boomCounters) Contains(d hashes.Digest) bool { return f.lib.Test(d.Key()) }

// Remove takes a key out.
func (f *boomCounters) Remove(d hashes.Digest) bool { return f.lib.TestAndRemove(d.Key()) }

// boomPartitioned has k slices.
func boomPartitioned() *variants.Variant {
	return peer{
		name: "boom-partitioned", doc: "partitioned Bloom filter over []byte", module: boomModule,
		scheme: hashes.KeyScheme(), promise: asAsked,
		size: func(a ask) variants.Shape {
			s := boomSize(a)
			s.BlockBits = (s.Bits + uint64(s.K) - 1) / uint64(s.K)
			s.Bits = s.BlockBits * uint64(s.K)
			return s
		},
		theory: func(s variants.Shape, n uint64) theory.Rate {
			return theory.Partitioned(n, s.BlockBits, s.K, theory.WithReplacement)
		},
		make: func(a ask) filter { return ofBoom(boom.NewPartitionedBloomFilter(uint(a.n), a.p)) },
	}.variant()
}
