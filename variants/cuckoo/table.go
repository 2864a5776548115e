package cuckoo

import (
	"encoding/binary"
	"math/bits"
	"unsafe"
)

// table is an array of buckets of b slots of f bits, packed without gaps, bit 0
// of slot 0 first. Slots are addressed by their first bit.
//
// A bucket is read in groups of whole slots, each group by one 64-bit load: as
// many slots as always fit, one group for the usual shapes (b = 4 up to f = 16,
// b = 8 up to f = 8, b = 2 up to f = 32 but 31). Groups of 2^i bits lie inside the
// aligned words of the table, and those are what is loaded: a load never crosses
// a cache line then. Others are loaded from the byte that they begin in.
type table struct {
	base       unsafe.Pointer // of data
	data       []byte         // with padding bytes past the last slot, always zero
	bucketBits uint64         // b*f
	groupBits  uint64         // bits of one group
	groups     uint64         // of a bucket
	f          uint64         // bits of a slot
	within     uint64         // 63 or 7: the bits of a position that count from the load's first bit
	align      uint64         // clears the bits of a byte's number that within covers
	ones       uint64         // 1 in every slot of a group
	tops       uint64         // the highest bit of every slot of a group
	slot       uint64         // mask of one slot
	pairOnes   uint64         // ones of two buckets of four bytes side by side
	pairTops   uint64         // their tops
}

// padding lets the last slot be read by a 64-bit load.
const padding = 8

// newTable returns an empty table over data, which must have dataBytes bytes and
// should be aligned to words.
func newTable(data []byte, slots, f int) table {
	lanes := slots
	for !fits(lanes * f) {
		lanes /= 2
	}
	t := table{
		base:       unsafe.Pointer(unsafe.SliceData(data)),
		data:       data,
		bucketBits: uint64(slots * f),
		groupBits:  uint64(lanes * f),
		groups:     uint64(slots / lanes),
		f:          uint64(f),
		within:     7,
		slot:       1<<f - 1,
	}
	if bits.OnesCount64(t.groupBits) == 1 {
		t.within = 63
	}
	t.align = ^(t.within >> 3)
	for i := range lanes {
		t.ones |= 1 << (i * f)
	}
	t.tops = t.ones << (f - 1)
	t.pairOnes, t.pairTops = t.ones|t.ones<<32, t.tops|t.tops<<32
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

// word returns the eight bytes that hold the group or slot at bit at, and where
// in them it begins. No bounds are checked (it takes a fifth of a query's time):
// at must be the first bit of a slot of the table, and all are made of a bucket
// below the number of buckets.
func (t *table) word(at uint64) (w *[8]byte, shift uint64) {
	return (*[8]byte)(unsafe.Add(t.base, at>>3&t.align)), at & t.within & 63
}

// load returns at least a group of bits from bit at on; the rest is neighbours.
func (t *table) load(at uint64) uint64 {
	w, shift := t.word(at)
	return binary.LittleEndian.Uint64(w[:]) >> (shift & 63)
}

// flip xors the slot at bit at with v, v < 2^f.
func (t *table) flip(at, v uint64) {
	w, shift := t.word(at)
	binary.LittleEndian.PutUint64(w[:], binary.LittleEndian.Uint64(w[:])^v<<(shift&63))
}

// zeros marks zero slots of the group that x begins with by their highest bits.
// The lowest mark is right, and there is none when no slot is zero; higher ones
// may be wrong (a borrow runs from a zero slot into a slot of 1). What follows
// the group in x has no influence: borrows run upwards.
func (t *table) zeros(x uint64) uint64 { return (x - t.ones) &^ x & t.tops }

// either is nonzero if one of two groups has a zero slot.
func (t *table) either(x, y uint64) uint64 {
	return ((x-t.ones)&^x | (y-t.ones)&^y) & t.tops
}

// first returns the first bit of the slot of the lowest mark.
func (t *table) first(at, marks uint64) uint64 {
	return at + uint64(bits.TrailingZeros64(marks)) - (t.f - 1)
}

// find returns the bit of the first slot of a bucket that holds v.
func (t *table) find(bucket, v uint64) (at uint64, ok bool) {
	at = bucket * t.bucketBits
	v *= t.ones
	for range t.groups {
		if z := t.zeros(t.load(at) ^ v); z != 0 {
			return t.first(at, z), true
		}
		at += t.groupBits
	}
	return 0, false
}

// marks is nonzero if the bucket at bit at holds the value that v repeats: no branch
// depends on the data.
func (t *table) marks(at, v uint64) (found uint64) {
	for range t.groups {
		found |= t.zeros(t.load(at) ^ v)
		at += t.groupBits
	}
	return found
}

// put stores v in an empty slot of a bucket if there is one.
func (t *table) put(bucket, v uint64) bool {
	at, ok := t.find(bucket, 0)
	if ok {
		t.flip(at, v)
	}
	return ok
}

// swap stores v in the slot at bit at and returns what was there.
func (t *table) swap(at, v uint64) uint64 {
	old := t.load(at) & t.slot
	t.flip(at, old^v)
	return old
}

// occupied counts the nonzero slots among the first n.
func (t *table) occupied(n uint64) uint64 {
	used := uint64(0)
	for at := uint64(0); n > 0; n-- {
		if t.load(at)&t.slot != 0 {
			used++
		}
		at += t.f
	}
	return used
}
