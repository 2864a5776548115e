package hashes

import (
	"crypto/sha1"
	"encoding/binary"
)

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

// sha1Of returns the digest of seed and key; see sha256Of.
func sha1Of(key []byte, seed uint64) (sum [sha1.Size]byte) {
	if len(key) <= shaShort {
		var message [8 + shaShort]byte
		binary.LittleEndian.PutUint64(message[:], seed)
		n := copy(message[8:], key)
		return sha1.Sum(message[:8+n])
	}
	var prefix [8]byte
	binary.LittleEndian.PutUint64(prefix[:], seed)
	h := sha1.New()
	h.Write(prefix[:])
	h.Write(key)
	h.Sum(sum[:0])
	return sum
}

func sha1Sum64(key []byte, seed uint64) uint64 {
	sum := sha1Of(key, seed)
	return binary.BigEndian.Uint64(sum[:])
}

func sha1Sum128(key []byte, seed uint64) (a, b uint64) {
	sum := sha1Of(key, seed)
	return binary.BigEndian.Uint64(sum[:]), binary.BigEndian.Uint64(sum[8:])
}

// sha1Long gives two slices; a counter re-seeds.
func sha1Long(key []byte, seed, counter uint64, out *[8]uint64) int {
	out[0], out[1] = sha1Sum128(key, WordSeed(seed, int(counter)))
	return 2
}
