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
// Rotating is multiplying modulo 2^32-1 = 3*5*17*257*65537. So where bits has a factor
// 3, 5 or 17 in common with that, step mod 3 is start mod 3 times a constant, and a
// key's positions fall into few of the classes mod 3: up to wraps at 2^32 all keys of
// a class share them. Simulated with ideal values of h, the rate is then up to 13%
// above that of independent positions (768, 960, 29184 bits, k = 5 and 7).
//
// Large filters are worse: there are only 2^32 pairs of start and step, they lie in
// rows, and keys of near rows share positions. At 10 bits per key and 100,000 keys the
// rate was measured at 1.45%, and LevelDB's own library says yes to 1.39% of the
// absent keys of a vector, where independent positions have 0.84%. No formula for it is known to us; above 32768 bits theory says so (its
// model error is 1), and a size for a rate is then too small.
//
// k is cut, not rounded: 10 bits per key have k = 6 where 7 is best.
// LevelDB's header says "about 1%" for 10 bits per key: it holds for filters as small as
// those that LevelDB makes, not for large ones.
//
// Bits per key are whole. Here a rate (--fpr) takes the least whole number of bits
// per key at which theory has at most that rate.
//
// Native bytes: the bits, then one byte k. A reader takes all k above 30 for filters
// of a later day, and answers yes to everything; here they are refused.
package leveldb
