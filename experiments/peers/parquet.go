package peers

import (
	"github.com/parquet-go/parquet-go/bloom"

	"github.com/filterlab/filterlab/hashes"
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
		can: []variants.Ability{variants.CanAdd, variants.CanAddBatch},
		direct: func(a ask, s sized) variants.Filter {
			return &parquetFilter{make(bloom.SplitBlockFilter, bloom.NumSplitBlocksOf(int64(a.n), uint(a.perKey))), s}
		},
	}.variant()
}

// parquetFilter has the library's bulk insert as its batch; a bulk question it has not.
type parquetFilter struct {
	lib bloom.SplitBlockFilter
	sized
}

// Add hands over a hash.
func (f *parquetFilter) Add(d hashes.Digest) error {
	f.lib.Insert(d.A)
	return nil
}

// AddBatch hands over all hashes at once.
func (f *parquetFilter) AddBatch(b *hashes.Batch) (int, error) {
	f.lib.InsertBulk(b.A)
	return b.Len(), nil
}

// Contains asks for a hash.
func (f *parquetFilter) Contains(d hashes.Digest) bool { return f.lib.Check(d.A) }
