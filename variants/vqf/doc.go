// Package vqf is the vector quotient filter: many tiny quotient filters of one cache
// line each, and two of them for every key to choose from.
//
// A block is 64 bytes: room for 48 fingerprints, each one of 80 buckets with a
// remainder of 8 bits.
//
//	bits 0..127   a one for each fingerprint, a zero after each bucket's:
//	              0 1 1 0 0 1 0 ...  none of bucket 0, two of 1, none of 2, one of 3, ...
//	bytes 16..63  the remainders, 8 bits each, in the same order
//
// So remainders of bucket i lie between the zero number i-1 and the zero number i: a
// select, and one comparison of eight bytes (the paper compares all 48 in one vector,
// hence the name). Inserting moves what is behind by one, within the line.
//
// One block a key would overflow at small loads. With two to choose from, and the one
// with more room taken, blocks differ by a few keys only, whatever their number
// (log log of it), and all can be filled to 0.92. Unlike a cuckoo filter it never moves
// a key from one block to the other: an Add takes two cache lines at any load, and its
// time does not depend on how full the table is.
//
// Cost: 512/48 = 10.67 bits a slot, 11.6 bits a key at load 0.92; two cache lines a
// query. It can remove. ErrFull comes when both blocks of a key are full; nothing has
// changed then. Up to 96 copies of one key find room. Removing a key that was never
// added, a false positive, removes another key's fingerprint.
//
// The rate is exact (theory.TwoChoice): the other block is computed from block and
// fingerprint, s(fingerprint) - block mod B, as in a cuckoo filter, so that keys with
// one fingerprint and one block in common have both. A query is a false positive when a
// key has its fingerprint, one of F = 80*256 = 20480, and its pair of blocks,
//
//	FPR = (1-1/B)(1-(1-2/(FB))^n) + (1/B)(1-(1-1/(FB))^n),
//
// about 1-exp(-96 load/F): 0.43% at load 0.92, less below; the remainders' 8 bits are
// fixed, and a smaller rate is bought with blocks. That is also what makes Remove
// right: fingerprints that could be taken for each other are equal in everything.
//
// How it is fast. Both blocks are looked at without a branch on what is in them, the
// lines of a batch's next 32 keys while this one's are worked on. On amd64 with AVX-512
// (VBMI2) and BMI2, found out at run time, batches and single keys go through assembly, in which
// selecting, comparing 48 remainders and making room for one are an instruction or two
// each. Portable code, which the build tag purego leaves alone, selects by multiplying
// (package rank), and takes about twice as long for the same answers and tables.
//
// Different from the paper (Pandey, Conway, Durie, Bender, Farach-Colton, Johnson,
// "Vector Quotient Filters: Overcoming the Time/Space Trade-Off in Filter Design",
// SIGMOD 2021):
//
//   - The number of blocks is any odd one, not a power of two. Odd, since then every
//     fingerprint has exactly one block that is its own partner.
//   - Both blocks are always looked at when adding, where the paper takes the first one
//     while that is less than three quarters full.
//   - Only blocks of 8-bit remainders, not the paper's second kind with 16.
package vqf
