// Package prefix is the prefix filter: small bins that keep their smallest
// fingerprints and send what overflows to a second filter, the spare.
//
// A key has a bin and a fingerprint, one of 25 quotients with a remainder of 8 bits. A
// bin has room for 25 fingerprints, kept sorted, in 32 bytes, so that a cache line has
// two:
//
//	bits 0..49    a one for each fingerprint, a zero after each quotient's:
//	              1 1 0 0 1 0 ...  two of quotient 0, none of 1, one of 2, ...
//	bit 55        the bin has overflowed
//	bytes 7..31   the remainders, 8 bits each, in the same order
//
// A key for a full bin pushes the bin's largest fingerprint out, or is the largest
// itself; that one goes to the spare. So a bin holds a prefix of the sorted list of all
// its fingerprints, hence the name, and a query knows from the bin alone where to look:
// in the bin if its fingerprint is at most the largest there, or if the bin never
// overflowed; else in the spare, and only there. A query touches one cache line, but
// for one in seventeen (at load 0.95) that asks the spare. An insertion moves at most
// one fingerprint, and none moves twice: a cuckoo table's chains of evictions happen in
// the small spare only.
//
// Cost: 256/25 bits for each of 25 slots, load 0.95, and some 6% of the keys in the
// spare at 11 bits and more: 11.6 bits a key in all. The rate is that of 8-bit
// remainders and cannot be chosen, except by more bins. Keys cannot be removed: which of
// equal fingerprints was pushed out is not known. A key that is in already takes no
// further room. ErrFull comes when the spare has as many as it was
// made for, or no room; then nothing has changed.
//
// The rate (theory.PrefixBins): what a key is to the filter is the pair of bin and
// fingerprint, of which there are 6400 B; the spare is asked for the pair, not for the
// key. So a query is a false positive if its pair is that of a key, wherever that is
// stored, or if it is sent to the spare and the spare is wrong:
//
//	FPR = h + (1-h) s e,  h = 1-(1-1/(6400 B))^n
//
// s the share of queries sent to the spare and e the spare's own rate. E[(L-25)^+] B of
// the keys are in the spare, L a bin's number of keys (theory.PrefixSpare).
//
// How it is fast. A remainder is compared with all 25 at once, eight in a word; nine in
// ten absent keys match none and never look at the quotients. Which fingerprints belong
// to a quotient is found by one select. Batches work without branches on the data up
// to there. On amd64 with AVX-512 (VBMI2) and BMI2, found out at run time, batches and
// single keys go through assembly, in which selecting, comparing and making room are an instruction or
// two each: a half to a third of the portable code's time, with the same bins. Only keys
// that have to do with the spare come back from there one by one.
//
// Different from the paper (Even, Even, Morrison, "Prefix Filter: Practically and
// Theoretically Better Than Bloom", VLDB 2022):
//
//   - Remainders of one quotient are sorted as well, so that the largest fingerprint is
//     always the last one, where the paper looks for it when it is needed.
//   - The number of bins is any: floor(A B/2^64) of the first word A.
//   - The spare is any variant of ours without probes: the cuckoo filter, or the
//     quotient filter. It has five standard deviations of room more than it is
//     expected to need.
package prefix
