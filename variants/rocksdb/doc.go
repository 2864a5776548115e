// Package rocksdb is the filters of RocksDB 7.8.3, bit for bit: rocksdb is the fast
// local Bloom filter (format version 5 and later, the default), rocksdb-legacy the
// full filter before it (package variants/internal/lines); rocksdb-ribbon the filter
// of the ribbon policy.
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
// # Ribbon
//
//	row of a key   128 coefficients over slots start .. start+127, and 32 result bits
//	filter         the c columns of slots for which every key's row gives its result
//	query          parity(row AND column j of its slots) = bit j of the result, j = 0..c-1
//
// rocksdb-ribbon is the filter of RocksDB's ribbon policy: a system of equations in place
// of bits to set, solved by elimination once the set is complete. An absent key passes
// with 2^-c. "Bits per key" are those of the fast local filter with the same rate:
// 10 of them take about 7.1. So that any rate is met, the first blocks of 128 slots have a
// column less than the others. Slots are 2 to 7% more than keys. The policy writes the
// fast local filter, and so does this one, should no seed of 256 work, or should that be smaller and
// slots fewer than 1024: at 10 bits per key it is up to about 100 keys.
//
// The seed to begin with, and where in a block the number of columns is rounded, depend on the
// hash of the smallest key. So the scheme gives this filter the keys themselves, in any
// order, and the first question after an addition, or Finish, solves for all keys added.
// Each costs 8 bytes besides the table, as long as the filter lives.
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
// Native bytes: the lines, then ff 00 k 00 00 (legacy: k and lines; ribbon: the columns
// of each block, 16 bytes each, then fe, seed and blocks). They are the block's contents,
// without its trailer.
package rocksdb
