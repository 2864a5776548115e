package raw

import "encoding/binary"

// BloomSeed is the seed with which the Bloom filters of LevelDB, RocksDB (the
// legacy one) and Pebble call their hash.
const BloomSeed = 0xbc9f1d34

// LevelDBHash is the 32-bit hash of LevelDB's Bloom filter: tail bytes unsigned.
func LevelDBHash(b []byte, seed uint32) uint32 {
	h, tail := leveldbWords(b, seed)
	var x uint32
	for i, c := range tail {
		x += uint32(c) << (8 * i)
	}
	return leveldbFinish(h, x, len(tail))
}

// RocksDBHash is the 32-bit hash of RocksDB's legacy and Pebble's Bloom filter:
// LevelDB's with tail bytes read as signed numbers, a slip of C's char that is
// frozen on disk. The two agree on ASCII.
func RocksDBHash(b []byte, seed uint32) uint32 {
	h, tail := leveldbWords(b, seed)
	var x uint32
	for i, c := range tail {
		x += uint32(int32(int8(c))) << (8 * i)
	}
	return leveldbFinish(h, x, len(tail))
}

const leveldbM = 0xc6a4a793

// leveldbWords consumes all whole words and returns the state and the tail.
func leveldbWords(b []byte, seed uint32) (uint32, []byte) {
	h := seed ^ uint32(len(b))*leveldbM
	for ; len(b) >= 4; b = b[4:] {
		h = (h + binary.LittleEndian.Uint32(b)) * leveldbM
		h ^= h >> 16
	}
	return h, b
}

// leveldbFinish adds the tail, if there is one.
func leveldbFinish(h, tail uint32, n int) uint32 {
	if n == 0 {
		return h
	}
	h = (h + tail) * leveldbM
	return h ^ h>>24
}
