package hashes

import "github.com/dchest/siphash"

// SipHash is SipHash-2-4 of 64 bits, a keyed function meant to withstand hostile
// keys. Its key of two words is two outputs of SplitMix64 started at the seed.
// The second word is a second evaluation under another key; the 128-bit form,
// which its authors call experimental, is not used.
var SipHash = &Function{
	Name:   "siphash",
	Doc:    "SipHash-2-4, 64 bits; B from a second evaluation; keyed by 2 SplitMix64 words of the seed",
	Paper:  "Aumasson, Bernstein: SipHash: a fast short-input PRF, INDOCRYPT 2012",
	Width:  64,
	Sum64:  sipSum64,
	Sum128: sipSum128,
	Batch:  sipBatch,
}

func sipSum64(key []byte, seed uint64) uint64 {
	return siphash.Hash(keyWord(seed, 0), keyWord(seed, 1), key)
}

func sipSum128(key []byte, seed uint64) (a, b uint64) {
	return sipSum64(key, seed), sipSum64(key, SecondSeed(seed))
}

func sipBatch(data []byte, off []uint32, seed uint64, a, b []uint64) {
	k0, k1 := keyWord(seed, 0), keyWord(seed, 1)
	for i := range a {
		a[i] = siphash.Hash(k0, k1, data[off[i]:off[i+1]])
	}
	if b != nil {
		sipBatch(data, off, SecondSeed(seed), b, nil)
	}
}
