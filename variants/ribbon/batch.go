package ribbon

import (
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// chunkKeys is how many keys of a batch are worked on together: their equations are
// about as many cache lines as the processor can have under way.
const chunkKeys = 32

// chunk holds the keys of a part of a batch: where their equations begin, as a slot and
// as a word of the table, and their products.
type chunk struct {
	at, base, x, y [chunkKeys]uint64
	touched        uint64 // what was read ahead, kept so that it is read
}

// ContainsBatch answers Contains for every key of b. The words of a chunk are brought
// near while the chunk before is evaluated.
func (f *Filter) ContainsBatch(b *hashes.Batch, hits *variants.Hits) int {
	*hits = variants.Hits{}
	var c [2]chunk
	n, sum := b.Len(), 0
	f.fill(b, 0, &c[0])
	for i := 0; i < n; i += chunkKeys {
		f.fill(b, i+chunkKeys, &c[1-i/chunkKeys&1])
		found := f.evaluate(&c[i/chunkKeys&1], min(chunkKeys, n-i))
		hits[i>>6&3] |= found << (i & 63)
		sum += bits.OnesCount64(found)
	}
	return sum
}

// fill computes the keys from number i on, if there are any, and brings their words near.
func (f *Filter) fill(b *hashes.Batch, i int, c *chunk) {
	n := min(chunkKeys, len(b.A)-i)
	if n <= 0 {
		return
	}
	second := c.y[:n]
	if b.More == nil {
		copy(second, b.B[i:])
	} else {
		for j, more := range b.More[i : i+n] {
			second[j] = more.Word(1)
		}
	}
	r := uint64(f.plan.r)
	for j, a := range b.A[i : i+n] {
		x := a * f.ma
		at := start(x, f.starts)
		j &= chunkKeys - 1
		c.x[j], c.at[j], c.base[j], c.y[j] = x, at, at>>6*r, c.y[j]*f.mb
	}
	f.touch(c, n)
}

// touch brings the words of n equations near: by prefetching them where there is
// assembly, else by reading their ends, in a loop without branches.
func (f *Filter) touch(c *chunk, n int) {
	length := uint64(f.plan.width/64+1) * uint64(f.plan.r)
	if f.kernel {
		prefetch(&f.words[0], c, n, 8*(length-1))
		return
	}
	sum := uint64(0)
	for _, base := range c.base[:n] {
		sum |= f.words[base] | f.words[base+length-1]
	}
	c.touched = sum
}

// evaluate returns which of n keys are in, key 0 in the lowest bit.
func (f *Filter) evaluate(c *chunk, n int) (found uint64) {
	wide := f.plan.width == 128
	switch {
	case f.kernel && f.target != 0:
		return 0 // an empty filter, of which a kernel does not know
	case f.kernel && wide:
		return probe128(&f.words[0], c, n, f.plan.r, f.mask)
	case f.kernel:
		return probe64(&f.words[0], c, n, f.plan.r, f.mask)
	}
	for j := range n {
		j &= chunkKeys - 1
		miss := uint64(0)
		if wide {
			miss = f.miss128(c.at[j], low(c.y[j]), high(c.y[j]), c.x[j])
		} else {
			miss = f.miss64(c.at[j], low(c.y[j]), c.x[j])
		}
		found |= (miss - 1) >> 63 << j // only 0-1 is negative
	}
	return found
}
