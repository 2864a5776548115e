package cuckoo

import (
	"encoding/binary"

	"github.com/filterlab/filterlab/hashes"
)

// kick makes room for fp, whose buckets i1 and i2 are full: it puts fp in the
// place of a random victim, the victim in its other bucket if that has room, and
// otherwise in the place of a victim there, and so on. If the last of the kicks
// allowed leaves a fingerprint without a place, all are undone.
//
// The walk is a chain: bucket, victim, its other bucket. Nothing in it can be read
// early, so out of the caches each kick costs a memory access.
func (f *Filter) kick(i1, i2, fp uint64) bool {
	n := 0
	i := i1
	if f.next()>>63 != 0 {
		i = i2
	}
	switch {
	case f.quads:
		var homeless uint8
		n, homeless = f.walkQuads(i, uint8(fp))
		fp = uint64(homeless)
	case f.table.groups == 1:
		n, fp = f.walkWords(i, fp)
	default:
		n, fp = f.walk(i, fp)
	}
	f.kicked += uint64(n)
	if fp == 0 {
		f.used++
		return true
	}
	for n--; n >= 0; n-- {
		fp = f.table.swap(f.path[n], fp)
	}
	return false
}

// walk puts fp into the full bucket i and goes from victim to victim, whose slots
// it notes in path. It returns how many there were and the one that found no
// place, or 0.
func (f *Filter) walk(i, fp uint64) (n int, homeless uint64) {
	t := &f.table
	for n < len(f.path) {
		at := i*t.bucketBits + (f.next()&(f.slots-1))*t.f
		fp = t.swap(at, fp)
		f.path[n] = at
		n++
		i = f.other(i, fp)
		if t.put(i, fp) {
			return n, 0
		}
	}
	return n, fp
}

// walkWords is walk for buckets of one group: a bucket's word is loaded once, to
// look for room and then for the victim.
func (f *Filter) walkWords(i, fp uint64) (n int, homeless uint64) {
	t, path, random := &f.table, f.path, f.random
	at := i * t.bucketBits
	w, shift := t.word(at)
	x := binary.LittleEndian.Uint64(w[:])
	for n < len(path) {
		random += step
		victim := hashes.SplitMix64(random) & (f.slots - 1) * t.f
		path[n] = at + victim
		n++
		old := x >> (shift & 63) >> (victim & 63) & t.slot
		binary.LittleEndian.PutUint64(w[:], x^(old^fp)<<((shift+victim)&63))
		fp = old
		i = f.other(i, fp)
		at = i * t.bucketBits
		w, shift = t.word(at)
		x = binary.LittleEndian.Uint64(w[:])
		if marks := t.zeros(x >> (shift & 63)); marks != 0 {
			t.flip(t.first(at, marks), fp)
			fp = 0
			break
		}
	}
	f.random = random
	return n, fp
}

// step is what SplitMix64 adds to its state.
const step = 0x9e3779b97f4a7c15

// next steps the filter's own generator, SplitMix64: equal seeds and equal calls
// give equal tables on every machine.
func (f *Filter) next() uint64 {
	f.random += step
	return hashes.SplitMix64(f.random)
}
