package counting

// raiseAll raises the counters at positions, one after the other.
func (c *counters) raiseAll(positions []uint64) {
	words, width, most := c.array.Words(), c.width, c.most
	switch {
	case width == 1<<nibble:
		raiseNibbles(words, positions)
	case c.whole():
		for _, p := range positions {
			at := p * width
			if w := words[at>>6]; w>>(at&63)&most != most {
				words[at>>6] = w + 1<<(at&63)
			}
		}
	default:
		for _, p := range positions {
			c.raise(p)
		}
	}
}

// lowerAll lowers the counters at positions, one after the other, up to the first that
// is zero in its turn. It returns how many it went over.
func (c *counters) lowerAll(positions []uint64) int {
	words, width, most := c.array.Words(), c.width, c.most
	switch {
	case width == 1<<nibble:
		return lowerNibbles(words, positions)
	case c.whole():
		for i, p := range positions {
			at := p * width
			w := words[at>>6]
			if v := w >> (at & 63) & most; v-1 < most-1 {
				words[at>>6] = w - 1<<(at&63)
			} else if v == 0 {
				return i
			}
		}
	default:
		for i, p := range positions {
			if !c.lower(p) {
				return i
			}
		}
	}
	return len(positions)
}

// lowerKey lowers the counters of one key, or none if one of them is zero in its turn;
// it reports which. A counter that was lowered is two or more below its largest value
// now, so raising passes over just those that lowering passed over.
func (c *counters) lowerKey(positions []uint64) bool {
	done := c.lowerAll(positions)
	if done < len(positions) {
		c.raiseAll(positions[:done])
	}
	return done == len(positions)
}
