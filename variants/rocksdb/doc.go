// Package rocksdb is the filters of RocksDB 7.8.3, bit for bit: rocksdb is the fast
// local Bloom filter (format version 5 and later, the default), rocksdb-legacy the
// full filter before it (package variants/internal/lines).
//
// # Fast local Bloom
//
//	H = XXPH3 of the key, a frozen preview of XXH3, 64 bits, no seed
//	line of 512 bits = low half of H * lines / 2^32
//	g = high half of H; k times: bit g >> 23 of the line, g *= 0x9e3779b9
//
// A query reads one cache line. Positions in it are the top 9 bits of g times powers of
// an odd constant, which act like independent ones: the rate is the mixture of blocks
// with draws. k follows from the bits per key by a table of thresholds made for that
// mixture (6 at 10 bits per key, 9 at 16), not by ln 2. Bits per key may be fractions,
// in thousandths; below 0.5 RocksDB writes no filter (refused here), above 100 it
// takes 100. Fewer than 64 bytes are not written.
//
// # What RocksDB claims
//
// "10 bits per key yield about 1% false positives" (filter_policy.h): it is 0.96%
// by theory and by measurement, for large filters; a filter of one line, 40 keys,
// has 12.8 bits per key to begin with, since lines are whole. The legacy filter gives 1.16%.
//
// Sizes are those of the keys really added, -n here. A rate (--fpr) takes the
// least multiple of 0.1 (legacy: 1) bits per key at which theory has at most that rate.
//
// Native bytes: the lines, then ff 00 k 00 00 (legacy: k and lines). They are the
// block's contents, without its trailer.
package rocksdb
