package cuckoo

import (
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/hugepage"
	"github.com/filterlab/filterlab/variants/internal/sizing"
)

// Filter is a cuckoo filter. Queries may run concurrently with each other, not
// with Add or Remove.
type Filter struct {
	table   table
	buckets uint64
	values  uint64 // 2^f-1 fingerprints
	quads   bool   // buckets of four bytes, see quads.go
	plain   bool   // reduced by fastrange, a bucket is one group
	kernel  bool   // whole batches go through assembly
	reduce  hashes.Reduction
	slots   uint64   // of a bucket, a power of two
	kicks   int      // evictions allowed to one Add
	used    uint64   // occupied slots
	kicked  uint64   // evictions so far, undone ones included
	random  uint64   // state of the generator that picks victims
	path    []uint64 // slots of the walk under way, to undo it
	config  variants.Config
	shape   variants.Shape
}

// New validates c, allocates and returns an empty filter.
func New(c variants.Config) (variants.Filter, error) {
	l, err := plan(c)
	if err != nil {
		return nil, err
	}
	return newFilter(c, l, hugepage.Bytes(dataBytes(l.buckets, l.slots, l.f))), nil
}

// newFilter makes a filter over data, which it keeps.
func newFilter(c variants.Config, l layout, data []byte) *Filter {
	f := &Filter{
		table:   newTable(data, l.slots, l.f),
		buckets: l.buckets,
		values:  1<<l.f - 1,
		reduce:  l.reduce,
		slots:   uint64(l.slots),
		kicks:   l.kicks,
		random:  c.Seed,
		path:    make([]uint64, l.kicks),
		config:  c,
		shape:   l.shape(c.Capacity),
	}
	f.quads = l.quads()
	f.plain = l.reduce == hashes.Fastrange && f.table.groups == 1
	f.kernel = l.reduce == hashes.Fastrange && l.buckets <= kernelBuckets && hasKernel
	return f
}

// Shape returns what the filter is and costs.
func (f *Filter) Shape() variants.Shape { return sizing.Copy(f.shape) }

// SetBits returns the number of occupied slots.
func (f *Filter) SetBits() uint64 { return f.used }

// Tally returns the number of evictions so far, those of failed Adds included.
func (f *Filter) Tally() []variants.Tally {
	return []variants.Tally{{Name: "kicks", Value: f.kicked}}
}

// locate returns both buckets of a key and its fingerprint, 1 to 2^f-1, from
// two independent words.
func (f *Filter) locate(a, b uint64) (i1, i2, fp uint64) {
	i1 = f.reduce.Reduce(a, f.buckets)
	fp, _ = bits.Mul64(b, f.values)
	fp++
	return i1, f.other(i1, fp), fp
}

// other returns the partner of bucket i for a fingerprint: s(fp) - i mod B, where
// s is a fixed hash. It is its own inverse, whatever B is.
func (f *Filter) other(i, fp uint64) uint64 {
	s, _ := bits.Mul64(scatter(fp), f.buckets)
	d, below := bits.Sub64(s, i, 0)
	return d + f.buckets&-below
}

// scatter spreads a fingerprint over the high bits of a word: the finalizer of
// SplitMix64 (Steele, Lea and Flood 2014) without its first and last shift, which
// change nothing in the high bits of what a number below 2^30 becomes.
func scatter(fp uint64) uint64 {
	fp *= 0xbf58476d1ce4e5b9
	fp ^= fp >> 27
	return fp * 0x94d049bb133111eb
}

// Contains reports whether the key of d may be in: both buckets are looked at,
// always, so that there is no branch to mispredict and the two memory accesses
// overlap.
func (f *Filter) Contains(d hashes.Digest) bool {
	if d.More != nil || !f.quads {
		return f.containsAny(d)
	}
	i1, i2, fp := f.locateQuad(d.A, d.B)
	return f.table.hasQuad(f.table.loadQuad(i1), f.table.loadQuad(i2), fp)
}

// containsAny is Contains for every scheme and shape.
func (f *Filter) containsAny(d hashes.Digest) bool {
	a, b := d.Pair()
	i1, i2, fp := f.locate(a, b)
	t := &f.table
	one, two, v := i1*t.bucketBits, i2*t.bucketBits, fp*t.ones
	if t.groups == 1 {
		return t.either(t.load(one)^v, t.load(two)^v) != 0
	}
	return t.marks(one, v)|t.marks(two, v) != 0
}

// Remove takes one copy of the key of d out and reports whether there was one.
// Of keys that share fingerprint and buckets any copy will do: they are equal.
func (f *Filter) Remove(d hashes.Digest) bool {
	a, b := d.Pair()
	i1, i2, fp := f.locate(a, b)
	at, ok := f.table.find(i1, fp)
	if !ok {
		at, ok = f.table.find(i2, fp)
	}
	if ok {
		f.table.flip(at, fp)
		f.used--
	}
	return ok
}
