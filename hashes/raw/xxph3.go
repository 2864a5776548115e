package raw

import (
	"encoding/binary"
	"math/bits"
)

// XXPH3 is RocksDB's hash of 64 bits: a preview of XXH3, without a seed, that
// RocksDB froze when the final XXH3 was still changing. It differs from XXH3 in
// every class of lengths. Its secret is that of XXH3.
func XXPH3(b []byte) uint64 {
	n := len(b)
	switch {
	case n > 240:
		return xxph3Long(b)
	case n > 128:
		return xxph3To240(b)
	case n > 16:
		return xxph3To128(b)
	case n > 8:
		x := binary.LittleEndian.Uint64(b) ^ secret64(0)
		y := binary.LittleEndian.Uint64(b[n-8:]) ^ secret64(8)
		return xxph3Avalanche(uint64(n) + x + y + fold(x, y))
	case n > 3:
		x := uint64(binary.LittleEndian.Uint32(b)) | uint64(binary.LittleEndian.Uint32(b[n-4:]))<<32
		x ^= secret64(0)
		y := uint64(n) + (x^x>>51)*uint64(p1)
		return xxph3Avalanche((y ^ y>>47) * q2)
	case n > 0:
		c := uint32(b[0]) | uint32(b[n/2])<<8 | uint32(b[n-1])<<16 | uint32(n)<<24
		return xxph3Avalanche((uint64(c) ^ secret64(0)&0xffffffff) * q1)
	}
	return fold(secret64(0), q2)
}

// xxph3To128 hashes 17 to 128 bytes: pairs of 16 bytes from both ends.
func xxph3To128(b []byte) uint64 {
	n := len(b)
	acc := uint64(n) * q1
	for i := (n - 1) / 32; i >= 0; i-- {
		acc += xxph3Mix(b[16*i:], 32*i) + xxph3Mix(b[n-16*(i+1):], 32*i+16)
	}
	return xxph3Avalanche(acc)
}

// xxph3To240 hashes 129 to 240 bytes.
func xxph3To240(b []byte) uint64 {
	n := len(b)
	acc := uint64(n) * q1
	for i := range 8 {
		acc += xxph3Mix(b[16*i:], 16*i)
	}
	acc = xxph3Avalanche(acc)
	for i := 8; i < n/16; i++ {
		acc += xxph3Mix(b[16*i:], 16*(i-8)+3)
	}
	return xxph3Avalanche(acc + xxph3Mix(b[n-16:], 119))
}

// xxph3Long hashes 241 bytes and more in stripes of 64, scrambling after each
// block of 16 stripes.
func xxph3Long(b []byte) uint64 {
	n := len(b)
	acc := [8]uint64{uint64(p3), q1, q2, q3, q4, uint64(p2), q5, uint64(p1)}
	rest := b
	for ; len(rest) >= 1024; rest = rest[1024:] {
		for s := range 16 {
			xxph3Stripe(&acc, rest[64*s:], 8*s)
		}
		for i := range acc {
			acc[i] = (acc[i] ^ acc[i]>>47 ^ secret64(128+8*i)) * uint64(p1)
		}
	}
	for s := range len(rest) / 64 {
		xxph3Stripe(&acc, rest[64*s:], 8*s)
	}
	if len(rest)%64 != 0 {
		xxph3Stripe(&acc, b[n-64:], 121)
	}
	h := uint64(n) * q1
	for j := range 4 {
		h += fold(acc[2*j]^secret64(11+16*j), acc[2*j+1]^secret64(19+16*j))
	}
	return xxph3Avalanche(h)
}

func xxph3Stripe(acc *[8]uint64, b []byte, at int) {
	for i := range acc {
		v := binary.LittleEndian.Uint64(b[8*i:])
		k := v ^ secret64(at+8*i)
		acc[i] += v + (k&0xffffffff)*(k>>32)
	}
}

func xxph3Mix(b []byte, at int) uint64 {
	return fold(binary.LittleEndian.Uint64(b)^secret64(at), binary.LittleEndian.Uint64(b[8:])^secret64(at+8))
}

func xxph3Avalanche(x uint64) uint64 {
	x = (x ^ x>>37) * q3
	return x ^ x>>32
}

// fold multiplies to 128 bits and adds up the halves without carry.
func fold(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}
