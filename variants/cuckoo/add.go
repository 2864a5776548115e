package cuckoo

import (
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// Add stores the fingerprint of d. Each call takes a slot, also for a key that
// is in already. ErrFull changes nothing.
func (f *Filter) Add(d hashes.Digest) error {
	a, b := d.Pair()
	room := false
	if f.quads {
		i1, i2, fp := f.locateQuad(a, b)
		room = f.placeQuad(i1, i2, fp)
	} else {
		i1, i2, fp := f.locate(a, b)
		room = f.place(i1, i2, fp)
	}
	if !room {
		return variants.ErrFull
	}
	return nil
}

// place puts fp in the first empty slot of bucket i1, else of i2, else makes room.
//
// Which bucket has room is a coin toss in a table half full, so both are looked at
// and one is chosen by masks; only whether to evict is left to a branch.
func (f *Filter) place(i1, i2, fp uint64) bool {
	t := &f.table
	if t.groups != 1 {
		return f.placeAny(i1, i2, fp)
	}
	one, two := i1*t.bucketBits, i2*t.bucketBits
	marks, second := t.zeros(t.load(one)), t.zeros(t.load(two))
	full := ^uint64(int64(marks|-marks) >> 63) // all ones if the first is full
	marks |= second & full
	if marks == 0 {
		return f.kick(i1, i2, fp)
	}
	t.flip(t.first(one^(one^two)&full, marks), fp)
	f.used++
	return true
}

// placeAny is place for buckets of several groups.
func (f *Filter) placeAny(i1, i2, fp uint64) bool {
	if f.table.put(i1, fp) || f.table.put(i2, fp) {
		f.used++
		return true
	}
	return f.kick(i1, i2, fp)
}
