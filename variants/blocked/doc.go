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
// # In vectors
//
// Blocks of 512 bits are cache lines, and a line fits one vector register of
// AVX-512 as 16 lanes of 32 bits. So a query needs no loop over positions: lane i
// makes position i, fetches the word of the line it falls into, and looks at its bit.
//
//	lane             0      1      2    ..   k-1   | k .. 15: position 0 again
//	p = x + i*y + c(i)   a multiplication, two additions; c(i) = 0, or (i^3-i)/6
//	                     for enhanced positions
//	word = line[p>>5]    one permutation of the line, indices mod 16 (so: p mod 512)
//	bit  = word >> p&31  one rotation; all 16 bits tested at once
//
// To set bits is the other way round, and several lanes may want one word. But the bits
// of a key are the bits of a key with x = 0 and the same step, turned by x. There
// are 256 odd steps (512 of enhanced positions), so the filter keeps that many
// patterns of one line, and adding a key is: fetch the pattern, turn it by whole
// words (a permutation), shift by the rest (a funnel shift of neighbours), OR.
// Patterns are read only to add; filters below 256 KiB go without.
//
// What costs most beyond the caches is waiting, though. The assembly takes a whole
// batch, runs 64 keys ahead to compute blocks, and asks for their lines with
// a prefetch, which Go has no word for:
//
//	find  key i+64   block, x, y -> scratch; prefetch
//	test  key i      its line is here by now; eight answers are one byte of the hits
//
// Adding runs ahead in the same way, but computes the block again where it adds.
//
// It serves blocks of 512 bits with double or enhanced positions, k up to 16,
// fastrange and mask (mask is fastrange of the word rotated right by log2 B), on
// amd64 processors with AVX-512 (VBMI2 and VNNI: from 2019 or 2022 on), found out
// at run time. Everything else, and everything where the build tag purego is set,
// is portable Go that sets the same bits and gives the same answers. That also
// works in batches: it first reads one word of each block and nothing else, so
// that many reads are under way at once.
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
