package fuse

import (
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/sizing"
	"github.com/filterlab/filterlab/variants/internal/static"
)

// Filter is a binary fuse filter. Queries may run concurrently with each other, not
// with Build.
type Filter[T static.Fingerprint] struct {
	table  []T
	layout layout
	target uint64 // what the sum of a key in the set is: 0; in an empty filter what no sum is
	arity  int    // slots of a key, 3 or 4
	sized  uint64 // number of keys that the table is made for
	built  static.Built
	config variants.Config
	shape  variants.Shape
}

// nothing is a target that no sum of fingerprints reaches.
const nothing = 1 << 32

func newFilter[T static.Fingerprint](c variants.Config, p static.Plan, table []T) *Filter[T] {
	f := &Filter[T]{table: table, config: c, shape: p.Shape(), arity: arity(p.Params), sized: c.Capacity}
	f.ready()
	return f
}

// ready sets what follows from the table and the last Build: the seed and the layout
// of its last try.
func (f *Filter[T]) ready() {
	f.aim(max(0, f.built.Tries-1))
	f.target = 0
	if f.built.Keys == 0 {
		f.target = nothing
	}
}

// aim sets the layout of a try, 0 being the first.
func (f *Filter[T]) aim(try int) {
	f.layout = layoutOf(f.arity, uint64(len(f.table)), f.sized, f.config.Seed, try)
}

// Shape returns what the filter is and costs.
func (f *Filter[T]) Shape() variants.Shape { return sizing.Copy(f.shape) }

// Tries returns how many seeds the last Build went through; 0 before any.
func (f *Filter[T]) Tries() int { return f.built.Tries }

// Keys returns the number of distinct keys held.
func (f *Filter[T]) Keys() uint64 { return f.built.Keys }

// Contains reports whether the key of d may be in the set.
func (f *Filter[T]) Contains(d hashes.Digest) bool {
	if f.arity != 3 || d.More != nil {
		return f.contains(d)
	}
	l, t := &f.layout, f.table
	x, y := d.A*l.ma, d.B*l.mb
	o1, o2 := l.near(x, y)
	p0 := l.start(x)
	p1 := p0 + l.segment
	p2 := p1 + l.segment
	return uint64(t[p0]^t[p1^o1]^t[p2^o2]^T(y)) == f.target
}

// contains is Contains for every digest and arity.
func (f *Filter[T]) contains(d hashes.Digest) bool {
	a, b := d.Pair()
	l, t := &f.layout, f.table
	x, y := a*l.ma, b*l.mb
	o1, o2 := l.near(x, y)
	p := l.start(x)
	sum := t[p] ^ t[p+l.segment^o1] ^ t[p+2*l.segment^o2] ^ T(y)
	if f.arity == 4 {
		sum ^= t[p+3*l.segment^l.far(x, y)]
	}
	return uint64(sum) == f.target
}
