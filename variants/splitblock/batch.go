package splitblock

import (
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// AddBatch adds every key of b and returns their number.
func (f *Filter) AddBatch(b *hashes.Batch) (int, error) {
	if f.count >= minTouch {
		f.touch(b.A)
	}
	for _, a := range b.A {
		i, x := find(a, f.count)
		set(&f.blocks[i], x)
	}
	return b.Len(), nil
}

// ContainsBatch answers for all keys of b without a branch: bits of 64 answers are
// gathered in a word.
func (f *Filter) ContainsBatch(b *hashes.Batch, hits *variants.Hits) int {
	*hits = variants.Hits{}
	if f.count >= minTouch {
		f.touch(b.A)
	}
	n := 0
	for at := range hits {
		if 64*at >= len(b.A) {
			break
		}
		hits[at] = f.mask(b.A[64*at : min(64*at+64, len(b.A))])
		n += bits.OnesCount64(hits[at])
	}
	return n
}

// mask answers for at most 64 keys.
func (f *Filter) mask(a []uint64) (answers uint64) {
	for at, word := range a {
		i, x := find(word, f.count)
		answers |= all(&f.blocks[i], x) & 1 << (at & 63)
	}
	return answers
}

// minTouch is the size in blocks from which a table is touched first: 512 KiB, the
// second-level cache of small processors.
const minTouch = 1 << 14

// touch reads a word of each key's block. It does so little else that the processor
// has the memory accesses of some fifty keys under way at once, several times as
// many as while it also tests.
func (f *Filter) touch(a []uint64) {
	sum := uint64(0)
	for _, word := range a {
		i, _ := find(word, f.count)
		sum += f.blocks[i][0]
	}
	keep(sum)
}

// keep uses a value, so that what made it is not optimized away.
//
//go:noinline
func keep(uint64) {}
