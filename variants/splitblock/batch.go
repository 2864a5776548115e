package splitblock

import (
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

// ContainsBatch answers for all keys of b. In portable code it does so in two
// passes, each without a branch: absent keys seldom reach the second, and a
// branch that tells them apart would be mispredicted.
func (f *Filter) ContainsBatch(b *hashes.Batch, hits *variants.Hits) int {
	*hits = variants.Hits{}
	if f.wide {
		return f.containsKeys(b.A, hits)
	}
	if f.count >= minTouch {
		f.touch(b.A)
	}
	var live [hashes.BatchMax]uint8
	a := b.A[:min(len(b.A), hashes.BatchMax)]
	return f.rest(a, live[:f.half(a, &live)], hits)
}

// containsKeys is ContainsBatch in assembly, which takes no empty batch and none
// of more than the hits have room for.
func (f *Filter) containsKeys(a []uint64, hits *variants.Hits) int {
	if a = a[:min(len(a), hashes.BatchMax)]; len(a) > 0 {
		containsKeys(f, &a[0], uint64(len(a)), hits)
	}
	return hits.Count()
}

// half keeps the keys of a whose bits in the first four lanes are set: at half fill
// one absent key in sixteen. Each key is written to the next free place, which moves
// on only if the key stays.
func (f *Filter) half(a []uint64, live *[hashes.BatchMax]uint8) int {
	blocks, count, n := f.blocks, f.count, 0
	for at, word := range a {
		i, x := find(word, count)
		b := &blocks[i]
		live[n&(hashes.BatchMax-1)] = uint8(at)
		n += int(two(b[0], x, salt0, salt1) & two(b[1], x, salt2, salt3) & 1)
	}
	return n
}

// rest looks at the other four lanes of the keys in live, in blocks that are now
// in the first-level cache.
func (f *Filter) rest(a []uint64, live []uint8, hits *variants.Hits) (n int) {
	blocks, count := f.blocks, f.count
	for _, at := range live {
		i, x := find(a[at], count)
		b := &blocks[i]
		hit := two(b[2], x, salt4, salt5) & two(b[3], x, salt6, salt7) & 1
		hits[at>>6] |= hit << (at & 63)
		n += int(hit)
	}
	return n
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
