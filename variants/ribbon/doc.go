// Package ribbon is the ribbon filter: a table of slots of r bits in which the slots that
// a key's equation names, xored, give that key's own fingerprint.
//
//	slot       0 1 2 3 4 5 6 7 8 9 ...
//	key a        1 0 1 1 0                = f(a)     w coefficients from a random slot on,
//	key b            1 1 0 0 1            = f(b)     the first of them 1; here w = 5, in use 64
//	key c            1 0 0 1 0            = f(c)     or 128
//
// An absent key passes with 2^-r, as in an xor filter (package xor) whose equations have
// three slots anywhere. Here a key's slots lie side by side, as a ribbon: the equations
// of all keys form a band, and a band is solved by Gaussian elimination within it, in
// little time and with next to no slot in vain. So this is the smallest filter with
// quick queries: r(1+e) bits a key, e falling with w. Building and querying cost more
// than with xor: r parities in place of three reads. Nothing can be added or removed.
//
// # Building
//
// Slot by slot holds the equation that begins there. A new one is xored with the one
// in its slot, which removes its first 1, moves to its next 1, and so on, until a slot is
// free (rows are reduced on the fly, in any order). Then, from the last slot to the first,
// each slot takes the value that makes its equation true; slots without one are free.
// Here keys are first sorted roughly by their start, so that the elimination stays in
// the cache, and the values of 64 slots at a time are r words, of which each is
// one column: a query takes, for each column, the words that its w slots lie in, ands
// them with its coefficients and looks at the parity.
//
// # Kinds
//
//   - standard: f is r bits of the key's hash, free slots are 0. The rate is exactly
//     2^-r in every filter. An equation that reduces to 0 = 1 has no solution: another
//     seed is tried. With n(1+e) slots nine of ten seeds work: e is 4.7% for w = 128 and 11%
//     for w = 64 at a million keys, less for fewer, 0.65% (1.2%) more at e times as many.
//   - homogeneous: f is 0 for every key, free slots are random. Always built at the
//     first try. A query whose equation follows from those of the keys passes as well: with
//     e = (4+r/4)/w few do, and they come in stretches. So the rate differs from filter to filter,
//     much for some thousand keys, little for a million. Small filters have w slots more than they need.
//
// The size is that of the capacity, a multiple of 64 slots and at least w+64; larger
// sets get a table of their own size. Parameters: kind, w, r.
//
// # Different from the paper
//
//   - A block of the table is 64 slots for w = 128, too: a query reads three blocks of r
//     words each, one after the other, not four.
//   - The first eight columns are evaluated without a branch; the one after them is nearly
//     always foreseen. On amd64 with AVX-512 (VPOPCNTDQ) and BMI2, found out at run time, a
//     batch goes through assembly: eight columns are a register, and no branch is left.
//   - Start, coefficients and fingerprint come from both words of the digest, each times an
//     odd number that depends on the seed: start from the high bits and fingerprint from the
//     low ones of the first product, coefficients from the second, so that they share nothing.
//   - Beyond r = 8 a homogeneous filter has more slots than advised, which would not do there.
//   - An empty filter contains nothing, by a target that no sum reaches.
//   - All columns are as long as the table: no fractions of r (package rocksdb has them), no bumping.
//
// Dillinger and Walzer, "Ribbon filter: practically smaller than Bloom and Xor", arXiv
// 2103.02515, 2021; Dillinger, Huebschle-Schneider, Sanders and Walzer, "Fast Succinct Retrieval
// and Approximate Membership Using Ribbon", SEA 2022, takes the overhead below 1% by bumping keys.
package ribbon
