package raw

import (
	"encoding/binary"
	"math/bits"
)

// The constants of MurmurHash3 x86 of 128 bits, one for each of its lanes:
// multipliers, rotations of the input and of the state, addends.
var (
	murmurC = [4]uint32{0x239b961b, 0xab0e9789, 0x38b34ae5, 0xa1e38b93}
	murmurR = [4]int{15, 16, 17, 18}
	murmurS = [4]int{19, 17, 15, 13}
	murmurA = [4]uint32{0x561ccd1b, 0x0bcaa747, 0x96cd1c35, 0x32ac3b17}
)

// Murmur3X86 is MurmurHash3 x86 of 128 bits with a 32-bit seed: the one for
// 32-bit machines, whose values have nothing in common with x64 of 128 bits.
func Murmur3X86(b []byte, seed uint32) [4]uint32 {
	h := [4]uint32{seed, seed, seed, seed}
	n := uint32(len(b))
	for ; len(b) >= 16; b = b[16:] {
		for i := range h {
			h[i] ^= murmur3X86Mix(i, binary.LittleEndian.Uint32(b[4*i:]))
			h[i] = (bits.RotateLeft32(h[i], murmurS[i])+h[(i+1)%4])*5 + murmurA[i]
		}
	}
	for i := 3; i >= 0; i-- {
		if len(b) > 4*i {
			h[i] ^= murmur3X86Mix(i, uint32(tail64(b[4*i:min(len(b), 4*i+4)])))
		}
	}
	for i := range h {
		h[i] ^= n
	}
	murmur3X86Cross(&h)
	for i := range h {
		h[i] = murmur3X86Finish(h[i])
	}
	murmur3X86Cross(&h)
	return h
}

func murmur3X86Mix(i int, k uint32) uint32 {
	return bits.RotateLeft32(k*murmurC[i], murmurR[i]) * murmurC[(i+1)%4]
}

// murmur3X86Cross lets each lane reach the others.
func murmur3X86Cross(h *[4]uint32) {
	h[0] += h[1] + h[2] + h[3]
	h[1] += h[0]
	h[2] += h[0]
	h[3] += h[0]
}

func murmur3X86Finish(h uint32) uint32 {
	h = (h ^ h>>16) * 0x85ebca6b
	h = (h ^ h>>13) * 0xc2b2ae35
	return h ^ h>>16
}
