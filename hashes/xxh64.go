package hashes

import "github.com/filterlab/filterlab/hashes/raw"

// XXH64 is xxHash of 64 bits with its own seed. The second word is a second
// evaluation.
var XXH64 = &Function{
	Name:   "xxh64",
	Doc:    "XXH64, 64 bits; B from a second evaluation; the seed is the function's own, 64 bits",
	Paper:  "Collet, xxHash specification 0.1.1",
	Width:  64,
	Sum64:  raw.XXH64,
	Sum128: xxh64Sum128,
}

func xxh64Sum128(key []byte, seed uint64) (a, b uint64) {
	return raw.XXH64(key, seed), raw.XXH64(key, SecondSeed(seed))
}
