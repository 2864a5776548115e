package raw

import "encoding/binary"

// Murmur2 is MurmurHash2 of 32 bits with a 32-bit seed. It is broken (whole
// families of keys collide whatever the seed) and lives on in old file formats.
func Murmur2(b []byte, seed uint32) uint32 {
	const m = 0x5bd1e995
	h := seed ^ uint32(len(b))
	for ; len(b) >= 4; b = b[4:] {
		k := binary.LittleEndian.Uint32(b) * m
		k = (k ^ k>>24) * m
		h = h*m ^ k
	}
	if len(b) > 0 {
		h = (h ^ uint32(tail64(b))) * m
	}
	h = (h ^ h>>13) * m
	return h ^ h>>15
}

// Murmur2A64 is MurmurHash64A: MurmurHash2 in 64-bit arithmetic with a 64-bit
// seed.
func Murmur2A64(b []byte, seed uint64) uint64 {
	const m = 0xc6a4a7935bd1e995
	h := seed ^ uint64(len(b))*m
	for ; len(b) >= 8; b = b[8:] {
		k := binary.LittleEndian.Uint64(b) * m
		k = (k ^ k>>47) * m
		h = (h ^ k) * m
	}
	if len(b) > 0 {
		h = (h ^ tail64(b)) * m
	}
	h = (h ^ h>>47) * m
	return h ^ h>>47
}

// tail64 reads up to 8 bytes as a little-endian number, unsigned.
func tail64(b []byte) uint64 {
	var x uint64
	for i, c := range b {
		x |= uint64(c) << (8 * i)
	}
	return x
}
