package raw

import (
	"encoding/binary"
	"math/bits"
)

// The primes of XXH32; the first three also serve XXPH3.
const (
	p1 uint32 = 0x9e3779b1
	p2 uint32 = 0x85ebca77
	p3 uint32 = 0xc2b2ae3d
	p4 uint32 = 0x27d4eb2f
	p5 uint32 = 0x165667b1
)

// XXH32 is xxHash of 32 bits with a 32-bit seed.
func XXH32(b []byte, seed uint32) uint32 {
	h := seed + p5
	n := uint32(len(b))
	if len(b) >= 16 {
		h, b = xxh32Stripes(b, seed)
	}
	h += n
	for ; len(b) >= 4; b = b[4:] {
		h = bits.RotateLeft32(h+binary.LittleEndian.Uint32(b)*p3, 17) * p4
	}
	for _, c := range b {
		h = bits.RotateLeft32(h+uint32(c)*p5, 11) * p1
	}
	h = (h ^ h>>15) * p2
	h = (h ^ h>>13) * p3
	return h ^ h>>16
}

// xxh32Stripes consumes all whole stripes of 16 bytes in four lanes and returns
// the merged lanes and the rest of b.
func xxh32Stripes(b []byte, seed uint32) (uint32, []byte) {
	lanes := [4]uint32{seed + p1 + p2, seed + p2, seed, seed - p1}
	for ; len(b) >= 16; b = b[16:] {
		for i := range lanes {
			word := binary.LittleEndian.Uint32(b[4*i:])
			lanes[i] = bits.RotateLeft32(lanes[i]+word*p2, 13) * p1
		}
	}
	return bits.RotateLeft32(lanes[0], 1) + bits.RotateLeft32(lanes[1], 7) +
		bits.RotateLeft32(lanes[2], 12) + bits.RotateLeft32(lanes[3], 18), b
}
