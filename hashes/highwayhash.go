package hashes

import (
	"encoding/binary"

	"github.com/minio/highwayhash"
)

// HighwayHash is the keyed HighwayHash of 128 bits: A is word 0, B word 1 of its
// digest, read little-endian. Its key of four words is four outputs of
// SplitMix64 started at the seed, a few nanoseconds that Batch spends only once.
var HighwayHash = &Function{
	Name:   "highwayhash",
	Doc:    "HighwayHash, 128 bits: A = word 0, B = word 1; keyed by 4 SplitMix64 words of the seed",
	Paper:  "Alakuijala, Cox, Wassenberg: Fast keyed hash/pseudo-random function using SIMD multiply and permute, 2016",
	Width:  128,
	Sum64:  highwaySum64,
	Sum128: highwaySum128,
	Long:   highwayLong,
	Batch:  highwayBatch,
}

// highwayKey returns the 32 bytes of key for a seed.
func highwayKey(seed uint64) (key [32]byte) {
	for i := range 4 {
		binary.LittleEndian.PutUint64(key[8*i:], keyWord(seed, i))
	}
	return key
}

// highwayWords hashes under a key that is ready.
func highwayWords(message []byte, key *[32]byte) (a, b uint64) {
	sum := highwayhash.Sum128(message, key[:])
	return binary.LittleEndian.Uint64(sum[:]), binary.LittleEndian.Uint64(sum[8:])
}

func highwaySum64(message []byte, seed uint64) uint64 {
	a, _ := highwaySum128(message, seed)
	return a
}

func highwaySum128(message []byte, seed uint64) (a, b uint64) {
	key := highwayKey(seed)
	return highwayWords(message, &key)
}

// highwayLong gives words 0, 1; a counter re-seeds.
func highwayLong(message []byte, seed, counter uint64, out *[8]uint64) int {
	out[0], out[1] = highwaySum128(message, WordSeed(seed, int(counter)))
	return 2
}

func highwayBatch(data []byte, off []uint32, seed uint64, a, b []uint64) {
	key := highwayKey(seed)
	for i := range a {
		first, second := highwayWords(data[off[i]:off[i+1]], &key)
		a[i] = first
		if b != nil {
			b[i] = second
		}
	}
}
