package peers

import (
	"math"
	"math/bits"

	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet/metadata"

	"github.com/filterlab/filterlab/variants"
)

// arrowMost is the largest table that the format's writers make, in bytes.
const arrowMost = 128 << 20

// arrow is the split block filter of arrow-go: by the formula of 8 independent
// words, rounded up to a power of two of bytes.
func arrow() *variants.Variant {
	return peer{
		name: "arrow-go", doc: "split block Bloom filter over 64-bit hashes", module: "github.com/apache/arrow-go/v18",
		scheme: xxHash64(), theory: splitBlock, promise: asAsked,
		size: func(a ask) variants.Shape {
			m := -8 * float64(a.n) / math.Log(1-math.Pow(a.p, 1.0/8))
			bytes := uint64(1) << bits.Len64(uint64(max(m, 256))/8-1)
			return blocksOf(min(bytes, arrowMost) / 32)
		},
		make: func(a ask) filter {
			b := metadata.NewBloomFilterFromNDVAndFPP(uint32(a.n), a.p, arrowMost, memory.DefaultAllocator)
			return filter{addHash: b.InsertHash, hasHash: b.(interface{ CheckHash(uint64) bool }).CheckHash}
		},
	}.variant()
}
