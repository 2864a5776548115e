package counting

// The loops of pairs.go once more for counters of four bits, the default. With the
// width a constant the loops need so few registers that none is kept in memory, which
// makes them faster by a third.
const (
	nibble = 2  // log2 of the width
	full4  = 15 // a counter that sticks
)

// containsNibbles is containsPair, but it looks at the first four counters together.
// At half fill one absent key in sixteen passes them, where one in four passes two: a
// mispredicted branch, known only once memory has answered, costs more than two reads.
// The reads are written out: the compiler makes a call of a function of two of them.
func containsNibbles(words []uint64, m, x, y uint64, k int) bool {
	if k >= 4 {
		first, second := lessNibble(words, m, x), lessNibble(words, m, x+y)
		third, fourth := lessNibble(words, m, x+2*y), lessNibble(words, m, x+3*y)
		if (first|second|third|fourth)>>63 != 0 {
			return false
		}
		x, k = x+4*y, k-4
	}
	for ; k >= 2; k -= 2 {
		if (lessNibble(words, m, x)|lessNibble(words, m, x+y))>>63 != 0 {
			return false
		}
		x += 2 * y
	}
	return k == 0 || lessNibble(words, m, x)>>63 == 0
}

// lessNibble returns the counter of h less one: all ones for zero.
func lessNibble(words []uint64, m, h uint64) uint64 {
	p := fastrange(h, m) << nibble
	return words[p>>6]>>(p&63)&full4 - 1
}

// addNibbles is addPair.
func addNibbles(words []uint64, m, x, y uint64, k int) {
	for range k {
		at := fastrange(x, m) << nibble
		if w := words[at>>6]; w>>(at&63)&full4 != full4 {
			words[at>>6] = w + 1<<(at&63)
		}
		x += y
	}
}

// removeNibbles is removePair without the undoing: it returns how many counters it
// went over before one of zero, k if there is none.
func removeNibbles(words []uint64, m, x, y uint64, k int) int {
	for i := range k {
		at := fastrange(x, m) << nibble
		w := words[at>>6]
		if v := w >> (at & 63) & full4; v-1 < full4-1 {
			words[at>>6] = w - 1<<(at&63)
		} else if v == 0 {
			return i
		}
		x += y
	}
	return k
}

// raiseNibbles is raiseAll.
func raiseNibbles(words, positions []uint64) {
	for _, p := range positions {
		at := p << nibble
		if w := words[at>>6]; w>>(at&63)&full4 != full4 {
			words[at>>6] = w + 1<<(at&63)
		}
	}
}

// lowerNibbles is lowerAll.
func lowerNibbles(words, positions []uint64) int {
	for i, p := range positions {
		at := p << nibble
		w := words[at>>6]
		if v := w >> (at & 63) & full4; v-1 < full4-1 {
			words[at>>6] = w - 1<<(at&63)
		} else if v == 0 {
			return i
		}
	}
	return len(positions)
}
