package cuckoo

import (
	"encoding/binary"
	"math/bits"
)

// table is an array of buckets of b slots of f bits, packed without gaps, bit 0
// of slot 0 first. Slots are addressed by their first bit.
//
// A bucket is read in groups of whole slots, each group by one unaligned 64-bit
// load: as many slots as always fit, one group for the usual shapes (b = 4 up to
// f = 16, b = 8 up to f = 8, b = 2 up to f = 32 but 31).
type table struct {
	data       []byte // with padding bytes past the last slot, always zero
	bucketBits uint64 // b*f
	groupBits  uint64 // bits of one group
	groups     int    // of a bucket
	f          uint   // bits of a slot
	group      uint64 // mask of one group
	ones       uint64 // 1 in every slot of a group
	tops       uint64 // the highest bit of every slot of a group
	slot       uint64 // mask of one slot
}

// padding lets the last slot be read by a 64-bit load.
const padding = 8

// newTable returns an empty table over data, which must have dataBytes bytes.
func newTable(data []byte, slots, f int) table {
	lanes := slots
	for !fits(lanes * f) {
		lanes /= 2
	}
	t := table{
		data:       data,
		bucketBits: uint64(slots * f),
		groupBits:  uint64(lanes * f),
		groups:     slots / lanes,
		f:          uint(f),
		group:      ^uint64(0) >> (64 - lanes*f),
		slot:       1<<f - 1,
	}
	for i := range lanes {
		t.ones |= 1 << (i * f)
	}
	t.tops = t.ones << (f - 1)
	return t
}

// fits reports whether n bits that start at any multiple of n lie inside the
// eight bytes from the start's byte on.
func fits(n int) bool {
	step := 1 << bits.TrailingZeros(uint(n)|8) // starts fall on multiples of step in a byte
	return n+8-step <= 64
}

// dataBytes returns the bytes that a table needs, padding included.
func dataBytes(buckets uint64, slots, f int) uint64 {
	return (buckets*uint64(slots*f)+7)/8 + padding
}

// load returns at least a group of bits from bit at on; the rest is neighbours.
func (t *table) load(at uint64) uint64 {
	return binary.LittleEndian.Uint64(t.data[at>>3:]) >> (at & 7)
}

// store overwrites the slot at bit at with v, v < 2^f.
func (t *table) store(at, v uint64) {
	p, shift := t.data[at>>3:], at&7
	w := binary.LittleEndian.Uint64(p)
	binary.LittleEndian.PutUint64(p, w&^(t.slot<<shift)|v<<shift)
}

// zeros marks zero slots of x by their highest bits. The lowest mark is right,
// and there is none when no slot is zero; higher ones may be wrong (a borrow
// runs from a zero slot into a slot of 1).
func (t *table) zeros(x uint64) uint64 { return (x - t.ones) &^ x & t.tops }

// find returns the bit of the first slot of a bucket that holds v.
func (t *table) find(bucket, v uint64) (at uint64, ok bool) {
	at = bucket * t.bucketBits
	v *= t.ones
	for range t.groups {
		if z := t.zeros(t.load(at)&t.group ^ v); z != 0 {
			return at + uint64(bits.TrailingZeros64(z)) - uint64(t.f-1), true
		}
		at += t.groupBits
	}
	return 0, false
}

// has reports whether a bucket holds v, without a branch in the usual shapes.
func (t *table) has(bucket, v uint64) bool {
	at, found := bucket*t.bucketBits, uint64(0)
	v *= t.ones
	for range t.groups {
		found |= t.zeros(t.load(at)&t.group ^ v)
		at += t.groupBits
	}
	return found != 0
}

// put stores v in an empty slot of a bucket if there is one.
func (t *table) put(bucket, v uint64) bool {
	at, ok := t.find(bucket, 0)
	if ok {
		t.store(at, v)
	}
	return ok
}

// swap stores v in the slot at bit at and returns what was there.
func (t *table) swap(at, v uint64) uint64 {
	old := t.load(at) & t.slot
	t.store(at, v)
	return old
}

// occupied counts the nonzero slots among the first n.
func (t *table) occupied(n uint64) uint64 {
	used := uint64(0)
	for at := uint64(0); n > 0; n-- {
		if t.load(at)&t.slot != 0 {
			used++
		}
		at += uint64(t.f)
	}
	return used
}
