package xor

import (
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
	seed   seed
	target uint64 // what the sum of a key in the set is: 0; in an empty filter what no sum is
	built  static.Built
	config variants.Config
	shape  variants.Shape
}

// seed is what a key's slots depend on besides the key.
type seed struct {
	ma, mb uint64 // odd multipliers of the two words, from the seed of the last try
	block  uint64 // slots of a third of the table
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
	ma, mb := static.Seeds(f.config.Seed, max(0, f.built.Tries-1))
	f.seed = seed{ma, mb, uint64(len(f.table)) / 3}
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
	x, y := d.A*f.seed.ma, b*f.seed.mb
	p0, p1, p2 := place(x, y, f.seed.block)
	t := f.table
	return uint64(t[p0]^t[p1]^t[p2]^T(y)) == f.target
}
