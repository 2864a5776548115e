// Package gcs is the Golomb-coded set: every key is one number below N = n/p, and the
// numbers are stored, sorted, as the gaps between them, in as few bits as gaps take.
//
//	numbers     3      11   12     29      37       N = 8 n
//	gaps        3       7    0     16       7       empty places between
//	gap / 4     1      01    1  00001      01       rice = 2: the quotient in unary, ended by a one,
//	gap mod 4  11      11   00     00      11       and the remainder in two bits
//
// An absent key is found if its own number is one of those held, so the rate is
// exactly 1-(1-1/N)^n, a little under p. Gaps between random numbers are geometric, and
// for those a Golomb code is the best there is: log2(1/p) + 1.54 bits a key, where the
// bound of information theory for a set of numbers is log2(1/p) + 1.44 and for filters
// log2(1/p). A Bloom filter takes 1.44 log2(1/p): from p = 1/16 on more than this.
//
// A gap can only be read after those before it. So the numbers are cut into buckets of about
// step keys, and an index says where each bucket begins. A query reads two entries of the
// index and then half a bucket, gap by gap: the price of the space is time, in proportion to
// step. The index takes log2(bits)/step bits a key, 0.38 for a million keys at step = 64.
//
//	+-- index -------------------+-- codes -------------------------------+--------+
//	| 0 | 642 | 1255 | ... | end | bucket 0 | bucket 1 | ...               | (room) |
//	+----------------------------+----------------------------------------+--------+
//
// In a bucket the unary parts come from its front and the remainders from its back. That
// costs no bit, and lets a query take number after number from a register of unary parts
// without waiting for the length of the code before. While they are below the number asked
// for, it takes eight at once: with rice up to 7 their remainders are one load, added side by side.
//
// How long the codes become depends on the keys, while a Shape is known before them. The room
// is the exact mean of the length (theory.GolombBits) and six standard deviations, some
// thousandths of a bit a key where keys are many, and never more than the most that any set can
// take, n (rice + 1) + N/2^rice. A set that does not fit, one in a thousand million, is
// tried again with other numbers from another seed: at most 100 times.
//
// Parameters: inverse, the numbers a key, is one over the rate, and any whole number, so that
// any rate can be had, not only powers of two; rice, the bits of a gap that are stored as
// they are; step, keys a bucket. A set larger than the capacity gets a range and a room
// of its own size, with the same inverse.
//
// Different from the literature: the numbers are made from the digest's first word,
// mixed with the filter's seed, so that trying again is possible and a hash function whose words
// are only distinct gives gaps like any other. Equal numbers are stored once. Buckets are
// ranges of numbers, not runs of keys, so that the index needs no search.
//
// Papers: Golomb, "Run-Length Encodings", IEEE Transactions on Information Theory 12,
// 1966; Putze, Sanders and Singler, "Cache-, Hash- and Space-Efficient Bloom Filters",
// WEA 2007, section 6. Bitcoin's compact block filters are such sets (BIP 158).
package gcs
