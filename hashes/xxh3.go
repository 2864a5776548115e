package hashes

import (
	"encoding/binary"

	"github.com/zeebo/xxh3"
)

// XXH3 is xxh3_128 with a seed: A is the low half, B the high half. Its 64-bit
// sibling xxh3_64 is another function and not used by any scheme.
var XXH3 = &Function{
	Name:   "xxh3",
	Doc:    "xxh3_128: A the low half, B the high half; the seed is the function's own, 64 bits",
	Paper:  "Collet, xxHash 0.8, XXH3 specification",
	Width:  128,
	Sum64:  xxh3Sum64,
	Sum128: xxh3Sum128,
	Long:   xxh3Long,
	Batch:  xxh3Batch,
}

// xxh3Sum64 answers short keys, of which lazy schemes ask thousands of millions of
// words, by our own code: no call, and half the mixing.
func xxh3Sum64(key []byte, seed uint64) uint64 {
	if len(key) == 8 {
		lo, _ := xxh3Of8(binary.LittleEndian.Uint64(key), xxh3Flip8(seed))
		return lo
	}
	return xxh3.Hash128Seed(key, seed).Lo
}

func xxh3Sum128(key []byte, seed uint64) (a, b uint64) {
	h := xxh3.Hash128Seed(key, seed)
	return h.Lo, h.Hi
}

// xxh3Long gives the two halves, low half first as in Sum128; a counter re-seeds.
func xxh3Long(key []byte, seed, counter uint64, out *[8]uint64) int {
	h := xxh3.Hash128Seed(key, WordSeed(seed, int(counter)))
	out[0], out[1] = h.Lo, h.Hi
	return 2
}
