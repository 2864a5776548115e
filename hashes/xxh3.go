package hashes

import "github.com/zeebo/xxh3"

// XXH3 is xxh3_128 with a seed: A is the low half, B the high half.
var XXH3 = &Function{
	Name:   "xxh3",
	Doc:    "XXH3, 128 bits: A the low half, B the high half; 64-bit seed",
	Paper:  "Collet, xxHash 0.8, XXH3 specification",
	Width:  128,
	Sum64:  xxh3.HashSeed,
	Sum128: xxh3Sum128,
	Long:   xxh3Long,
}

func xxh3Sum128(key []byte, seed uint64) (a, b uint64) {
	h := xxh3.Hash128Seed(key, seed)
	return h.Lo, h.Hi
}

// xxh3Long slices the 128-bit digest, high half first as the big-endian digest
// reads; counters re-seed it.
func xxh3Long(key []byte, seed, counter uint64, out *[8]uint64) int {
	h := xxh3.Hash128Seed(key, WordSeed(seed, int(counter)))
	out[0], out[1] = h.Hi, h.Lo
	return 2
}
