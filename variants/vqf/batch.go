package vqf

import (
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// chunkKeys is how many keys of a batch are worked on together: their 64 blocks are
// about as many cache lines as the processor can have under way.
const chunkKeys = 32

// chunk holds the keys of a part of a batch.
type chunk struct {
	one, two, fp [chunkKeys]uint64
	touched      uint64 // what touch has read, so that it is read
}

// AddBatch adds the keys of b in order and stops at the first that finds no room: it
// returns how many went in. The table is that of single Adds.
func (f *Filter) AddBatch(b *hashes.Batch) (int, error) {
	var c [2]chunk
	n := b.Len()
	f.locateAt(b, 0, &c[0])
	for i := 0; i < n; i += chunkKeys {
		now := &c[i/chunkKeys&1]
		f.locateAt(b, i+chunkKeys, &c[1-i/chunkKeys&1])
		m := min(chunkKeys, n-i)
		if done := f.placeAll(now, m); done < m {
			return i + done, variants.ErrFull
		}
	}
	return n, nil
}

// placeAll adds the first n keys of c and returns how many found room before one did
// not.
func (f *Filter) placeAll(c *chunk, n int) int {
	if f.kernel {
		done := place(f, c, 0, n)
		f.used += uint64(done)
		return done
	}
	for j := range n {
		if !f.place(c.one[j], c.two[j], c.fp[j]) {
			return j
		}
	}
	return n
}

// locateAt locates the keys from number i on, if there are any, and touches their
// blocks. Places past the last are zero.
func (f *Filter) locateAt(b *hashes.Batch, i int, c *chunk) {
	n := min(chunkKeys, len(b.A)-i)
	if n < chunkKeys {
		*c = chunk{}
	}
	if n <= 0 {
		return
	}
	if b.More != nil {
		for j, more := range b.More[i : i+n] {
			j &= chunkKeys - 1
			c.one[j], c.two[j], c.fp[j] = f.locate(b.A[i+j], more.Word(1))
		}
	} else {
		second := b.B[i : i+n]
		for j, a := range b.A[i : i+n] {
			x := second[j]
			j &= chunkKeys - 1
			c.one[j], c.two[j], c.fp[j] = f.locate(a, x)
		}
	}
	sum := uint64(0) // a short loop without branches, of which many rounds overlap
	for j := range c.one {
		sum |= f.block(c.one[j]).word(0) | f.block(c.two[j]).word(0)
	}
	c.touched = sum
}

// ContainsBatch answers Contains for every key of b.
func (f *Filter) ContainsBatch(b *hashes.Batch, hits *variants.Hits) int {
	*hits = variants.Hits{}
	n, sum := b.Len(), 0
	var c [2]chunk
	f.locateAt(b, 0, &c[0])
	for i := 0; i < n; i += chunkKeys {
		f.locateAt(b, i+chunkKeys, &c[1-i/chunkKeys&1])
		found := f.probe(&c[i/chunkKeys&1], min(chunkKeys, n-i))
		sum += bits.OnesCount64(found)
		hits[i>>6&3] |= found << (i & 63)
	}
	return sum
}

// probe returns which of n keys are in, key 0 in the lowest bit.
func (f *Filter) probe(c *chunk, n int) (found uint64) {
	if f.kernel {
		return probe(f, c, n)
	}
	for j := range n {
		j &= chunkKeys - 1
		x := f.block(c.one[j]).marks(c.fp[j]) | f.block(c.two[j]).marks(c.fp[j])
		found |= (x | -x) >> 63 << j
	}
	return found
}
