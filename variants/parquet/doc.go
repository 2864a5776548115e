// Package parquet is the split-block Bloom filter of Apache Parquet, bit for bit.
//
//	H = XXH64 of the value's plain encoding, seed 0 (text and bytes without their
//	    length, numbers as little-endian bytes)
//	block of 256 bits = high half of H * blocks / 2^32
//	in each of its 8 words of 32 bits, one bit: top 5 bits of low half * salt i
//
// k is 8, always, one bit in each word of one half of a cache line, so that eight lanes
// of a vector register answer at once. What it costs: blocks are small and unevenly
// loaded, and no other k can be had. At 10 bits per key the rate is 1.26% where a
// classic filter has 0.82%, at 16 bits 0.13% against 0.046%.
//
// # Three rules of size
//
//	go     parquet-go: whole bits per value (10 by custom), rounded up to blocks.
//	       --bits-per-key; a rate takes the least whole number at which theory has it
//	java   parquet-java: m = -8 n / ln(1 - p^(1/8)) bits; meant to be rounded up to
//	       blocks, but only the bit of value 256 is cleared; then a power of two of bytes
//	arrow  Arrow C++: the same m, to a power of two
//
// blocks=B is that many blocks, whatever size was asked for. The formula of java and
// arrow is that of eight filters, each of m/8 bits, without blocks: the rate it
// promises is too low, but rounding up to a power of two mostly hides that; where m lies
// just below a power of two it does not.
//
// Native bytes: the Thrift header of a file and the bits behind it.
package parquet
