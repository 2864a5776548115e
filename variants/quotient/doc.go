// Package quotient is the quotient filter in its rank-and-select form (RSQF):
// one sorted table of short remainders, found again by two bits a slot.
//
// A key has a quotient in [0, Q), the slot where it would like to be, and a
// remainder of r bits, which is what is stored. Keys of one quotient form a run,
// runs stand in the order of their quotients, and a run that does not fit behind
// its own slot is pushed to the right, as in linear probing. Where it went is told
// by two bits and no pointer:
//
//	slot         0   1   2   3   4   5   6   7
//	occupieds    0   1   1   0   0   1   0   0    is there a run of quotient i?
//	runends      0   0   1   1   0   0   1   0    does a run end in slot i?
//	remainders   -   9   c   4   -   3   7   -
//	                 +---+   +       +---+
//	         quotient  1     2         5
//
// The run of quotient i is the j-th, j the number of ones in occupieds up to i
// (rank), and ends at the j-th one of runends (select). Both are bit tricks on one
// word, since every 64 slots are a block that also knows its offset: how many of
// its slots, from the first on, belong to runs of earlier blocks.
//
// Contains looks at one bit of occupieds, mostly that is all for an absent key at
// low load; else it finds the run and compares its remainders, eight bits each at
// once. Add finds the next unused slot and moves what lies between by one slot;
// Remove moves back. Runs are kept sorted, so that the same keys in any order give
// the same table, bit for bit, and two tables merge into that of all keys.
//
// Every Add stores a remainder, also of a key that is in already: the filter is a
// multiset, and a key added t times is gone after t Removes. Thousands of copies of
// one key make one run, and every operation near it linear in its length.
//
// Cost: (r + 2.125)/load bits a key, load up to 0.95, and 192 slots behind the last
// quotient for what is pushed out there. A query reads metadata (2.125 bits a slot)
// and remainders, mostly one cache line each. Adding becomes slower as the table
// fills, since clusters of used slots grow: by 1/(1-load)^2. ErrFull comes at the
// load that the parameter `load` allows, or if a cluster reaches the table's very
// end; then nothing has changed.
//
// The rate is exact (theory.Quotient): a query is a false positive when a stored key
// has its quotient and its remainder,
//
//	FPR = 1-(1-1/(Q 2^r))^n, about load/2^r,
//
// whatever the order, the copies, or what was added and removed before. Removing a
// key that was never added, a false positive, removes another key's remainder.
//
// Different from the paper (Pandey, Bender, Johnson, Patro, "A General-Purpose
// Counting Filter: Making Every Bit Count", SIGMOD 2017):
//
//   - Q is any multiple of 64, not a power of two (round=pow2 gives the paper's
//     table, where one key more may double the memory). The quotient is
//     floor(A Q/2^64) of the first word A: for Q = 2^q its top q bits.
//   - Metadata and remainders are two arrays, not one block of 17+8r bytes. So a run
//     is contiguous across blocks, moving remainders is plain shifting, and a query
//     that ends at occupieds touches the small array only.
//   - Copies are repeated remainders, without the paper's variable-length counters,
//     which save space for very skewed multisets only. The rate is the same.
//   - An offset is a byte as there; where 255 does not suffice, it is counted from
//     the blocks before.
//
// Further: Bender et al., "Don't Thrash: How to Cache Your Hash on Flash", VLDB 2012
// (three bits a slot, load up to 0.75).
package quotient
