package cassandra

import (
	"encoding/binary"
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
)

const (
	c1 = 0x87c37b91114253d5
	c2 = 0x4cf5ad432745937f
)

func function() *hashes.Function {
	return &hashes.Function{
		Name: "murmur3_cassandra", Doc: "MurmurHash3 x64 of 128 bits with signed tail bytes, seed 0: A = h1, B = h2",
		Paper: "Apache Cassandra, org.apache.cassandra.utils.MurmurHash.hash3_x64_128", Width: 128, Unseeded: true,
		Sum64:  func(key []byte, _ uint64) uint64 { h1, _ := Hash(key, 0); return h1 },
		Sum128: func(key []byte, _ uint64) (h1, h2 uint64) { return Hash(key, 0) },
	}
}

// Hash is Cassandra's hash3_x64_128 of key: h1 and h2.
func Hash(key []byte, seed uint64) (h1, h2 uint64) {
	h1, h2 = seed, seed
	n := uint64(len(key))
	for ; len(key) >= 16; key = key[16:] {
		h1 ^= mixA(binary.LittleEndian.Uint64(key))
		h1 = (bits.RotateLeft64(h1, 27)+h2)*5 + 0x52dce729
		h2 ^= mixB(binary.LittleEndian.Uint64(key[8:]))
		h2 = (bits.RotateLeft64(h2, 31)+h1)*5 + 0x38495ab5
	}
	if len(key) > 8 {
		h2 ^= mixB(signedTail(key[8:]))
		key = key[:8]
	}
	if len(key) > 0 {
		h1 ^= mixA(signedTail(key))
	}
	h1, h2 = h1^n, h2^n
	h1 += h2
	h2 += h1
	h1, h2 = finish(h1), finish(h2)
	h1 += h2
	h2 += h1
	return h1, h2
}

func mixA(k uint64) uint64 { return bits.RotateLeft64(k*c1, 31) * c2 }
func mixB(k uint64) uint64 { return bits.RotateLeft64(k*c2, 33) * c1 }

// signedTail joins up to 8 bytes, each extended by its sign.
func signedTail(tail []byte) (k uint64) {
	for i, b := range tail {
		k ^= uint64(int8(b)) << (8 * i)
	}
	return k
}

func finish(x uint64) uint64 {
	x = (x ^ x>>33) * 0xff51afd7ed558ccd
	x = (x ^ x>>33) * 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}
