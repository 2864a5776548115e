// Package fnv1amix is FNV-1a, stirred once more at the end: what that repairs of a function
// that is weak on counters.
package fnv1amix

import "github.com/filterlab/filterlab/hashes"

// Function is what the command and the conformance kit take.
var Function = &hashes.Function{
	Name:   "fnv1amix",
	Doc:    "FNV-1a from a state that is the seed, its result through SplitMix64; B from a second evaluation",
	Paper:  "Fowler, Noll, Vo: The FNV Non-Cryptographic Hash Algorithm; Steele, Lea, Flood 2014 for the finish",
	Width:  64,
	Sum64:  sum64,
	Sum128: sum128,
}

func sum64(key []byte, seed uint64) uint64 {
	h := hashes.SplitMix64(seed)
	for _, c := range key {
		h = (h ^ uint64(c)) * 0x100000001b3
	}
	return hashes.SplitMix64(h ^ uint64(len(key)))
}

func sum128(key []byte, seed uint64) (a, b uint64) {
	return sum64(key, seed), sum64(key, hashes.SecondSeed(seed))
}
