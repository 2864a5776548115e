package peers

import (
	"math"
	"math/bits"

	boom "github.com/tylertreat/BoomFilters"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

// boomDeletable is a classic filter that notes in a few regions where bits were
// set twice (Rothenberg et al. 2010); the regions come off its bits.
func boomDeletable() *variants.Variant {
	const regions = 100
	return peer{
		name: "boom-deletable", doc: "deletable Bloom filter of 100 regions over []byte", module: boomModule,
		scheme: hashes.KeyScheme(), theory: ideal, promise: asAsked,
		size: func(a ask) variants.Shape {
			s := boomSize(a)
			s.Positions -= regions
			return s
		},
		make: func(a ask) filter { return ofBoom(boom.NewDeletableBloomFilter(uint(a.n), regions, a.p)) },
	}.variant()
}

// boomCuckoo keeps fingerprints of whole bytes in byte slices, four a bucket.
func boomCuckoo() *variants.Variant {
	return peer{
		name: "boom-cuckoo", doc: "cuckoo filter over []byte", module: boomModule,
		scheme: hashes.KeyScheme(), promise: asAsked,
		size: func(a ask) variants.Shape {
			f := max(1, uint64(math.Ceil(math.Log(8/a.p)))/8) // bytes a fingerprint
			buckets := uint64(1) << bits.Len64(a.n/f*8-1)
			return variants.Shape{Bits: 4 * 8 * f * buckets, Buckets: buckets, Slots: 4, Remainder: int(8 * f),
				Allocated: buckets * 8 * (24 + 4*(24+8*f))} // slices of slices, and 8 bytes at least a fingerprint
		},
		theory: func(s variants.Shape, n uint64) theory.Rate { return theory.Cuckoo(n, s.Buckets, s.Slots, s.Remainder) },
		make: func(a ask) filter {
			f := boom.NewCuckooFilter(uint(a.n), a.p)
			return filter{addKey: func(key []byte) bool { return f.Add(key) == nil }, hasKey: f.Test}
		},
	}.variant()
}
