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

// two returns 1 in its lowest bit if both lanes of a word have x's bits set, and
// else 0; the rest is other bits.
func two(word uint64, x, low, high uint32) uint64 {
	return word >> lane(x, low) & (word >> 32 >> lane(x, high))
}

// bitsOf returns the bits of x in the two lanes of a word.
func bitsOf(x, low, high uint32) uint64 {
	return 1<<lane(x, low) | 1<<32<<lane(x, high)
}

// all returns 1 in its lowest bit if the eight bits of x are set in b. There is no
// branch.
//
//lint:ignore U1000 called by containsPlain
func all(b *block, x uint32) uint64 {
	return two(b[0], x, salt0, salt1) & two(b[1], x, salt2, salt3) &
		two(b[2], x, salt4, salt5) & two(b[3], x, salt6, salt7)
}

// set sets the eight bits of x in b.
func set(b *block, x uint32) {
	b[0] |= bitsOf(x, salt0, salt1)
	b[1] |= bitsOf(x, salt2, salt3)
	b[2] |= bitsOf(x, salt4, salt5)
	b[3] |= bitsOf(x, salt6, salt7)
}

// containsPlain is contains in portable code; the assembly jumps to it, too.
//
//lint:ignore U1000 called by assembly
func containsPlain(f *Filter, a uint64) bool {
	i, x := find(a, f.count)
	return all(&f.blocks[i], x)&1 != 0
}

// addPlain is add in portable code.
func addPlain(f *Filter, a uint64) {
	i, x := find(a, f.count)
	set(&f.blocks[i], x)
}
