package fuse

import (
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/static"
)

// fewKeys is up to how many keys assembly, which always works on 64, does not pay.
const fewKeys = 16

// ContainsBatch answers Contains for every key of b. No branch depends on the
// data, so that the accesses of many keys are under way at once.
func (f *Filter[T]) ContainsBatch(b *hashes.Batch, hits *variants.Hits) int {
	*hits = variants.Hits{}
	n, sum := b.Len(), 0
	var words [static.ChunkKeys]uint64
	var c static.Chunk
	for i := 0; i < n; i += 64 {
		m := min(64, n-i)
		second := words[:m]
		if b.More == nil {
			second = b.B[i : i+m]
		} else {
			for j, more := range b.More[i : i+m] {
				second[j] = more.Word(1)
			}
		}
		found := f.answer(b.A[i:i+m], second, &c)
		hits[i>>6&3] = found
		sum += bits.OnesCount64(found)
	}
	return sum
}

// answer answers for up to 64 keys, key 0 in the lowest bit: by assembly, where there is
// any and it pays. c is for its use.
func (f *Filter[T]) answer(a, b []uint64, c *static.Chunk) uint64 {
	if !static.HasKernel || len(a) < fewKeys || f.target == nothing {
		return f.chunk(a, b)
	}
	locate(&f.layout, &a[0], &b[0], len(a), c)
	return static.Sums(f.table, c, f.arity) & (1<<len(a) - 1)
}

// chunk answers for up to 64 keys, key 0 in the lowest bit.
func (f *Filter[T]) chunk(a, b []uint64) (found uint64) {
	if f.arity == 4 {
		return f.chunk4(a, b)
	}
	t, l, target := f.table, f.layout, f.target
	b = b[:len(a)]
	for i, x := range a {
		x, y := x*l.ma, b[i]*l.mb
		p := l.start(x)
		o1, o2 := l.near(x, y)
		miss := uint64(t[p]^t[p+l.segment^o1]^t[p+2*l.segment^o2]^T(y)) ^ target
		found |= (miss - 1) >> 63 << (i & 63) // miss is below 2^33: only 0-1 is negative
	}
	return found
}

// chunk4 is chunk for four slots a key.
func (f *Filter[T]) chunk4(a, b []uint64) (found uint64) {
	t, l, target := f.table, f.layout, f.target
	b = b[:len(a)]
	for i, x := range a {
		x, y := x*l.ma, b[i]*l.mb
		p := l.start(x)
		o1, o2 := l.near(x, y)
		miss := uint64(t[p]^t[p+l.segment^o1]^t[p+2*l.segment^o2]^t[p+3*l.segment^l.far(x, y)]^T(y)) ^ target
		found |= (miss - 1) >> 63 << (i & 63)
	}
	return found
}
