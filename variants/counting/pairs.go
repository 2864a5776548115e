package counting

import (
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
)

// The loops of the default probing over counters that do not straddle words: one
// read and one write a counter, positions kept in registers, and no branch that
// depends on the data but those for sticking counters, which hardly ever go the
// other way.

// fastrange returns floor(h*m / 2^64).
func fastrange(h, m uint64) uint64 {
	hi, _ := bits.Mul64(h, m)
	return hi
}

// containsPair looks at two counters before it decides, as probe.Table does. A
// counter of zero, less one, is all ones: the sign of what is left tells.
func (f *Filter) containsPair(x, y uint64) bool {
	words, m, width, most := f.counters.array.Words(), f.counters.n, f.counters.width, f.counters.most
	k := f.shape.K
	if width == 1<<nibble {
		return containsNibbles(words, m, x, y, k)
	}
	for ; k >= 2; k -= 2 {
		p, q := fastrange(x, m)*width, fastrange(x+y, m)*width
		v, w := words[p>>6]>>(p&63)&most, words[q>>6]>>(q&63)&most
		if ((v-1)|(w-1))>>63 != 0 {
			return false
		}
		x += 2 * y
	}
	if k == 0 {
		return true
	}
	p := fastrange(x, m) * width
	return words[p>>6]>>(p&63)&most != 0
}

// addPairs is AddBatch for a table within the caches.
func (f *Filter) addPairs(b *hashes.Batch) {
	words, m, k := f.counters.array.Words(), f.counters.n, f.shape.K
	second := b.B[:len(b.A)]
	for i, x := range b.A {
		if f.counters.width == 1<<nibble {
			addNibbles(words, m, x, second[i], k)
		} else {
			f.addPair(x, second[i])
		}
	}
}

// addPair is Add.
func (f *Filter) addPair(x, y uint64) {
	words, m, width, most := f.counters.array.Words(), f.counters.n, f.counters.width, f.counters.most
	if width == 1<<nibble {
		addNibbles(words, m, x, y, f.shape.K)
		return
	}
	for range f.shape.K {
		at := fastrange(x, m) * width
		if w := words[at>>6]; w>>(at&63)&most != most {
			words[at>>6] = w + 1<<(at&63)
		}
		x += y
	}
}

// removePair is Remove. Less one, a counter of zero is the largest number there is: one
// comparison tells the counters to lower from those of zero and those that stick.
func (f *Filter) removePair(x, y uint64) bool {
	words, m, width, most := f.counters.array.Words(), f.counters.n, f.counters.width, f.counters.most
	if width == 1<<nibble {
		done := removeNibbles(words, m, x, y, f.shape.K)
		if done < f.shape.K {
			f.undoPair(x, y, done)
		}
		return done == f.shape.K
	}
	first := x
	for i := range f.shape.K {
		at := fastrange(x, m) * width
		w := words[at>>6]
		if v := w >> (at & 63) & most; v-1 < most-1 {
			words[at>>6] = w - 1<<(at&63)
		} else if v == 0 {
			f.undoPair(first, y, i)
			return false
		}
		x += y
	}
	return true
}

// undoPair raises again the first n counters, which removePair has lowered. One
// that sticks was passed over and is again: a lowered one is two or more below.
func (f *Filter) undoPair(x, y uint64, n int) {
	for range n {
		f.counters.raise(fastrange(x, f.counters.n))
		x += y
	}
}
