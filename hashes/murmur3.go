package hashes

import "github.com/twmb/murmur3"

// Murmur3 is MurmurHash3 x64 of 128 bits: A is h1, B is h2. It takes the low 32
// bits of the seed, as its author defined it; the empty key under seed 0 has
// both words 0.
var Murmur3 = &Function{
	Name:   "murmur3",
	Doc:    "murmur3_x64_128: A = h1, B = h2; the seed is the low 32 bits",
	Paper:  "Appleby, SMHasher, MurmurHash3.cpp",
	Width:  128,
	Sum64:  murmur3Sum64,
	Sum128: murmur3Sum128,
	Long:   murmur3Long,
}

func murmur3Sum64(key []byte, seed uint64) uint64 {
	a, _ := murmur3Sum128(key, seed)
	return a
}

func murmur3Sum128(key []byte, seed uint64) (a, b uint64) {
	seed = uint64(uint32(seed)) // zero-extended into both halves of the state
	return murmur3.SeedSum128(seed, seed, key)
}

// murmur3Long gives h1, h2; a counter re-seeds.
func murmur3Long(key []byte, seed, counter uint64, out *[8]uint64) int {
	out[0], out[1] = murmur3Sum128(key, WordSeed(seed, int(counter)))
	return 2
}
