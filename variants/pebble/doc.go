// Package pebble is the table filter of Pebble (v1.1.5, v2.1.7), bit for bit: the
// legacy full filter of RocksDB, whose bytes it shares.
//
// A key sets its k bits in one cache line of 512 bits, by double hashing from one
// hash of 32 bits (package variants/internal/lines has the rule). Bits per key are
// whole; k = bits per key * 0.69, cut to a whole number, 1 to 30; the number of lines is
// odd. A rate (--fpr) takes the least whole number of bits per key at which theory
// has at most that rate.
//
// What it costs against the textbook, at 10 bits per key: k is 6, not 7; blocks are
// unevenly loaded; and double hashing inside 512 bits, with any step, meets itself. The
// three together make 1.16% of what could be 0.82%. Two keys of equal hash are one: the
// rate is at least n/2^32.
package pebble
