package probe

import (
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants/internal/bitarray"
)

// Table is a bit array that is probed by a plan: the body of the classic and
// the partitioned filter.
type Table struct {
	Plan Plan
	Bits bitarray.Array // at least (k-1)*stride + m bits
}

// Contains reports whether all k bits of d are set. It stops at the first zero,
// before making the words that further probes would need.
func (t *Table) Contains(d hashes.Digest) bool {
	switch t.Plan.kind {
	case pairs:
		return t.containsPair(d.A, d.B)
	case sums:
		return t.containsSums(d)
	case steps:
		return t.containsSteps(d)
	}
	return t.containsWords(d)
}

// containsPair looks at two bits before it decides. At half fill a decision a bit is
// a coin, mispredicted once a key; two bits both set are one case in four, which is
// mispredicted a third as often, and reads under way together cost little more than
// one. (Four at a time look at too many lines in a large table.)
func (t *Table) containsPair(x, y uint64) bool {
	array, m, stride, base := t.Bits.Words(), t.Plan.m, t.Plan.stride, uint64(0)
	k := t.Plan.k
	for ; k >= 2; k -= 2 {
		p, q := fastrange(x, m)+base, fastrange(x+y, m)+base+stride
		if array[p>>6]>>(p&63)&(array[q>>6]>>(q&63))&1 == 0 {
			return false
		}
		x += 2 * y
		base += 2 * stride
	}
	if k == 0 {
		return true
	}
	p := fastrange(x, m) + base
	return array[p>>6]>>(p&63)&1 != 0
}

// ContainsWide is Contains for one table of several that a key is asked of. It looks
// at four bits before it decides, where the probing is the default: one absent key in
// sixteen passes them. A decision that was foreseen lets the reads of the next table
// begin at once, which is worth more than the lines that two bits would have spared.
func (t *Table) ContainsWide(d hashes.Digest) bool {
	if t.Plan.kind != pairs || t.Plan.k < 4 || t.Plan.stride != 0 {
		return t.Contains(d)
	}
	array, m, x, y := t.Bits.Words(), t.Plan.m, d.A, d.B
	if two(array, m, x, y)&two(array, m, x+2*y, y)&1 == 0 {
		return false
	}
	x += 4 * y
	for k := t.Plan.k - 4; k > 0; k-- {
		if p := fastrange(x, m); array[p>>6]>>(p&63)&1 == 0 {
			return false
		}
		x += y
	}
	return true
}

// two has its lowest bit set if the bits of x and x+y are.
func two(array []uint64, m, x, y uint64) uint64 {
	p, q := fastrange(x, m), fastrange(x+y, m)
	return array[p>>6] >> (p & 63) & (array[q>>6] >> (q & 63))
}

func (t *Table) containsSums(d hashes.Digest) bool {
	x, y, z := t.Plan.start(d)
	base := uint64(0)
	for range t.Plan.k {
		if !t.Bits.Get(fastrange(x, t.Plan.m) + base) {
			return false
		}
		x, y = x+y, y+z
		base += t.Plan.stride
	}
	return true
}

func (t *Table) containsSteps(d hashes.Digest) bool {
	x, y, z := t.Plan.start(d)
	base := uint64(0)
	for range t.Plan.k {
		if !t.Bits.Get(x + base) {
			return false
		}
		x, y, z = t.Plan.step(x, y, z)
		base += t.Plan.stride
	}
	return true
}

func (t *Table) containsWords(d hashes.Digest) bool {
	base := uint64(0)
	for i := range t.Plan.k {
		if !t.Bits.Get(t.Plan.reduce.Reduce(d.Word(i), t.Plan.m) + base) {
			return false
		}
		base += t.Plan.stride
	}
	return true
}

// Add sets the k bits of d.
func (t *Table) Add(d hashes.Digest) {
	if t.Plan.kind == pairs {
		t.addPair(d.A, d.B)
		return
	}
	var buf [hashes.MaxWords]uint64
	for _, at := range t.Plan.Positions(d, &buf) {
		t.Bits.Set(at)
	}
}

func (t *Table) addPair(x, y uint64) {
	array, m, stride, base := t.Bits.Words(), t.Plan.m, t.Plan.stride, uint64(0)
	for range t.Plan.k {
		at := fastrange(x, m) + base
		array[at>>6] |= 1 << (at & 63)
		x += y
		base += stride
	}
}
