// Package raw holds the hash functions exactly as their authors published
// them: bytes, and where the function has one a seed or a key, to a digest.
//
// It serves three ends. The functions of package hashes are built on these and
// therefore inherit their checks; `runexp hash` prints these, so that anyone can
// compare with another language; and the filters of production systems (LevelDB,
// RocksDB, Cassandra and others) hash with them. Nothing here is a scheme: a
// scheme is a function with a rule for seeds, words and positions, see package
// hashes.
//
// Names are exact, since short ones are not: XXH64, XXH3 of 64 bits and XXH3 of
// 128 bits are three functions that share nothing but a name, and LevelDB's hash
// differs from RocksDB's in how it reads a tail byte above 0x7f. Where a good Go
// module exists we call it (zeebo/xxh3, twmb/murmur3, minio/highwayhash,
// dchest/siphash, dgryski/go-farm, the standard library); the rest is written
// here from the definitions:
//
//	XXH32, XXH64      Collet, xxHash specification 0.8 (one-shot, any seed, no state)
//	MurmurHash2       Appleby, SMHasher: 32 bits and 64A
//	MurmurHash3       Appleby, SMHasher: x86 of 128 bits
//	LevelDBHash       LevelDB util/hash.cc: unsigned tail bytes
//	RocksDBHash       RocksDB util/hash.cc, also Pebble's: signed tail bytes
//	XXPH3             RocksDB util/xxph3.h: a preview of XXH3, frozen on disk
//
// All are pure, allocate nothing, and give the same value on every processor:
// integers are read little-endian byte by byte order, never by the machine's.
// Each is held to the vectors of its reference implementation in
// testdata/hashes.json.
package raw
