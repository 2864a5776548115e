// Package leveldb is LevelDB's built-in filter policy (1.23), bit for bit.
//
// A key is hashed once, to 32 bits, by a small hash of LevelDB's own (a relative of
// MurmurHash). That h is the start, and h rotated right by 17 is the step:
//
//	position i = (h + i*rotr(h, 17) mod 2^32) mod bits,   i = 0..k-1
//	k = bits per key * 0.69, cut to a whole number, 1 to 30
//	bits = n * bits per key, at least 64, rounded up to whole bytes
//
// Everything the filter knows of a key is 32 bits. Two keys of equal h are one, so
// that the rate is at least n/2^32 whatever the size: nothing for the filters that
// LevelDB makes (one for each 2 KiB of a table, so a few dozen keys), 2% at 1e8 keys.
//
// # A step that is not independent of its start
//
// Twice the step is the start with its halves of 16 bits exchanged. Position 2 is therefore a sum
// of two halves written twice: one of 2^18 values, however many bits there are, and not
// equally likely ones. In a large filter position 2 of an absent key mostly falls on a
// bit that is set, and the filter works as if it had one probe less. At 10 bits per key
// (k = 6) the rate is 0.87% for 1000 keys, 0.90% for 10,000, 1.45% for 100,000 where independent
// positions have 0.84%; with k = 3 it is 3.9% instead of 1.7%.
//
// Rotating is multiplying modulo 2^32-1 = 3*5*17*257*65537. Where the number of bits has a factor
// 3, 5 or 17 in common with that, a key's positions fall into few of the classes of
// that factor: 1.45% in 1,000,000 bits is 1.19% in 1,000,003. The formula (theory.Rotated)
// counts both; it is known to 1% and 60 over the number of bits.
//
// k is cut, not rounded: 10 bits per key have k = 6 where 7 is best.
// LevelDB's header says "about 1%" for 10 bits per key: it holds for filters as small as
// those that LevelDB makes, and to a half more for large ones.
//
// Bits per key are whole. Here a rate (--fpr) takes the least whole number of bits
// per key at which theory has at most that rate.
//
// Native bytes: the bits, then one byte k. A reader takes all k above 30 for filters
// of a later day, and answers yes to everything; here they are refused.
package leveldb
