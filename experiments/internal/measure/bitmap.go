package measure

// bitmap is a set of key numbers; the zero value is empty and holds no memory.
type bitmap struct {
	words []uint64
	ones  uint64
}

// make gives b room for the numbers below n.
func (b *bitmap) make(n uint64) { b.words = make([]uint64, n/64+1) }

// set adds a number that is not yet in.
func (b *bitmap) set(i uint64) {
	b.words[i/64] |= 1 << (i % 64)
	b.ones++
}

func (b *bitmap) get(i uint64) bool { return b.word(i/64)>>(i%64)&1 != 0 }

// word returns the numbers 64*i to 64*i+63 as bits.
func (b *bitmap) word(i uint64) uint64 {
	if b.words == nil {
		return 0
	}
	return b.words[i]
}
