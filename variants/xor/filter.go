package xor

import (
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/sizing"
	"github.com/filterlab/filterlab/variants/internal/static"
)

// fingerprint is a slot: 8 or 16 bits.
type fingerprint interface{ uint8 | uint16 }

// Filter is an xor filter. Queries may run concurrently with each other, not with
// Build.
type Filter[T fingerprint] struct {
	table  []T
	block  uint64 // slots of a third of the table
	ma, mb uint64 // odd multipliers of the two words, from the seed of the last try
	target uint64 // what the sum of a key in the set is: 0; in an empty filter what no sum is
	built  static.Built
	config variants.Config
	shape  variants.Shape
}

// nothing is a target that no sum of fingerprints reaches.
const nothing = 1 << 32

func newFilter[T fingerprint](c variants.Config, p static.Plan, table []T) *Filter[T] {
	f := &Filter[T]{table: table, config: c, shape: p.Shape()}
	f.ready()
	return f
}

// ready sets what follows from the table and the last Build.
func (f *Filter[T]) ready() {
	f.block = uint64(len(f.table)) / 3
	f.ma, f.mb = static.Seeds(f.config.Seed, max(0, f.built.Tries-1))
	f.target = 0
	if f.built.Keys == 0 {
		f.target = nothing
	}
}

// Shape returns what the filter is and costs.
func (f *Filter[T]) Shape() variants.Shape { return sizing.Copy(f.shape) }

// Tries returns how many seeds the last Build went through; 0 before any.
func (f *Filter[T]) Tries() int { return f.built.Tries }

// Keys returns the number of distinct keys held.
func (f *Filter[T]) Keys() uint64 { return f.built.Keys }

// place returns the three slots of the products of a key's words, one in each third.
func place(x, y, block uint64) (p0, p1, p2 uint64) {
	p0 = x >> 32 * block >> 32
	p1 = uint64(uint32(x))*block>>32 + block
	p2 = y>>32*block>>32 + 2*block
	return p0, p1, p2
}

// Contains reports whether the key of d may be in the set.
func (f *Filter[T]) Contains(d hashes.Digest) bool {
	b := d.B
	if d.More != nil {
		b = d.More.Word(1)
	}
	x, y := d.A*f.ma, b*f.mb
	p0, p1, p2 := place(x, y, f.block)
	t := f.table
	return uint64(t[p0]^t[p1]^t[p2]^T(y)) == f.target
}

// ContainsBatch answers Contains for every key of b. No branch depends on the
// data, so that the accesses of many keys are under way at once.
func (f *Filter[T]) ContainsBatch(b *hashes.Batch, hits *variants.Hits) int {
	*hits = variants.Hits{}
	n, sum := b.Len(), 0
	var words [64]uint64
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
		found := f.chunk(b.A[i:i+m], second)
		hits[i>>6&3] = found
		sum += bits.OnesCount64(found)
	}
	return sum
}

// chunk answers for up to 64 keys, key 0 in the lowest bit.
func (f *Filter[T]) chunk(a, b []uint64) (found uint64) {
	t, block, target := f.table, f.block, f.target
	b = b[:len(a)]
	for i, x := range a {
		x, y := x*f.ma, b[i]*f.mb
		p0, p1, p2 := place(x, y, block)
		miss := uint64(t[p0]^t[p1]^t[p2]^T(y)) ^ target
		found |= (miss - 1) >> 63 << (i & 63) // miss is below 2^33: only 0-1 is negative
	}
	return found
}
