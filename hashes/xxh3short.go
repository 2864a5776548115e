package hashes

import "math/bits"

// Words of XXH3's secret, named by their byte offset, and its primes.
const (
	xxh3Secret16 = 0xdb979083e96dd4de
	xxh3Secret24 = 0x1f67b3b7a4a44072
	xxh3Secret32 = 0x78e5c0cc4ee679cb
	xxh3Secret40 = 0x2172ffcc7dd05a82
	xxh3Secret48 = 0x8e2443f7744608b8
	xxh3Secret56 = 0x4c263a81e69035e0

	xxh3Prime1  = 0x9e3779b185ebca87
	xxh3Prime2  = 0xc2b2ae3d27d4eb4f
	xxh3Prime32 = 0x85ebca77 // the second 32-bit prime
	xxh3PrimeMX = 0x165667919e3779f9
	xxh3PrimeRR = 0x9fb21c651e98df25
)

// xxh3Flip8 is what a key of 4 to 8 bytes is xored with under seed.
func xxh3Flip8(seed uint64) uint64 {
	seed ^= uint64(bits.ReverseBytes32(uint32(seed))) << 32
	return (xxh3Secret16 ^ xxh3Secret24) + seed
}

// xxh3Of8 is xxh3_128 of the 8-byte key x (read little-endian): the
// specification's case of 4 to 8 bytes. The key enters by one multiplication to
// 128 bits, whose halves are then mixed apart.
func xxh3Of8(x, flip uint64) (lo, hi uint64) {
	hi, lo = bits.Mul64(x^flip, xxh3Prime1+8<<2)
	hi += lo << 1
	lo ^= hi >> 3
	lo = (lo ^ lo>>35) * xxh3PrimeRR
	return lo ^ lo>>28, xxh3Avalanche(hi)
}

// xxh3Flip16 is what keys of 9 to 16 bytes are xored with under a seed.
type xxh3Flip16 struct{ low, high uint64 }

func newXXH3Flip16(seed uint64) xxh3Flip16 {
	return xxh3Flip16{low: (xxh3Secret32 ^ xxh3Secret40) - seed, high: (xxh3Secret48 ^ xxh3Secret56) + seed}
}

// sum is xxh3_128 of the 16-byte key x, y: the case of 9 to 16 bytes.
func (f xxh3Flip16) sum(x, y uint64) (lo, hi uint64) {
	hi, lo = bits.Mul64(x^y^f.low, xxh3Prime1)
	lo += 15 << 54
	y ^= f.high
	hi += y + uint64(uint32(y))*(xxh3Prime32-1)
	lo ^= bits.ReverseBytes64(hi)
	high := hi * xxh3Prime2
	hi, lo = bits.Mul64(lo, xxh3Prime2)
	return xxh3Avalanche(lo), xxh3Avalanche(hi + high)
}

func xxh3Avalanche(x uint64) uint64 {
	x = (x ^ x>>37) * xxh3PrimeMX
	return x ^ x>>32
}
