package quotient

import (
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// chunkKeys is how many keys of a batch are worked on together: about as many as the
// processor can have cache lines under way.
const chunkKeys = 32

// chunk holds the keys of a part of a batch.
type chunk struct {
	q, v    [chunkKeys]uint64
	touched uint64 // what touch has read, so that it is read
}

// AddBatch adds the keys of b in order and stops at the first that finds no room: it
// returns how many went in. The table is that of single Adds.
func (f *Filter) AddBatch(b *hashes.Batch) (int, error) {
	var c [2]chunk
	n := b.Len()
	f.splitAt(b, 0, &c[0])
	f.touch(&c[0])
	for i := 0; i < n; i += chunkKeys {
		now, next := &c[i/chunkKeys&1], &c[1-i/chunkKeys&1]
		if i+chunkKeys < n {
			f.splitAt(b, i+chunkKeys, next)
			f.touch(next)
		}
		for j := range min(chunkKeys, n-i) {
			if f.used >= f.limit || !f.table.insert(now.q[j], now.v[j]) {
				return i + j, variants.ErrFull
			}
			f.used++
		}
	}
	return n, nil
}

// splitAt splits the keys from number i on; past the last they are zero.
func (f *Filter) splitAt(b *hashes.Batch, i int, c *chunk) {
	n := min(chunkKeys, len(b.A)-i)
	if n < chunkKeys {
		*c = chunk{}
	}
	if n <= 0 {
		return
	}
	if b.More != nil {
		for j, more := range b.More[i : i+n] {
			c.q[j&(chunkKeys-1)], c.v[j&(chunkKeys-1)] = f.split(b.A[i+j], more.Word(1))
		}
		return
	}
	second := b.B[i : i+n]
	for j, a := range b.A[i : i+n] {
		c.q[j&(chunkKeys-1)], c.v[j&(chunkKeys-1)] = f.split(a, second[j])
	}
}

// touch loads metadata and remainders near the keys' own slots, in a loop without
// branches, of which the processor overlaps many rounds.
func (f *Filter) touch(c *chunk) {
	t, sum := &f.table, uint64(0)
	for _, q := range c.q {
		sum |= t.meta[q>>6*2] | t.load(q)
	}
	c.touched = sum
}

// ContainsBatch answers Contains for every key of b. First come all the bits of
// occupieds; only the keys that have one, gathered without a branch, go on to their
// runs.
func (f *Filter) ContainsBatch(b *hashes.Batch, hits *variants.Hits) int {
	*hits = variants.Hits{}
	n, sum := b.Len(), 0
	var c chunk
	for i := 0; i < n; i += chunkKeys {
		f.splitAt(b, i, &c)
		found := f.probe(&c) & keep(uint64(min(chunkKeys, n-i)))
		sum += bits.OnesCount64(found)
		hits[i>>6&3] |= found << (i & 63)
	}
	return sum
}

// probe returns which keys of c are in, key 0 in the lowest bit.
func (f *Filter) probe(c *chunk) (found uint64) {
	t := &f.table
	var list [chunkKeys]uint8 // keys whose quotient has a run
	m, sum := 0, uint64(0)
	for j, q := range c.q {
		list[m&(chunkKeys-1)] = uint8(j)
		m += int(t.meta[q>>6*2] >> (q & 63) & 1)
		sum |= t.load(q)
	}
	c.touched = sum
	for _, j := range list[:m] {
		q := c.q[j&(chunkKeys-1)]
		start, end := t.run(q)
		if t.has(start, end, c.v[j&(chunkKeys-1)]) {
			found |= 1 << (j & 63)
		}
	}
	return found
}
