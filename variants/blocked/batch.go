package blocked

import (
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// AddBatch adds every key of b and returns their number.
func (f *Filter) AddBatch(b *hashes.Batch) (int, error) {
	if v := f.vector; v.takes(b) && v.adds {
		v.add(b)
		return b.Len(), nil
	}
	if f.table.kind == pairs {
		second := b.B[:len(b.A)]
		for i, a := range b.A {
			f.table.addPair(a, second[i])
		}
		return b.Len(), nil
	}
	for i := range b.A {
		_ = f.Add(b.At(i)) // never fails
	}
	return b.Len(), nil
}

// ContainsBatch answers for all keys of b in two passes. The first looks at one
// or two bits of every key without a branch, so that the memory accesses of many
// keys are under way at once, and keeps the keys whose bits are set: a quarter
// of absent ones at half fill. The second looks at the other bits of those, in
// blocks that are now in the first-level cache. Words beyond the first are made
// in the second pass only.
func (f *Filter) ContainsBatch(b *hashes.Batch, hits *variants.Hits) int {
	*hits = variants.Hits{}
	if f.vector.takes(b) {
		return f.vector.contains(b, hits)
	}
	var live [hashes.BatchMax]uint8
	t := &f.table
	if len(t.words) >= minTouch {
		t.touch(b.A)
	}
	n := 0
	if b.More == nil {
		n = t.firstTwo(b.A, b.B, &live)
	} else {
		n = t.first(b.A, &live)
	}
	switch t.kind {
	case pairs:
		return t.finishPairs(b, live[:n], hits)
	case sums:
		return t.finishSums(b, live[:n], hits)
	}
	return t.finishWords(b, live[:n], hits)
}

// minTouch is the size in words from which a table is touched first: 512 KiB, the
// second-level cache of small processors.
const minTouch = 1 << 16

// touch reads a word of each key's block. It does so little else that the processor
// has the memory accesses of some fifty keys under way at once, several times as
// many as while it also probes.
func (t *table) touch(a []uint64) {
	words, width, sum := t.words, t.width, uint64(0)
	if t.reduce == hashes.Fastrange {
		for _, word := range a {
			i, _ := bits.Mul64(word, t.blocks)
			sum += words[i*width]
		}
	} else {
		for _, word := range a {
			sum += words[t.reduce.Reduce(word, t.blocks)*width]
		}
	}
	keep(sum)
}

// keep uses a value, so that what made it is not optimized away.
//
//go:noinline
func keep(uint64) {}

// firstTwo keeps the keys whose bits 0 and 1 are set (k = 1: bit 0, twice); both
// come from the two words of a digest without a Source. Each key is written to the next free place, which moves on only if the key stays.
func (t *table) firstTwo(a, b []uint64, live *[hashes.BatchMax]uint8) int {
	step, n := t.mask, 0
	if t.k == 1 {
		step = 0
	}
	b = b[:len(a)]
	for i, word := range a {
		block, x := t.block(word)
		both := t.bit(block, x) & t.bit(block, x+(b[i]>>t.top|t.odd)&step) & 1
		live[n&(hashes.BatchMax-1)] = uint8(i)
		n += int(both)
	}
	return n
}

// first keeps the keys whose bit 0 is set.
func (t *table) first(a []uint64, live *[hashes.BatchMax]uint8) int {
	n := 0
	for i, word := range a {
		block, x := t.block(word)
		live[n&(hashes.BatchMax-1)] = uint8(i)
		n += int(t.bit(block, x) & 1)
	}
	return n
}

// finishPairs looks at all bits of the keys in live.
func (t *table) finishPairs(b *hashes.Batch, live []uint8, hits *variants.Hits) int {
	n := 0
	for _, i := range live {
		n += mark(hits, i, t.containsPair(b.A[i], b.B[i]))
	}
	return n
}

func (t *table) finishSums(b *hashes.Batch, live []uint8, hits *variants.Hits) int {
	n := 0
	for _, i := range live {
		n += mark(hits, i, t.containsSums(b.At(int(i))))
	}
	return n
}

func (t *table) finishWords(b *hashes.Batch, live []uint8, hits *variants.Hits) int {
	n := 0
	for _, i := range live {
		d := b.At(int(i))
		block, _ := t.block(d.A)
		n += mark(hits, i, t.restOfWords(d, block))
	}
	return n
}

// mark sets bit i of hits if hit, without a branch, and returns 1 then, else 0.
func mark(hits *variants.Hits, i uint8, hit bool) int {
	one := 0
	if hit {
		one = 1
	}
	hits[i>>6] |= uint64(one) << (i & 63)
	return one
}
