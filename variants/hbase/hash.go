package hbase

import (
	"encoding/binary"
	"math/bits"

	"github.com/twmb/murmur3"
)

// hash is one of HBase's three functions, of a key under a seed.
type hash func(key []byte, seed uint32) uint32

// hashOf returns the function of a name, nil for an unknown one.
func hashOf(name string) hash {
	switch name {
	case "jenkins":
		return jenkins
	case "murmur":
		return murmur
	case "murmur3":
		return func(key []byte, seed uint32) uint32 { return murmur3.SeedSum32(seed, key) }
	}
	return nil
}

// murmur is MurmurHash2 of 32 bits with signed tail bytes.
func murmur(key []byte, seed uint32) uint32 {
	const m = 0x5bd1e995
	h := seed ^ uint32(len(key))
	for ; len(key) >= 4; key = key[4:] {
		k := binary.LittleEndian.Uint32(key) * m
		h = h*m ^ (k^k>>24)*m
	}
	for i := len(key) - 1; i >= 0; i-- {
		h ^= uint32(int8(key[i])) << (8 * i)
	}
	if len(key) > 0 {
		h *= m
	}
	h = (h ^ h>>13) * m
	return h ^ h>>15
}

// jenkins is Bob Jenkins' lookup3 (hashlittle).
func jenkins(key []byte, seed uint32) uint32 {
	a := 0xdeadbeef + uint32(len(key)) + seed
	b, c := a, a
	for ; len(key) > 12; key = key[12:] {
		a += binary.LittleEndian.Uint32(key)
		b += binary.LittleEndian.Uint32(key[4:])
		c += binary.LittleEndian.Uint32(key[8:])
		a, b, c = mix(a, b, c)
	}
	if len(key) == 0 {
		return c
	}
	var tail [12]byte
	copy(tail[:], key)
	a += binary.LittleEndian.Uint32(tail[:])
	b += binary.LittleEndian.Uint32(tail[4:])
	c += binary.LittleEndian.Uint32(tail[8:])
	return final(a, b, c)
}

// mix is lookup3's: six steps over three words.
func mix(a, b, c uint32) (uint32, uint32, uint32) {
	for _, by := range [2][3]int{{4, 6, 8}, {16, 19, 4}} {
		a = (a - c) ^ bits.RotateLeft32(c, by[0])
		c += b
		b = (b - a) ^ bits.RotateLeft32(a, by[1])
		a += c
		c = (c - b) ^ bits.RotateLeft32(b, by[2])
		b += a
	}
	return a, b, c
}

// final is lookup3's last step.
func final(a, b, c uint32) uint32 {
	c = (c ^ b) - bits.RotateLeft32(b, 14)
	a = (a ^ c) - bits.RotateLeft32(c, 11)
	b = (b ^ a) - bits.RotateLeft32(a, 25)
	c = (c ^ b) - bits.RotateLeft32(b, 16)
	a = (a ^ c) - bits.RotateLeft32(c, 4)
	b = (b ^ a) - bits.RotateLeft32(a, 14)
	return (c ^ b) - bits.RotateLeft32(b, 24)
}
