package hashes

import "github.com/dgryski/go-farm"

// FarmHash is FarmHash of 128 bits with a seed (CityHash128WithSeed, on which
// farm_fingerprint128 is built): A is the low, B the high half. Its two seed
// words are the seed and SplitMix64 of it.
var FarmHash = &Function{
	Name:   "farmhash",
	Doc:    "FarmHash Hash128WithSeed: A the low half, B the high half; seed words: the seed, SplitMix64 of it",
	Paper:  "Pike, FarmHash 1.1; the 128-bit form is Pike and Alakuijala, CityHash 1.1",
	Width:  128,
	Sum64:  farmSum64,
	Sum128: farmSum128,
	Long:   farmLong,
}

func farmSum64(key []byte, seed uint64) uint64 {
	a, _ := farmSum128(key, seed)
	return a
}

func farmSum128(key []byte, seed uint64) (a, b uint64) {
	return farm.Hash128WithSeed(key, seed, SplitMix64(seed))
}

// farmLong gives the two halves, low half first; a counter re-seeds.
func farmLong(key []byte, seed, counter uint64, out *[8]uint64) int {
	out[0], out[1] = farmSum128(key, WordSeed(seed, int(counter)))
	return 2
}
