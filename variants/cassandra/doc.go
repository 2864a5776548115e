// Package cassandra is the Bloom filter of Apache Cassandra's sstables, bit for bit:
// variant cassandra writes the bytes of 4.0 and later, cassandra-3 those before.
//
// A partition key is hashed by MurmurHash3 x64/128 with seed 0 as Cassandra has it:
// the last len mod 16 bytes enter as signed numbers, so that a byte from 0x80 on
// flips all higher bits of its word. Text in ASCII hashes as everywhere else.
// Position i is |h2 + i*h1| mod M, a signed sum in 64 bits with the remainder turned
// positive (up to 2.x start and step were exchanged: order=2.x of cassandra-3).
//
// # Sizes
//
// No formula: a table of rates for 1 to 20 whole bits per key and each k, printed
// by Fan, Cao, Almeida and Broder ("Summary Cache", 1998), of which the least row
// with a rate at most the wanted one is taken, and then the least k in it. The
// filter has n*buckets + 20 bits, rounded up to words of 64. -k, and bits in place
// of whole bits per key, are for experiments: Cassandra has no such choice, but reads
// whatever k the file says.
//
// # Where it differs from the textbook and from what is asked
//
// Bits per key are whole, so a filter is up to a bit per key larger than needed, and
// its rate below what was asked for. But from 0.393 on Cassandra takes one bit per
// key and two hashes, whose rate is 0.75. Below 6.71e-5 it refuses.
//
// Sums are signed, so each position stands for two sums, and the steps that visit
// few positions (0, multiples of M/v) are not avoided: small filters are worse than
// the table says. At thousands of keys the difference is gone.
//
// Native bytes: k and the number of words, 32 bits big-endian each; then the table as
// bytes (4.0), or word by word big-endian (before).
package cassandra
