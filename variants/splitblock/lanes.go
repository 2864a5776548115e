package splitblock

import "math/bits"

// The salts of the lanes, from the Parquet format's specification. Odd numbers all:
// a product keeps every bit of what is multiplied.
const (
	salt0 = 0x47b6137b
	salt1 = 0x44974d91
	salt2 = 0x8824ad5b
	salt3 = 0xa2b7289d
	salt4 = 0x705495c7
	salt5 = 0x2df1424b
	salt6 = 0x9efc4947
	salt7 = 0x5c6bfb31
)

// block is eight words of 32 bits: lane i is half i%2 of word i/2, the low half first.
type block = [width]uint64

// lane returns the bit that x sets in a lane: the top 5 bits of a product.
func lane(x, salt uint32) uint32 { return x * salt >> 27 }

// find returns the number of a digest's block, and what its lanes are made of.
func find(a, blocks uint64) (i uint64, x uint32) {
	i, _ = bits.Mul64(a, blocks)
	return i, uint32(a)
}

// all returns 1 if the eight bits of x are set in b and else 0, in its lowest bit;
// the rest is other bits. Two lanes at a time share a word; there is no branch.
func all(b *block, x uint32) uint64 {
	w0, w1, w2, w3 := b[0], b[1], b[2], b[3]
	r := w0 >> lane(x, salt0) & (w0 >> 32 >> lane(x, salt1))
	r &= w1 >> lane(x, salt2) & (w1 >> 32 >> lane(x, salt3))
	r &= w2 >> lane(x, salt4) & (w2 >> 32 >> lane(x, salt5))
	return r & (w3 >> lane(x, salt6)) & (w3 >> 32 >> lane(x, salt7))
}

// set sets the eight bits of x in b.
func set(b *block, x uint32) {
	const high = 1 << 32
	b[0] |= 1<<lane(x, salt0) | high<<lane(x, salt1)
	b[1] |= 1<<lane(x, salt2) | high<<lane(x, salt3)
	b[2] |= 1<<lane(x, salt4) | high<<lane(x, salt5)
	b[3] |= 1<<lane(x, salt6) | high<<lane(x, salt7)
}
