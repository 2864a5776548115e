package cuckoo

import (
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// chunkKeys is how many keys of a batch are located together: their 64 buckets are
// about as many cache lines as the processor can have under way.
const chunkKeys = 32

// cached is the size of a table, in bytes, up to which portable code asks one key
// after the other: their few instructions overlap well enough then. Beyond, where an
// access takes hundreds of cycles, touching all buckets of a chunk first halves the
// time.
const cached = 4 << 20

// chunk holds both buckets and the fingerprints of up to chunkKeys keys. The
// kernels write and read whole vectors of 8.
type chunk struct {
	one, two, fp [chunkKeys]uint64
	touched      uint64 // what touch has read, so that it is read
}

// AddBatch adds the keys of b in order and stops at the first that finds no
// room: it returns how many went in.
//
// It is the same as adding one by one, slot by slot. But the buckets of the next
// keys are touched before they are needed.
func (f *Filter) AddBatch(b *hashes.Batch) (int, error) {
	var next [2]chunk
	var words [chunkKeys]uint64
	n := b.Len()
	f.locateAt(b, 0, &next[0], &words)
	for i := 0; i < n; i += chunkKeys {
		c := &next[i/chunkKeys&1]
		f.locateAt(b, i+chunkKeys, &next[1-i/chunkKeys&1], &words)
		for j := range min(chunkKeys, n-i) {
			if !f.placeOf(c, j) {
				return i + j, variants.ErrFull
			}
		}
	}
	return n, nil
}

// placeOf places key j of c.
func (f *Filter) placeOf(c *chunk, j int) bool {
	if f.quads {
		return f.placeQuad(c.one[j], c.two[j], uint8(c.fp[j]))
	}
	return f.place(c.one[j], c.two[j], c.fp[j])
}

// ContainsBatch answers Contains for every key of b. No branch depends on the
// data, so the processor has the memory accesses of many keys under way at once.
func (f *Filter) ContainsBatch(b *hashes.Batch, hits *variants.Hits) int {
	*hits = variants.Hits{}
	n := b.Len()
	if !f.kernel && b.More == nil && len(f.table.data) <= cached {
		switch {
		case f.quads:
			return f.containsQuads(b, hits)
		case f.plain:
			return f.containsWords(b, hits)
		}
	}
	var next [2]chunk
	var words [chunkKeys]uint64
	sum := 0
	f.locateAt(b, 0, &next[0], &words)
	for i := 0; i < n; i += chunkKeys {
		f.locateAt(b, i+chunkKeys, &next[1-i/chunkKeys&1], &words)
		m := min(chunkKeys, n-i)
		found := f.probe(&next[i/chunkKeys&1], m)
		sum += bits.OnesCount64(found)
		hits[i>>6&3] |= found << (i & 63)
	}
	return sum
}

// locateAt locates the keys from number i on, if there are any, and begins to
// fetch their buckets.
func (f *Filter) locateAt(b *hashes.Batch, i int, c *chunk, words *[chunkKeys]uint64) {
	if i >= len(b.A) {
		return
	}
	n := min(chunkKeys, len(b.A)-i)
	first, second := b.A[i:i+n], words[:n]
	if b.More == nil {
		second = b.B[i : i+n]
	} else {
		for j, more := range b.More[i : i+n] {
			second[j] = more.Word(1)
		}
	}
	if f.kernel {
		locate(f, &first[0], &second[0], n, c)
		return
	}
	for i, a := range first {
		j := i & (chunkKeys - 1)
		c.one[j], c.two[j], c.fp[j] = f.locate(a, second[i])
	}
	f.touch(c, n)
}

// touch loads the buckets of n keys. It does so in a short loop without branches,
// of which the processor overlaps many rounds.
func (f *Filter) touch(c *chunk, n int) {
	t, sum := &f.table, uint64(0)
	for j := range n {
		j &= chunkKeys - 1 // which tells the compiler that no bounds need checking
		sum |= t.load(c.one[j]*t.bucketBits) | t.load(c.two[j]*t.bucketBits)
	}
	c.touched = sum
}

// probe returns which of n keys are in, key 0 in the lowest bit.
func (f *Filter) probe(c *chunk, n int) (found uint64) {
	if f.kernel {
		return probe(f, c, n) & (1<<n - 1)
	}
	t := &f.table
	for j := range n {
		j &= chunkKeys - 1
		one, two, v := c.one[j]*t.bucketBits, c.two[j]*t.bucketBits, c.fp[j]*t.ones
		x := t.marks(one, v) | t.marks(two, v)
		found |= (x | -x) >> 63 << j
	}
	return found
}

// containsQuads is ContainsBatch in portable code for buckets of four bytes.
func (f *Filter) containsQuads(b *hashes.Batch, hits *variants.Hits) int {
	t, n, second := &f.table, 0, b.B[:len(b.A)]
	for i, a := range b.A {
		i1, i2, fp := f.locateQuad(a, second[i])
		n += mark(hits, i, t.hasQuad(t.loadQuad(i1), t.loadQuad(i2), fp))
	}
	return n
}

// containsWords is ContainsBatch in portable code for the common shapes.
func (f *Filter) containsWords(b *hashes.Batch, hits *variants.Hits) int {
	t, n, second := &f.table, 0, b.B[:len(b.A)]
	for i, a := range b.A {
		i1, _ := bits.Mul64(a, f.buckets)
		fp, _ := bits.Mul64(second[i], f.values)
		fp++
		v := fp * t.ones
		x, y := t.load(i1*t.bucketBits)^v, t.load(f.other(i1, fp)*t.bucketBits)^v
		n += mark(hits, i, t.either(x, y) != 0)
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
