// Package splitblock is the split-block Bloom filter: blocks of 256 bits, half a
// cache line, which are eight words of 32 bits. A key sets one bit in each word of
// its block.
//
//	key -> block 3 of B
//	            |
//	  block 0   1   2   3                                  B-1
//	  +-------+---+---+------------------------------+-----+
//	  |       |   |   | 0010..|0100..| ... 8 words   | ... |
//	  +-------+---+---+------------------------------+-----+
//	                      ^      ^           one bit a word, k = 8
//
// The words are the lanes of one vector register: a query is a multiplication, a
// shift, a fetch and a test of all eight lanes at once, without a loop or a branch.
// That makes it the fastest filter here, and the one that databases use: Impala
// and Kudu first, then Parquet, Arrow and others. What it costs is accuracy and
// freedom: at 10.5 bits a key 1.01% where blocked needs some 9.9 bits, and
// k is 8 whatever the rate. Below about 6 and above some 20 bits a key other
// filters waste less. Keys cannot be removed; the filter cannot grow; filters of one
// shape merge by OR.
//
// Block and bits come from the two ends of a digest's word 0, as in the real systems:
//
//	block      = high half of word0 * B         a 64-bit multiplication: any B, no bias
//	bit of i   = top 5 bits of (low 32 bits of word0) * salt[i]  mod 2^32
//
// The salts are eight odd constants, those of the Parquet format; for B a power of
// two the table is Parquet's bit for bit. Parquet itself chooses blocks with 32 bits.
// The block leaves 64 - log2 B bits of the word free, at least the low 32 for every
// table up to 2^40 bits, so block and bits are independent. No other word is
// asked for: filters of independent, sliced and triple schemes do not make one, and
// the probing of the scheme means nothing here.
//
// The rate is the mean over block loads (theory.SplitBlocked):
//
//	FPR = sum_l P(L = l) (1 - (31/32)^l)^8,  L ~ Bin(n, 1/B)
//
// exact for lanes that are independent. Multiplied from 32 bits they nearly are; what
// is certain is that two keys of one block with equal low 32 bits agree in all
// lanes, which happens 2^-32 of the time instead of 2^-40. (With these salts no two
// different values agree in all lanes for any reason but chance inside a lane: no
// nonzero difference moves all eight products by less than 2^27.) Predict adds
// that term, n/B times 2^-32. It matters below rates of 1e-7 and is then declared
// as an error of the model. For such rates take a filter with more hash.
//
// # In vectors
//
//	x    = word 0, low half, in all lanes        bits = 1 << (x * salt >> 27)
//	Contains: bits AND NOT block is zero         Add: block OR= bits
//
// For amd64 with AVX2 this is assembly, chosen when the filter is made. What costs
// most beyond the caches is waiting for memory, so a whole batch goes into one call,
// which computes blocks 64 keys ahead and asks for their lines with a prefetch, for which
// Go has no word. Answers become bits of the hit mask by a carry, without a
// branch. Everywhere else, and under the build tag purego, portable Go sets the
// same bits and gives the same answers.
//
// Further: Putze, Sanders and Singler, "Cache-, Hash- and Space-Efficient Bloom
// Filters", WEA 2007; Lang, Neumann, Kemper and Boncz, "Performance-Optimal
// Filtering", VLDB 2019 (register-blocked and sectorised filters); Dietzfelbinger et
// al., "A reliable randomized algorithm for the closest-pair problem", J. Algorithms
// 1997 (the multiply-shift hash).
package splitblock
