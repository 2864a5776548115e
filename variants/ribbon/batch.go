package ribbon

import (
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// chunk is 64 keys of a batch between the two passes over them.
type chunk struct {
	at, x, y [64]uint64
	touched  uint64 // what was read ahead, kept so that it is read
}

// ContainsBatch answers Contains for every key of b, 64 at a time in two passes: the
// first computes where each equation lies and reads its ends, which brings the words
// of all 64 near at once; the second evaluates them.
func (f *Filter) ContainsBatch(b *hashes.Batch, hits *variants.Hits) int {
	*hits = variants.Hits{}
	var k chunk
	n, sum := b.Len(), 0
	for i := 0; i < n; i += 64 {
		m := min(64, n-i)
		k.fill(f, b, i, m)
		found := f.evaluate(&k, m)
		hits[i>>6&3] = found
		sum += bits.OnesCount64(found)
	}
	return sum
}

// fill computes m keys from i on.
func (k *chunk) fill(f *Filter, b *hashes.Batch, i, m int) {
	second := k.y[:m]
	if b.More == nil {
		copy(second, b.B[i:])
	} else {
		for j, more := range b.More[i : i+m] {
			second[j] = more.Word(1)
		}
	}
	r, span := uint64(f.plan.r), uint64(f.plan.width/64+1)
	touched := uint64(0)
	for j, a := range b.A[i : i+m] {
		x := a * f.ma
		at := start(x, f.starts)
		k.x[j], k.at[j], k.y[j] = x, at, k.y[j]*f.mb
		base := at >> 6 * r
		touched |= f.words[base] | f.words[base+span*r-1]
	}
	k.touched = touched
}

func (f *Filter) evaluate(k *chunk, m int) (found uint64) {
	if f.plan.width == 64 {
		for j := range m {
			miss := f.miss64(k.at[j&63], low(k.y[j&63]), k.x[j&63])
			found |= (miss - 1) >> 63 << (j & 63) // only 0-1 is negative
		}
		return found
	}
	for j := range m {
		miss := f.miss128(k.at[j&63], low(k.y[j&63]), high(k.y[j&63]), k.x[j&63])
		found |= (miss - 1) >> 63 << (j & 63)
	}
	return found
}
