package peers

import (
	"math/bits"

	cuckoo "github.com/seiflotfy/cuckoofilter"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

// seiflotfy has fingerprints of 8 bits, whatever rate one wants, four a bucket, and
// a power of two of buckets. Its kicks are drawn from the process's random source,
// which the command peers makes repeatable where nothing is timed.
func seiflotfy() *variants.Variant {
	return peer{
		name: "seiflotfy-cuckoo", doc: "cuckoo filter of 8-bit fingerprints over []byte; the rate cannot be chosen", module: "github.com/seiflotfy/cuckoofilter",
		scheme: hashes.KeyScheme(),
		promise: func(ask) variants.Promise {
			return variants.Promise{FPR: 0.035, Source: "its README: expect r ~= 0.03, so whatever rounds to that"}
		},
		size: func(a ask) variants.Shape {
			slots := uint64(1) << bits.Len64(a.n-1)
			buckets := max(1, slots/4)
			return variants.Shape{Bits: 32 * buckets, Buckets: buckets, Slots: 4, Remainder: 8}
		},
		theory: func(s variants.Shape, n uint64) theory.Rate { return theory.Cuckoo(n, s.Buckets, s.Slots, s.Remainder) },
		direct: func(a ask, s sized) variants.Filter { return &seiflotfyFilter{cuckoo.NewFilter(uint(a.n)), s} },
	}.variant()
}

// seiflotfyFilter takes keys.
type seiflotfyFilter struct {
	lib *cuckoo.Filter
	sized
}

// Add hands over a key.
func (f *seiflotfyFilter) Add(d hashes.Digest) error {
	if !f.lib.Insert(d.Key()) {
		return variants.ErrFull
	}
	return nil
}

// Contains asks for a key.
func (f *seiflotfyFilter) Contains(d hashes.Digest) bool { return f.lib.Lookup(d.Key()) }
