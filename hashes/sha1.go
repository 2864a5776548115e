package hashes

import "crypto/sha1"

// SHA1 is SHA-1 with the seed rule and word order of SHA256. Its digest of 160
// bits is two words; the last 32 bits are dropped, never joined with others.
var SHA1 = &Function{
	Name:   "sha1",
	Doc:    "SHA-1 of the seed's 8 little-endian bytes, then the key: words are 2 big-endian slices of 64 bits, the last 32 bits unused",
	Paper:  "NIST, FIPS 180-4, section 6.1",
	Width:  160,
	Sum64:  sha1Sum64,
	Sum128: sha1Sum128,
	Long:   sha1Long,
}

// sha1Of returns the digest of seed and key; see seeded.
func sha1Of(key []byte, seed uint64) (sum [sha1.Size]byte) {
	var short [8 + shaShort]byte
	if message := seeded(&short, key, seed); message != nil {
		return sha1.Sum(message)
	}
	h := sha1.New()
	h.Write(short[:8])
	h.Write(key)
	h.Sum(sum[:0])
	return sum
}

func sha1Sum64(key []byte, seed uint64) uint64 {
	a, _ := sha1Sum128(key, seed)
	return a
}

func sha1Sum128(key []byte, seed uint64) (a, b uint64) {
	sum := sha1Of(key, seed)
	return slicePair(sum[:])
}

// sha1Long gives two slices; a counter re-seeds.
func sha1Long(key []byte, seed, counter uint64, out *[8]uint64) int {
	out[0], out[1] = sha1Sum128(key, WordSeed(seed, int(counter)))
	return 2
}
