package counting

// The loops of pairs.go once more for counters of four bits, the default. With the
// width a constant the loops need so few registers that none is kept in memory, which
// makes them faster by a third.
const (
	nibble = 2  // log2 of the width
	full4  = 15 // a counter that sticks
)

// containsNibbles is containsPair.
func containsNibbles(words []uint64, m, x, y uint64, k int) bool {
	for ; k >= 2; k -= 2 {
		p, q := fastrange(x, m)<<nibble, fastrange(x+y, m)<<nibble
		v, w := words[p>>6]>>(p&63)&full4, words[q>>6]>>(q&63)&full4
		if ((v-1)|(w-1))>>63 != 0 {
			return false
		}
		x += 2 * y
	}
	if k == 0 {
		return true
	}
	p := fastrange(x, m) << nibble
	return words[p>>6]>>(p&63)&full4 != 0
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
