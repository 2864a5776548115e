// Package guava is com.google.common.hash.BloomFilter of Guava 31.1, both
// strategies, bit for bit.
//
// Guava hashes a key once, MurmurHash3 x64 of 128 bits with seed 0, and makes k
// positions of it by double hashing:
//
//	guava-mitz64   (h1 + i*h2, i = 0..k-1) without its top bit, mod M    since Guava 13, the default
//	guava-mitz32   a + i*b, i = 1..k, in 32 bits, a and b the halves of h1; a
//	               negative sum is inverted; mod M                       the first strategy
//
// M is the number of bits rounded up to whole words of 64. Size and k follow from
// n and the rate p by the textbook: bits = -n ln p / (ln 2)^2 cut to a whole number,
// k = round(bits/n ln 2), before the rounding to words. Asked for bits, or bits per
// key, instead, which Guava itself has no way to do, k follows by the same rule.
//
// # Where it differs from the textbook
//
// Double hashing modulo M takes any step, 0 and those that share factors with M
// too. M is a multiple of 64, so many steps do: a small filter is worse than it
// was asked to be (64 bits, 7 keys, k = 6: 3.1% where independent positions have 1.4%),
// and the surplus falls as 1/M.
// MITZ_32 has sums of 31 bits: positions beyond 2^31 are never used, so that a
// filter larger than 256 MiB is as good as one of 256 MiB. There is no seed: who
// knows the function can choose keys that collide.
//
// # What Guava claims
//
// expectedFpp() is (set bits/M)^k. That is the rate of independent positions given
// the fill; it leaves out what double hashing adds. In filters of thousands of bits
// the two cannot be told apart; in those of one word expectedFpp is too low by half.
//
// A position costs a division; nothing here is hidden from it, since M is no
// constant and no power of two.
//
// Native bytes: strategy (0, 1), k, the number of words (32 bits), the words, all
// big-endian.
package guava
