package hashtest

import (
	"fmt"

	"github.com/filterlab/filterlab/hashes"
)

// seed is what most checks hash under: no special bits.
const seed = 0x5bd1e995c0ffee11

// lengths are those at which the shipped functions change their ways, and their
// neighbours: 0 to 70, around 128, 240, 256, and some blocks.
func lengths() []int {
	var all []int
	for n := range 71 {
		all = append(all, n)
	}
	return append(all, 95, 96, 97, 127, 128, 129, 160, 239, 240, 241, 255, 256, 257, 300, 1023, 1024, 1025, 1100)
}

// randomKey returns a key of n bytes, a pure function of n and salt.
func randomKey(n int, salt uint64) []byte {
	key := make([]byte, n)
	fill(key, salt)
	return key
}

// fill writes random bytes into key.
func fill(key []byte, salt uint64) {
	var word uint64
	for i := range key {
		if i%8 == 0 {
			word = hashes.SplitMix64(salt<<20 ^ uint64(len(key))<<10 ^ uint64(i/8))
		}
		key[i] = byte(word >> (8 * (i % 8)))
	}
}

// words is a digest of two words.
type words struct{ a, b uint64 }

// sum is Sum128. A function without a seed may have fewer than 128 bits: what
// there is of the first word is repeated, so that all that is asked of words is
// asked of its bits.
func sum(f *hashes.Function, key []byte, seed uint64) words {
	a, b := f.Sum128(key, seed)
	if !f.Unseeded || f.Width > 64 {
		return words{a, b}
	}
	for width := f.Width; width < 64; width *= 2 {
		a = a&(1<<width-1) | a<<width
	}
	return words{a, a}
}

// oneWord reports whether f has no second word to check.
func oneWord(f *hashes.Function) bool { return f.Unseeded && f.Width <= 64 }

func (w words) String() string { return fmt.Sprintf("%016x %016x", w.a, w.b) }

// apart says which word of w equals that of v; "" if both differ.
func (w words) apart(v words) string {
	switch {
	case w.a == v.a:
		return "the first word"
	case w.b == v.b:
		return "the second word"
	}
	return ""
}
