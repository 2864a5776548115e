// Package xor is the xor filter: a table of fingerprints in which three slots of a key,
// xored, give that key's own fingerprint.
//
//	      first third          second third         third third
//	+----+----+----+----+ +----+----+----+----+ +----+----+----+----+
//	| 5c | 00 | a1 | 3e | | 77 | 1f | 00 | c4 | | 09 | d2 | 88 | 40 |     f = 8 bits a slot
//	+----+----+----+----+ +----+----+----+----+ +----+----+----+----+
//	            |                 |                         |
//	            a1       xor      1f           xor          88    = 36, the key's fingerprint
//
// A query is three memory accesses, side by side, and one comparison. The rate is
// exactly 2^-f for an absent key, whatever the table holds and however many keys are
// in it (from one up): its own fingerprint is independent of its slots, and meets
// their sum by chance alone. No filter is better than another. The price: the table is
// built from the whole set at once; nothing can be added, removed or merged.
//
// Cost: 3 floor((32 + ceil(1.23 n)) / 3) slots of f bits: 9.84 f/8 bits a key for large n,
// much more for few (33 slots for two keys). A Bloom filter of the rate 2^-8 takes 11.5
// bits a key, the bound of information theory is 8. Sets larger than the capacity get a
// table of their own size; f stays what it is for the capacity.
//
// Building solves n equations by peeling. Every key is written into its three slots as
// an edge of a graph. A slot with one key is that key's own: whatever the other two
// hold, this one can make the equation true. So the key is set aside, taken out of the other two
// slots, which may leave one of those with one key, and so on. With fewer than 0.818
// keys a slot (theory.PeelThreshold) this nearly always takes the last key out. Then, from the
// last set aside to the first, each key's own slot gets its value. If it stops before, other
// positions are tried, from another seed: at most 100 times. Duplicates never peel,
// and so cost two tries: the set is then sorted and they are removed.
//
// Different from the paper (Graf and Lemire, "Xor Filters: Faster and Smaller Than Bloom
// and Cuckoo Filters", JEA 2020):
//
//   - Positions and fingerprint come from both words of the digest, each times an odd number
//     that depends on the seed of the try. The halves of the first product and the high
//     half of the second give the positions, the low bits of the second the fingerprint.
//     They share no bit, so that for a random digest the rate is 2^-f exactly, where three
//     positions and fingerprint out of one 64-bit word overlap for large tables.
//   - While peeling, a slot is one 8-byte word (see graph): besides the number of its keys
//     it sums not keys but where their other slots are, which is all that leads from a
//     slot with one key on. The fingerprints are summed in the table itself, where
//     each is left in its key's own slot: so what is kept of a key set aside is the number
//     of that slot, and its word. There are no queues a third, but one stack, looked at in batches: first
//     all slots that a batch leads to are touched, so that the cache misses overlap. No
//     branch depends on whether a slot has one key.
//   - An empty filter contains nothing, by a target that no sum of fingerprints reaches.
//   - Parameter f: 8 or 16 bits.
//
// Further: Botelho, Pagh and Ziviani, "Simple and Space-Efficient Minimal Perfect Hash
// Functions", WADS 2007, which peels the same graphs; Dietzfelbinger and Pagh, "Succinct
// Data Structures for Retrieval and Approximate Membership", ICALP 2008.
package xor
