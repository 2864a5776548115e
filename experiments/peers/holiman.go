package peers

import (
	bloomfilter "github.com/holiman/bloomfilter/v2"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// holiman is a classic filter over 64-bit hashes: each probe turns the hash by a
// constant, xors a key of its own and takes it modulo m. The library draws those
// keys from the system; here they come of the filter's seed.
func holiman() *variants.Variant {
	return peer{
		name: "holiman", doc: "classic Bloom filter over 64-bit hashes", module: "github.com/holiman/bloomfilter/v2",
		scheme: xxHash64(), theory: ideal, promise: asAsked,
		size: func(a ask) variants.Shape {
			m := bloomfilter.OptimalM(a.n, a.p)
			return flat(m, int(bloomfilter.OptimalK(m, a.n)))
		},
		direct: func(a ask, s sized) variants.Filter {
			m := bloomfilter.OptimalM(a.n, a.p)
			keys := make([]uint64, bloomfilter.OptimalK(m, a.n))
			for i := range keys {
				keys[i] = hashes.SplitMix64(a.seed + uint64(i))
			}
			f, err := bloomfilter.NewWithKeys(m, keys)
			if err != nil {
				panic(err) // the audit shows it
			}
			return &holimanFilter{f, s}
		},
	}.variant()
}

// holimanFilter takes the lock that the library has, uncontended.
type holimanFilter struct {
	lib *bloomfilter.Filter
	sized
}

// Add hands over a hash.
func (f *holimanFilter) Add(d hashes.Digest) error {
	f.lib.AddHash(d.A)
	return nil
}

// Contains asks for a hash.
func (f *holimanFilter) Contains(d hashes.Digest) bool { return f.lib.ContainsHash(d.A) }
