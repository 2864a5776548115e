package raw

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/binary"
	"hash/fnv"

	"github.com/dchest/siphash"
	"github.com/dgryski/go-farm"
	"github.com/minio/highwayhash"
	"github.com/twmb/murmur3"
	"github.com/zeebo/xxh3"
)

// Functions returns all published functions we have, in a fixed order, in a
// fresh slice.
func Functions() []Function {
	var all []Function
	all = append(all, xxhFunctions()...)
	all = append(all, murmurFunctions()...)
	all = append(all, farmFunctions()...)
	all = append(all, keyedFunctions()...)
	all = append(all, storeFunctions()...)
	return append(all, oldFunctions()...)
}

const (
	one32 = "one 32-bit number"
	one64 = "one 64-bit number"
	hiLo  = "the high 64 bits, then the low 64 bits"
)

func xxhFunctions() []Function {
	return []Function{
		seeded("xxh32", one32, 32, func(b []byte, s uint64) []byte { return be32(XXH32(b, uint32(s))) }),
		seeded("xxh64", one64, 64, func(b []byte, s uint64) []byte { return be64(XXH64(b, s)) }),
		seeded("xxh3_64", one64, 64, func(b []byte, s uint64) []byte { return be64(xxh3.HashSeed(b, s)) }),
		seeded("xxh3_128", hiLo, 64, func(b []byte, s uint64) []byte {
			h := xxh3.Hash128Seed(b, s)
			return be64(h.Hi, h.Lo)
		}),
	}
}

func murmurFunctions() []Function {
	return []Function{
		seeded("murmur2_32", one32, 32, func(b []byte, s uint64) []byte { return be32(Murmur2(b, uint32(s))) }),
		seeded("murmur2_64a", one64, 64, func(b []byte, s uint64) []byte { return be64(Murmur2A64(b, s)) }),
		seeded("murmur3_x86_32", one32, 32, func(b []byte, s uint64) []byte {
			return be32(murmur3.SeedSum32(uint32(s), b))
		}),
		seeded("murmur3_x86_128", "h1, h2, h3, h4 of 32 bits", 32, func(b []byte, s uint64) []byte {
			h := Murmur3X86(b, uint32(s))
			return be32(h[:]...)
		}),
		seeded("murmur3_x64_128", "h1, h2 of 64 bits", 32, func(b []byte, s uint64) []byte {
			return be64(murmur3.SeedSum128(s, s, b))
		}),
	}
}

func farmFunctions() []Function {
	return []Function{
		seeded("farm_fingerprint32", one32, 0, func(b []byte, _ uint64) []byte { return be32(farm.Fingerprint32(b)) }),
		seeded("farm_fingerprint64", one64, 0, func(b []byte, _ uint64) []byte { return be64(farm.Fingerprint64(b)) }),
		seeded("farm_fingerprint128", hiLo, 0, func(b []byte, _ uint64) []byte {
			lo, hi := farm.Fingerprint128(b)
			return be64(hi, lo)
		}),
	}
}

// keyedFunctions: key words are stored little-endian in the key's bytes.
func keyedFunctions() []Function {
	const highwayKey, sipKey = 32, 16
	sipWords := func(key []byte) (uint64, uint64) {
		return binary.LittleEndian.Uint64(key), binary.LittleEndian.Uint64(key[8:])
	}
	return []Function{
		keyed("highwayhash64", one64, highwayKey, func(b, key []byte) []byte { return be64(highwayhash.Sum64(b, key)) }),
		keyed("highwayhash128", "words 0, 1 of 64 bits", highwayKey, func(b, key []byte) []byte {
			h := highwayhash.Sum128(b, key)
			return swapped(h[:])
		}),
		keyed("highwayhash256", "words 0, 1, 2, 3 of 64 bits", highwayKey, func(b, key []byte) []byte {
			h := highwayhash.Sum(b, key)
			return swapped(h[:])
		}),
		keyed("siphash24_64", one64, sipKey, func(b, key []byte) []byte {
			k0, k1 := sipWords(key)
			return be64(siphash.Hash(k0, k1, b))
		}),
		keyed("siphash24_128", "words 0, 1 of 64 bits", sipKey, func(b, key []byte) []byte {
			k0, k1 := sipWords(key)
			return be64(siphash.Hash128(k0, k1, b))
		}),
	}
}

// storeFunctions are the hashes of key-value stores' Bloom filters.
func storeFunctions() []Function {
	return []Function{
		seeded("leveldb_hash", one32, 32, func(b []byte, s uint64) []byte { return be32(LevelDBHash(b, uint32(s))) }),
		seeded("rocksdb_hash32", one32, 32, func(b []byte, s uint64) []byte { return be32(RocksDBHash(b, uint32(s))) }),
		seeded("rocksdb_xxph3_64", one64, 0, func(b []byte, _ uint64) []byte { return be64(XXPH3(b)) }),
	}
}

// oldFunctions come from the standard library: the FNV family and SHA.
func oldFunctions() []Function {
	digest := "the usual big-endian digest"
	return []Function{
		seeded("fnv1_64", one64, 0, func(b []byte, _ uint64) []byte { h := fnv.New64(); h.Write(b); return h.Sum(nil) }),
		seeded("fnv1a_32", one32, 0, func(b []byte, _ uint64) []byte { h := fnv.New32a(); h.Write(b); return h.Sum(nil) }),
		seeded("fnv1a_64", one64, 0, func(b []byte, _ uint64) []byte { h := fnv.New64a(); h.Write(b); return h.Sum(nil) }),
		seeded("fnv1a_128", "one 128-bit number", 0, func(b []byte, _ uint64) []byte {
			h := fnv.New128a()
			h.Write(b)
			return h.Sum(nil)
		}),
		seeded("sha1", digest, 0, func(b []byte, _ uint64) []byte { h := sha1.Sum(b); return h[:] }),
		seeded("sha256", digest, 0, func(b []byte, _ uint64) []byte { h := sha256.Sum256(b); return h[:] }),
	}
}

// be32 and be64 write numbers with the most significant digit first.
func be32(words ...uint32) []byte {
	var out []byte
	for _, w := range words {
		out = binary.BigEndian.AppendUint32(out, w)
	}
	return out
}

func be64(words ...uint64) []byte {
	var out []byte
	for _, w := range words {
		out = binary.BigEndian.AppendUint64(out, w)
	}
	return out
}

// swapped turns little-endian 64-bit words into big-endian ones.
func swapped(b []byte) []byte {
	var out []byte
	for ; len(b) >= 8; b = b[8:] {
		out = binary.BigEndian.AppendUint64(out, binary.LittleEndian.Uint64(b))
	}
	return out
}
