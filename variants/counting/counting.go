// Package counting is the Bloom filter that can forget: a counter in place of
// every bit (Fan, Cao, Almeida and Broder 2000).
//
// Adding a key raises its k counters by one, removing it lowers them, and a key
// is contained if its k counters are all above zero.
//
//	             "ada"      "bob"
//	             | |   \   / |  |
//	counters   0 1 1 0  2    1  1 0     the shared one holds both: removing "bob"
//	                                    leaves it at 1, and "ada" stays
//
// While no counter overflows, the nonzero counters are exactly the bits of a
// classic filter that holds the keys now inside, whatever was added and removed
// before: its rate is classic's with m counters and the n keys held.
//
// A counter of w bits stops at 2^w-1 and then sticks: it is raised and lowered no
// more, since how often it was raised is no longer known. That keeps the promise
// of no false negatives, at the price of a residue of set counters after removals.
// With 4 bits at k = (m/n) ln 2 a counter is asked for a 16th key with probability
// 7e-17, so overflow matters when a filter is overfilled (n four times the capacity:
// one counter in 2e7) or one key is added many times. Tally counts the stuck ones.
//
// Cost: w times the memory of classic for the same rate; Bits is w*m and bits per
// key counts those. A query touches the same number of cache lines, fewer of which
// fit a cache.
//
// Batches are asked by the cascade of classic, over counters instead of bits; batches
// of keys to add or to remove have the counters of the next keys asked for while
// those of the last are raised or lowered (package probe).
//
// What to know. The positions of a key are draws with replacement and may
// coincide: such a counter is raised twice by Add and lowered twice by Remove.
// Remove of a key whose counters were not all raised returns false and changes
// nothing, but a false positive looks present: removing a key that was never
// added may take others with it. Merge adds counters, for keys of both filters.
//
// Further reading: Bonomi, Mitzenmacher, Panigrahy, Singh and Varghese, An
// Improved Construction for Counting Bloom Filters, ESA 2006 (d-left: half the
// memory).
package counting

import (
	"fmt"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/probe"
	"github.com/filterlab/filterlab/variants/internal/save"
	"github.com/filterlab/filterlab/variants/internal/sizing"
	"github.com/filterlab/filterlab/variants/theory"
)

// Filter is a counting Bloom filter. Any number of goroutines may query it at
// once, as long as none adds or removes.
type Filter struct {
	counters counters
	plan     probe.Plan
	quick    bool // the default probing over whole counters: pairs.go
	own      save.Header
	shape    variants.Shape
}

// New returns an empty filter for c. Errors name the field, its value and what
// is allowed.
func New(c variants.Config) (variants.Filter, error) {
	l, err := plan(c)
	if err != nil {
		return nil, err
	}
	return build(c, l, newCounters(l.shape.Positions, l.width)), nil
}

// build puts a filter of layout l around its counters.
func build(c variants.Config, l layout, counters counters) *Filter {
	p := probe.New(c.Scheme.Probing, l.reduce, l.shape.Positions, l.shape.K, 0)
	if !counters.whole() {
		p.Near() // a counter's line does not follow from its number by a shift
	}
	return &Filter{
		counters: counters,
		plan:     p,
		quick:    p.Pairs() && counters.whole(),
		own:      save.Of(name, c, l.shape),
		shape:    l.shape,
	}
}

// Contains reports whether the key of d may be held: whether its k counters are
// all above zero. It looks at no more than three past the first zero.
func (f *Filter) Contains(d hashes.Digest) bool {
	if f.quick {
		return f.containsPair(d.A, d.B)
	}
	at := f.plan.Start(d)
	for range f.plan.K() {
		if f.counters.nonzero(f.plan.Next(&at)) == 0 {
			return false
		}
	}
	return true
}

// Add raises the k counters of d, save those that stick. It never fails.
func (f *Filter) Add(d hashes.Digest) error {
	if f.quick {
		f.addPair(d.A, d.B)
		return nil
	}
	var buf [hashes.MaxWords]uint64
	f.counters.raiseAll(f.plan.Positions(d, &buf))
	return nil
}

// Remove lowers the k counters of d, save those that stick, and returns true; if
// one is already zero the key is not held, and Remove returns false and leaves
// the filter as it was.
func (f *Filter) Remove(d hashes.Digest) bool {
	if f.quick {
		return f.removePair(d.A, d.B)
	}
	var buf [hashes.MaxWords]uint64
	return f.counters.lowerKey(f.plan.Positions(d, &buf))
}

// Shape returns the filter's shape; Positions is the number of counters.
func (f *Filter) Shape() variants.Shape { return sizing.Copy(f.shape) }

// SetBits returns the number of nonzero counters.
func (f *Filter) SetBits() uint64 { return f.counters.count(func(v uint64) bool { return v != 0 }) }

// Tally returns the number of saturated counters, which stick at 2^w-1.
func (f *Filter) Tally() []variants.Tally {
	stuck := f.counters.count(func(v uint64) bool { return v == f.counters.most })
	return []variants.Tally{{Name: "saturated", Value: stuck}}
}

// Estimate returns the number of distinct keys that would set as many counters
// on average, as in package classic: 0 for an empty filter, +Inf where no counter
// is zero.
func (f *Filter) Estimate() float64 {
	return theory.EstimateKeysExact(f.shape.Positions, f.shape.K, f.SetBits())
}

// Merge adds the counters of other, a counting filter of the same bits, width, k,
// reduction, scheme and seed, each up to the largest value: the result is the
// filter of all keys of both, a key of both counting twice.
// The seed compared is Config.Seed: give filters of equal Config.Seed the same
// Hasher seed, which no filter knows.
func (f *Filter) Merge(other variants.Filter) error {
	o, ok := other.(*Filter)
	if !ok {
		return fmt.Errorf("%s: merge: variant differs: want a counting filter, got %T", name, other)
	}
	if err := f.own.Unlike(o.own); err != nil {
		return err
	}
	f.counters.plus(&o.counters)
	return nil
}
