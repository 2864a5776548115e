package peers

import (
	"github.com/bits-and-blooms/bloom/v3"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// bitsAndBlooms is the classic filter most used in Go: four MurmurHash3 words a
// key, positions by doubling over them, modulo m.
func bitsAndBlooms() *variants.Variant {
	return peer{
		name: "bits-and-blooms", doc: "classic Bloom filter over []byte", module: "github.com/bits-and-blooms/bloom/v3",
		scheme: hashes.KeyScheme(), theory: ideal, promise: asAsked,
		size: func(a ask) variants.Shape {
			m, k := bloom.EstimateParameters(uint(a.n), a.p)
			return flat(uint64(m), int(k))
		},
		make: func(a ask) filter {
			f := bloom.NewWithEstimates(uint(a.n), a.p)
			return filter{addKey: func(key []byte) bool { f.Add(key); return true }, hasKey: f.Test}
		},
	}.variant()
}
