package counting

import "math/bits"

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

// addPair is Add.
func (f *Filter) addPair(x, y uint64) {
	words, m, width, most := f.counters.array.Words(), f.counters.n, f.counters.width, f.counters.most
	for range f.shape.K {
		at := fastrange(x, m) * width
		if w := words[at>>6]; w>>(at&63)&most != most {
			words[at>>6] = w + 1<<(at&63)
		}
		x += y
	}
}

// removePair is Remove.
func (f *Filter) removePair(x, y uint64) bool {
	words, m, width, most := f.counters.array.Words(), f.counters.n, f.counters.width, f.counters.most
	first := x
	for i := range f.shape.K {
		at := fastrange(x, m) * width
		w := words[at>>6]
		switch w >> (at & 63) & most {
		case 0:
			f.undoPair(first, y, i)
			return false
		case most:
		default:
			words[at>>6] = w - 1<<(at&63)
		}
		x += y
	}
	return true
}

// raiseAll raises the counters at positions.
func (c *counters) raiseAll(positions []uint64) {
	if !c.whole() {
		for _, p := range positions {
			c.raise(p)
		}
		return
	}
	words, width, most := c.array.Words(), c.width, c.most
	for _, p := range positions {
		at := p * width
		if w := words[at>>6]; w>>(at&63)&most != most {
			words[at>>6] = w + 1<<(at&63)
		}
	}
}

// lowerWhole is lowerEach for whole counters.
func (f *Filter) lowerWhole(positions []uint64) bool {
	words, width, most := f.counters.array.Words(), f.counters.width, f.counters.most
	for i, p := range positions {
		at := p * width
		w := words[at>>6]
		switch w >> (at & 63) & most {
		case 0:
			for _, done := range positions[:i] {
				f.counters.raise(done)
			}
			return false
		case most:
		default:
			words[at>>6] = w - 1<<(at&63)
		}
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
