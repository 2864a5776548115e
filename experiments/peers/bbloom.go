package peers

import (
	"math"
	"math/bits"

	"github.com/dgraph-io/ristretto/v2/z"
	"github.com/ipfs/bbloom"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// powerOfTwo is the rule of bbloom and its descendants: the classic formula,
// rounded up to a power of two that is at least 512, the probes as for the bits
// before rounding.
func powerOfTwo(a ask) variants.Shape {
	n := float64(a.n)
	size := -n * math.Log(a.p) / (0.69314718056 * 0.69314718056)
	return flat(1<<bits.Len64(max(uint64(size), 512)-1), int(math.Ceil(0.69314718056*size/n)))
}

// bbloom hashes with SipHash and doubles; AddTS and HasTS are its locked forms.
func bbloomPeer() *variants.Variant {
	return peer{
		name: "ipfs-bbloom", doc: "classic Bloom filter of a power of two of bits over []byte", module: "github.com/ipfs/bbloom",
		scheme: hashes.KeyScheme(), theory: ideal, promise: asAsked, size: powerOfTwo,
		make: func(a ask) filter {
			f, err := bbloom.New(float64(a.n), a.p)
			if err != nil {
				panic(err) // the audit shows it
			}
			return filter{addKey: func(key []byte) bool { f.Add(key); return true }, hasKey: f.Has}
		},
	}.variant()
}

// ristretto is the same over 64-bit hashes: start and step are their two ends.
func ristretto() *variants.Variant {
	return peer{
		name: "ristretto", doc: "z.Bloom: classic Bloom filter of a power of two of bits over 64-bit hashes", module: "github.com/dgraph-io/ristretto/v2",
		scheme: xxHash64(), theory: ideal, promise: asAsked, size: powerOfTwo,
		make: func(a ask) filter {
			f := z.NewBloomFilter(float64(a.n), a.p)
			return filter{addHash: f.Add, hasHash: f.Has}
		},
	}.variant()
}
