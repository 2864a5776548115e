package cuckoo

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"github.com/filterlab/filterlab/hashes"
)

// Buckets of four bytes (f = 8 with b = 4, which several libraries have fixed, and
// f = 4 with b = 8) have code of their own. It does what the general code does in
// half as many instructions, and that is what counts for single keys out of the
// caches: the processor works ahead by so many instructions, and the fewer a key
// takes, the more keys have their memory accesses under way.

// quads reports whether the buckets of a layout are four bytes with fingerprints
// of at most one.
func (l *layout) quads() bool {
	return l.slots*l.f == 32 && l.f <= 8 && l.reduce == hashes.Fastrange
}

// scattered holds scatter of every fingerprint of a byte.
var scattered = func() (all [256]uint64) {
	for fp := range all {
		all[fp] = scatter(uint64(fp))
	}
	return all
}()

// otherQuad is other for fingerprints of a byte.
func (f *Filter) otherQuad(i uint64, fp uint8) uint64 {
	s, _ := bits.Mul64(scattered[fp], f.buckets)
	d, below := bits.Sub64(s, i, 0)
	return d + f.buckets&-below
}

// locateQuad is locate.
func (f *Filter) locateQuad(a, b uint64) (i1, i2 uint64, fp uint8) {
	i1, _ = bits.Mul64(a, f.buckets)
	h, _ := bits.Mul64(b, f.values)
	fp = uint8(h + 1)
	return i1, f.otherQuad(i1, fp), fp
}

// quad returns bucket i, which must be below the number of buckets.
func (t *table) quad(i uint64) *[4]byte { return (*[4]byte)(unsafe.Add(t.base, i*4)) }

// loadQuad returns the slots of bucket i.
func (t *table) loadQuad(i uint64) uint32 { return binary.LittleEndian.Uint32(t.quad(i)[:]) }

// storeQuad overwrites bucket i.
func (t *table) storeQuad(i uint64, x uint32) { binary.LittleEndian.PutUint32(t.quad(i)[:], x) }

// zerosQuad is zeros.
func (t *table) zerosQuad(x uint32) uint32 { return (x - uint32(t.ones)) &^ x & uint32(t.tops) }

// hasQuad reports whether x or y is a bucket that holds fp. Both are looked at as one
// word; a borrow out of x means that x has it.
func (t *table) hasQuad(x, y uint32, fp uint8) bool {
	w := (uint64(y)<<32 | uint64(x)) ^ uint64(fp)*t.pairOnes
	return (w-t.pairOnes)&^w&t.pairTops != 0
}

// placeQuad is place.
func (f *Filter) placeQuad(i1, i2 uint64, fp uint8) bool {
	t := &f.table
	x, y := t.loadQuad(i1), t.loadQuad(i2)
	marks, second := t.zerosQuad(x), t.zerosQuad(y)
	full := ^uint32(int32(marks|-marks) >> 31)
	marks |= second & full
	if marks == 0 {
		return f.kick(i1, i2, uint64(fp))
	}
	wide := uint64(int64(int32(full)))
	t.storeQuad(i1^(i1^i2)&wide, t.fill(x^(x^y)&full, marks, fp))
	f.used++
	return true
}

// fill puts fp into the empty slot of x that the lowest mark marks.
func (t *table) fill(x, marks uint32, fp uint8) uint32 {
	top := uint64(bits.TrailingZeros32(marks))
	return x | uint32(fp)<<((top-(t.f-1))&31)
}

// walkQuads is walk.
func (f *Filter) walkQuads(i uint64, homeless uint8) (n int, _ uint8) {
	t, path, random := &f.table, f.path, f.random
	x := t.loadQuad(i)
	for n < len(path) {
		random += step
		victim := hashes.SplitMix64(random) & (f.slots - 1) * t.f
		path[n] = i*32 + victim
		n++
		old := uint8(x>>(victim&31)) & uint8(t.slot)
		t.storeQuad(i, x^uint32(old^homeless)<<(victim&31))
		homeless = old
		i = f.otherQuad(i, homeless)
		x = t.loadQuad(i)
		if marks := t.zerosQuad(x); marks != 0 {
			t.storeQuad(i, t.fill(x, marks, homeless))
			homeless = 0
			break
		}
	}
	f.random = random
	return n, homeless
}
