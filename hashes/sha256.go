package hashes

import "crypto/sha256"

// SHA256 is SHA-256 of the eight little-endian bytes of the seed followed by the
// key, seed 0 too: the published function of a longer message. Words are the
// digest's consecutive 64-bit slices, big-endian. It is what an ideal hash looks
// like, at thirty times the price of a good one.
var SHA256 = &Function{
	Name:   "sha256",
	Doc:    "SHA-256 of the seed's 8 little-endian bytes, then the key: words are its 4 big-endian slices of 64 bits",
	Paper:  "NIST, FIPS 180-4, section 6.2",
	Width:  256,
	Sum64:  sha256Sum64,
	Sum128: sha256Sum128,
	Long:   sha256Long,
}

// sha256Of returns the digest of seed and key; see seeded.
func sha256Of(key []byte, seed uint64) (sum [sha256.Size]byte) {
	var short [8 + shaShort]byte
	if message := seeded(&short, key, seed); message != nil {
		return sha256.Sum256(message)
	}
	h := sha256.New() // stays on the stack: the compiler sees its type
	h.Write(short[:8])
	h.Write(key)
	h.Sum(sum[:0])
	return sum
}

func sha256Sum64(key []byte, seed uint64) uint64 {
	a, _ := sha256Sum128(key, seed)
	return a
}

func sha256Sum128(key []byte, seed uint64) (a, b uint64) {
	sum := sha256Of(key, seed)
	return slicePair(sum[:])
}

// sha256Long gives all four slices; a counter re-seeds, so that digest c of a
// key is SHA-256 of (WordSeed(seed, c), key), a message of its own.
func sha256Long(key []byte, seed, counter uint64, out *[8]uint64) int {
	sum := sha256Of(key, WordSeed(seed, int(counter)))
	out[0], out[1] = slicePair(sum[:])
	out[2], out[3] = slicePair(sum[16:])
	return 4
}
