// Package blocked is the blocked Bloom filter: a row of small classic filters,
// one of which, a cache line, holds all k bits of a key.
//
//	key -> block 3 of B
//	            |
//	  block 0   1   2   3                         B-1
//	  +-------+---+---+---------------------+-----+
//	  |       |   |   | 0 1 0 0 1 .. 1 0 1  | ... |     b = 512 bits a block
//	  +-------+---+---+---------------------+-----+
//	                      ^     ^      ^
//	                      k bits inside the block
//
// A query costs one memory access where a classic filter costs up to k, which
// is several times faster once the table exceeds the caches. The price is
// accuracy: keys spread unevenly over blocks, and a block with more keys than the
// mean is worse than one with fewer is better. At 10 bits a key and b = 512 the
// best rate is 0.97% instead of 0.82%, at 20 bits a key 0.020% instead of 0.0067%;
// smaller blocks cost more. The best k is lower than classic's (6 or 7 at 10 bits
// a key, 9 or 10 at 16), and is chosen here by blocked's own theory. Keys cannot
// be removed; the filter cannot grow; filters of one shape merge by OR.
//
// Block and positions inside come from different bits of the digest:
//
//	block, rest = split of word 0       (fastrange: high and low half of word0 * B)
//	independent, sliced   position 0 = top bits of rest, position i = top bits of word i
//	double                x + i*y, x from rest, y from word 1, made odd
//	enhanced              x, y the same (y as it is), with the cubic term
//	triple                x from rest, y from word 1, z from word 2
//
// all mod b, a power of two, whatever `reduce` is: reduce chooses the block.
// Bits inside a block are few, so the probing matters more than anywhere else: at
// 10 bits a key and k = 7 independent positions give 0.97%, enhanced 0.99%, double
// with an odd step 1.13%. At low rates double hashing has a floor (two keys of a
// block may meet in both x and y): at 20 bits a key its best is 0.100%, five times
// that of independent positions; triple's is 0.027%.
//
// The rate is the mean over block loads (theory.Blocked):
//
//	FPR = sum_l P(L = l) g(l),  L ~ Bin(n, 1/B), g(l) exact for l keys in b bits
//
// Different from the paper (Putze, Sanders and Singler, "Cache-, Hash- and
// Space-Efficient Bloom Filters", WEA 2007): its formula has Poisson loads and the
// textbook (1-e^(-kl/b))^k inside, which is 1 to 5% too low; there is one block
// a key (they also try two), any block size, any number of blocks; positions are
// computed, not looked up in a table of patterns.
//
// Further: Lang, Neumann, Kemper and Boncz, "Performance-Optimal Filtering", VLDB
// 2019; Apple, "Split block Bloom filters", 2021.
package blocked
