// Package peers has the filters of other people's Go libraries as variants, each
// looking like a stranger's: one file a library, which says how the library sizes
// a filter, what it promises and what its structure should give in theory.
//
// It is a module of its own, so that users of ours pay for none of the libraries.
// The command cmd/peers is runexp with our variants and these:
//
//	go run ./cmd/peers probe --variant peer-holiman -n 1e6 --fpr 0.01
//	go run ./cmd/peers audit --out results
//
// Sizes follow the library's own rule. Asked for a rate, a library that is sized
// by bits per key gets the whole number ceil(1.4427 log2(1/p)); asked for bits per
// key b, one that is sized by a rate gets exp(-b ln^2 2). Bits are those really held: of a
// filter that grows, those of all its stages. Predict is theory's rate for ideal hashing
// in a structure of that shape. Promise is what the library itself says: the rate it was
// given, or what its documentation has. Libraries that take a 64-bit hash get xxHash64 of
// seed 0.
//
// Panics, hanging and lost keys are left as they are: seeing them is the audit's
// work. Not here, since the module proxy does not serve them: panmari/cuckoofilter,
// linvon/cuckoo-filter and greatroar/blobloom.
package peers
