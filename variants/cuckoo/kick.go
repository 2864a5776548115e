package cuckoo

import "github.com/filterlab/filterlab/hashes"

// kick makes room for fp, whose buckets i1 and i2 are full: it puts fp in the
// place of a random victim, the victim in its other bucket if that has room, and
// otherwise in the place of a victim there, and so on. If the last of the kicks
// allowed leaves a fingerprint without a place, all are undone.
func (f *Filter) kick(i1, i2, fp uint64) bool {
	f.path = f.path[:0]
	i := i1
	if f.next()>>63 != 0 {
		i = i2
	}
	for range f.kicks {
		at := i*f.table.bucketBits + (f.next()&(f.slots-1))*uint64(f.table.f)
		fp = f.table.swap(at, fp)
		f.path = append(f.path, at)
		i = f.other(i, fp)
		if f.table.put(i, fp) {
			f.kicked += uint64(len(f.path))
			return true
		}
	}
	f.kicked += uint64(len(f.path))
	for n := len(f.path) - 1; n >= 0; n-- {
		fp = f.table.swap(f.path[n], fp)
	}
	return false
}

// next steps the filter's own generator, SplitMix64: equal seeds and equal calls
// give equal tables on every machine.
func (f *Filter) next() uint64 {
	f.random += 0x9e3779b97f4a7c15
	return hashes.SplitMix64(f.random)
}
