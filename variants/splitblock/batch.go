package splitblock

import (
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// AddBatch adds every key of b and returns their number.
func (f *Filter) AddBatch(b *hashes.Batch) (int, error) {
	if f.wide && len(b.A) > 0 {
		addKeys(f, &b.A[0], uint64(len(b.A)))
		return b.Len(), nil
	}
	if f.count >= minTouch {
		f.touch(b.A)
	}
	for _, a := range b.A {
		addPlain(f, a)
	}
	return b.Len(), nil
}

// ContainsBatch answers for all keys of b without a branch, whose answers are
// gathered in words of 64.
func (f *Filter) ContainsBatch(b *hashes.Batch, hits *variants.Hits) int {
	*hits = variants.Hits{}
	if f.wide {
		return f.containsKeys(b.A, hits)
	}
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

// containsKeys is ContainsBatch in assembly, which takes no empty batch and none
// of more than the hits have room for.
func (f *Filter) containsKeys(a []uint64, hits *variants.Hits) (n int) {
	if a = a[:min(len(a), hashes.BatchMax)]; len(a) > 0 {
		containsKeys(f, &a[0], uint64(len(a)), hits)
	}
	for _, w := range hits {
		n += bits.OnesCount64(w)
	}
	return n
}

// mask answers for at most 64 keys, the last first. Its body is all, which the
// compiler does not inline.
func (f *Filter) mask(a []uint64) (answers uint64) {
	blocks, count := f.blocks, f.count
	for at := len(a) - 1; at >= 0; at-- {
		i, x := find(a[at], count)
		b := &blocks[i]
		answers = answers<<1 | two(b[0], x, salt0, salt1)&two(b[1], x, salt2, salt3)&
			two(b[2], x, salt4, salt5)&two(b[3], x, salt6, salt7)&1
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
