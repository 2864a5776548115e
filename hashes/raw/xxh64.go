package raw

import (
	"encoding/binary"
	"math/bits"
)

// The primes of XXH64, also used by XXPH3.
const (
	q1 uint64 = 0x9e3779b185ebca87
	q2 uint64 = 0xc2b2ae3d27d4eb4f
	q3 uint64 = 0x165667b19e3779f9
	q4 uint64 = 0x85ebca77c2b2ae63
	q5 uint64 = 0x27d4eb2f165667c5
)

// XXH64 is xxHash of 64 bits with a 64-bit seed. The well-known Go module hashes
// seeds other than 0 only through a streaming state of 80 bytes; this is the
// one-shot form.
func XXH64(b []byte, seed uint64) uint64 {
	h := seed + q5
	n := uint64(len(b))
	if len(b) >= 32 {
		h, b = xxh64Stripes(b, seed)
	}
	h += n
	for ; len(b) >= 8; b = b[8:] {
		h ^= xxh64Round(0, binary.LittleEndian.Uint64(b))
		h = bits.RotateLeft64(h, 27)*q1 + q4
	}
	if len(b) >= 4 {
		h ^= uint64(binary.LittleEndian.Uint32(b)) * q1
		h = bits.RotateLeft64(h, 23)*q2 + q3
		b = b[4:]
	}
	for _, c := range b {
		h ^= uint64(c) * q5
		h = bits.RotateLeft64(h, 11) * q1
	}
	return XXH64Finish(h)
}

// xxh64Stripes consumes all whole stripes of 32 bytes in four lanes and returns
// the merged lanes and the rest of b.
func xxh64Stripes(b []byte, seed uint64) (uint64, []byte) {
	l0, l1, l2, l3 := seed+q1+q2, seed+q2, seed, seed-q1
	for ; len(b) >= 32; b = b[32:] {
		l0 = xxh64Round(l0, binary.LittleEndian.Uint64(b[0:8]))
		l1 = xxh64Round(l1, binary.LittleEndian.Uint64(b[8:16]))
		l2 = xxh64Round(l2, binary.LittleEndian.Uint64(b[16:24]))
		l3 = xxh64Round(l3, binary.LittleEndian.Uint64(b[24:32]))
	}
	h := bits.RotateLeft64(l0, 1) + bits.RotateLeft64(l1, 7) +
		bits.RotateLeft64(l2, 12) + bits.RotateLeft64(l3, 18)
	for _, l := range [4]uint64{l0, l1, l2, l3} {
		h = (h^xxh64Round(0, l))*q1 + q4
	}
	return h, b
}

// xxh64Round feeds one word to a lane.
func xxh64Round(lane, word uint64) uint64 {
	return bits.RotateLeft64(lane+word*q2, 31) * q1
}

// XXH64Finish is the last mixing step of XXH64, a bijection of 64-bit words in
// which every bit of the input reaches every bit of the output.
func XXH64Finish(h uint64) uint64 {
	h = (h ^ h>>33) * q2
	h = (h ^ h>>29) * q3
	return h ^ h>>32
}
