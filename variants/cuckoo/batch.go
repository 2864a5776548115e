package cuckoo

import (
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// AddBatch adds the keys of b in order and stops at the first that finds no
// room: it returns how many went in.
func (f *Filter) AddBatch(b *hashes.Batch) (int, error) {
	for i := range b.A {
		if err := f.Add(b.At(i)); err != nil {
			return i, err
		}
	}
	return b.Len(), nil
}

// ContainsBatch answers Contains for every key of b. No branch depends on the
// data, so the processor has the memory accesses of many keys under way at once.
func (f *Filter) ContainsBatch(b *hashes.Batch, hits *variants.Hits) int {
	*hits = variants.Hits{}
	switch {
	case b.More != nil:
		return f.containsLazy(b, hits)
	case f.table.groups == 1:
		return f.containsWords(b, hits)
	}
	n := 0
	for i, a := range b.A {
		i1, i2, fp := f.locate(a, b.B[i])
		one, two := f.table.has(i1, fp), f.table.has(i2, fp)
		n += mark(hits, i, one || two)
	}
	return n
}

// containsWords is ContainsBatch for buckets of one group.
func (f *Filter) containsWords(b *hashes.Batch, hits *variants.Hits) int {
	t, n := &f.table, 0
	second := b.B[:len(b.A)]
	for i, a := range b.A {
		i1, i2, fp := f.locate(a, second[i])
		fp *= t.ones
		x, y := t.load(i1*t.bucketBits)&t.group^fp, t.load(i2*t.bucketBits)&t.group^fp
		n += mark(hits, i, t.zeros(x)|t.zeros(y) != 0)
	}
	return n
}

// containsLazy asks each key's Source for its second word.
func (f *Filter) containsLazy(b *hashes.Batch, hits *variants.Hits) int {
	n := 0
	for i, more := range b.More {
		i1, i2, fp := f.locate(b.A[i], more.Word(1))
		one, two := f.table.has(i1, fp), f.table.has(i2, fp)
		n += mark(hits, i, one || two)
	}
	return n
}

// mark sets bit i of hits if hit, without a branch, and returns 1 then, else 0.
func mark(hits *variants.Hits, i int, hit bool) int {
	one := 0
	if hit {
		one = 1
	}
	hits[i>>6&3] |= uint64(one) << (i & 63)
	return one
}
