package prefix

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
	bin, fp [chunkKeys]uint64
	touched uint64 // what touch has read, so that it is read
}

// AddBatch adds the keys of b in order and stops at the first that finds no room: it
// returns how many went in. The filter is that of single Adds.
func (f *Filter) AddBatch(b *hashes.Batch) (int, error) {
	var c [2]chunk
	n := b.Len()
	f.locateAt(b, 0, &c[0])
	f.touch(&c[0])
	for i := 0; i < n; i += chunkKeys {
		now, next := &c[i/chunkKeys&1], &c[1-i/chunkKeys&1]
		if i+chunkKeys < n {
			f.locateAt(b, i+chunkKeys, next)
			f.touch(next)
		}
		m := min(chunkKeys, n-i)
		if done, err := f.addAll(now, m); err != nil {
			return i + done, err
		}
	}
	return n, nil
}

// addAll adds the first n keys of c and returns how many went in before an error. The
// kernel does all but those whose bin is full.
func (f *Filter) addAll(c *chunk, n int) (int, error) {
	for j := 0; ; j++ {
		if f.kernel {
			j = place(f, c, j, n)
		}
		if j >= n {
			return n, nil
		}
		if err := f.add(c.bin[j&(chunkKeys-1)], c.fp[j&(chunkKeys-1)]); err != nil {
			return j, err
		}
	}
}

// locateAt locates the keys from number i on; past the last they are zero.
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
			c.bin[j&(chunkKeys-1)], c.fp[j&(chunkKeys-1)] = f.locate(b.A[i+j], more.Word(1))
		}
		return
	}
	second := b.B[i : i+n]
	for j, a := range b.A[i : i+n] {
		c.bin[j&(chunkKeys-1)], c.fp[j&(chunkKeys-1)] = f.locate(a, second[j])
	}
}

// touch loads the keys' bins, in a loop without branches, of which the processor
// overlaps many rounds.
func (f *Filter) touch(c *chunk) {
	sum := uint64(0)
	for _, i := range c.bin {
		sum |= f.bin(i).head()
	}
	c.touched = sum
}

// cached is the size of a table, in bytes, beyond which bins are touched before they
// are compared.
const cached = 1 << 20

// ContainsBatch answers Contains for every key of b.
func (f *Filter) ContainsBatch(b *hashes.Batch, hits *variants.Hits) int {
	*hits = variants.Hits{}
	n, sum := b.Len(), 0
	var c chunk
	for i := 0; i < n; i += chunkKeys {
		f.locateAt(b, i, &c)
		if len(f.data) > cached {
			f.touch(&c)
		}
		found := f.probe(&c, min(chunkKeys, n-i))
		sum += bits.OnesCount64(found)
		hits[i>>6&3] |= found << (i & 63)
	}
	return sum
}

// probe returns which of n keys are in, key 0 in the lowest bit.
func (f *Filter) probe(c *chunk, n int) (found uint64) {
	var sent uint64
	if f.kernel {
		found = probe(f, c, n, &sent)
	} else {
		found, sent = f.probeBins(c, n)
	}
	for ; sent != 0; sent &= sent - 1 {
		j := bits.TrailingZeros64(sent) & (chunkKeys - 1)
		if f.spare.Contains(inSpare(c.bin[j], c.fp[j])) {
			found |= 1 << j
		}
	}
	return found
}

// probeBins returns which of n keys are in their bin, and which that sends on. For all
// keys it is found out without a branch whether their remainder is in the bin at all;
// few go on to look for it in their list.
func (f *Filter) probeBins(c *chunk, n int) (found, sent uint64) {
	match := uint64(0)
	for j := range n {
		j &= chunkKeys - 1
		b, fp := f.bin(c.bin[j]), c.fp[j]
		head, marks := b.head(), b.any(fp&0xff)
		match |= (marks | -marks) >> 63 << j
		sent |= (b.largest(head) - fp) >> 63 & (head / overflowed & 1) << j
	}
	for ; match != 0; match &= match - 1 {
		j := bits.TrailingZeros64(match) & (chunkKeys - 1)
		b := f.bin(c.bin[j])
		if b.has(b.head(), c.fp[j]) {
			found |= 1 << j
		}
	}
	return found, sent
}
