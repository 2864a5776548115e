package peers

import (
	"github.com/parquet-go/parquet-go/bloom"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

// splitBlock is the theory of Parquet's blocks of 256 bits, 8 words.
func splitBlock(s variants.Shape, n uint64) theory.Rate {
	return theory.SplitBlocked(n, s.Blocks, 256, 8)
}

// blocksOf is the shape of that many blocks.
func blocksOf(n uint64) variants.Shape {
	return variants.Shape{Bits: 256 * n, K: 8, Blocks: n, BlockBits: 256}
}

// parquet is the split block filter of parquet-go, given bits per value.
func parquet() *variants.Variant {
	return peer{
		name: "parquet-go", doc: "split block Bloom filter over 64-bit hashes", module: "github.com/parquet-go/parquet-go",
		scheme: xxHash64(), theory: splitBlock, promise: nothing,
		size: func(a ask) variants.Shape {
			return blocksOf(uint64(bloom.NumSplitBlocksOf(int64(a.n), uint(a.perKey))))
		},
		make: func(a ask) filter {
			f := make(bloom.SplitBlockFilter, bloom.NumSplitBlocksOf(int64(a.n), uint(a.perKey)))
			return filter{addHash: f.Insert, hasHash: f.Check}
		},
	}.variant()
}
