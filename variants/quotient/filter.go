package quotient

import (
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/sizing"
)

// Filter is a quotient filter. Queries may run concurrently with each other, not with
// Add, Remove or Merge.
type Filter struct {
	table     table
	quotients uint64
	shift     uint64 // 64-r: the remainder is the top of the second word
	used      uint64
	limit     uint64 // of used
	config    variants.Config
	shape     variants.Shape
}

// New validates c, allocates and returns an empty filter.
func New(c variants.Config) (variants.Filter, error) {
	l, err := plan(c)
	if err != nil {
		return nil, err
	}
	return newFilter(c, l), nil
}

func newFilter(c variants.Config, l layout) *Filter {
	return &Filter{
		table:     newTable(l.all(), l.r),
		quotients: l.quotients(),
		shift:     uint64(64 - l.r),
		limit:     l.limit(),
		config:    c,
		shape:     l.shape(c.Capacity),
	}
}

// Shape returns what the filter is and costs.
func (f *Filter) Shape() variants.Shape { return sizing.Copy(f.shape) }

// SetBits returns the number of used slots.
func (f *Filter) SetBits() uint64 { return f.used }

// split returns quotient and remainder of a key's words.
func (f *Filter) split(a, b uint64) (q, v uint64) {
	q, _ = bits.Mul64(a, f.quotients)
	return q, b >> (f.shift & 63)
}

// Contains reports whether the key of d may have been added.
func (f *Filter) Contains(d hashes.Digest) bool {
	a, b := d.Pair()
	q, v := f.split(a, b)
	t := &f.table
	if !t.occupied(q) {
		return false
	}
	start, end := t.run(q)
	return t.has(start, end, v)
}

// Add stores the remainder of d, also of a key that is in already. ErrFull changes
// nothing.
func (f *Filter) Add(d hashes.Digest) error {
	q, v := f.split(d.Pair())
	if f.used >= f.limit || !f.table.insert(q, v) {
		return variants.ErrFull
	}
	f.used++
	return nil
}

// Remove takes one copy of the key of d out and reports whether there was one. Of keys
// that share quotient and remainder any copy will do: they are equal.
func (f *Filter) Remove(d hashes.Digest) bool {
	q, v := f.split(d.Pair())
	if !f.table.remove(q, v) {
		return false
	}
	f.used--
	return true
}
