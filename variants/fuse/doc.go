// Package fuse is the binary fuse filter: an xor filter whose slots of a key lie close
// together, in neighbouring segments of the table.
//
//	 segment 0   segment 1   segment 2   segment 3   segment 4   segment 5
//	+-----------+-----------+-----------+-----------+-----------+-----------+
//	|           |     a1    | 1f        |       88  |           |           |     f = 8 bits a slot
//	+-----------+-----------+-----------+-----------+-----------+-----------+
//	                  |       |                 |
//	                  a1 xor  1f      xor       88    = 36, the key's fingerprint
//
// A query is three memory accesses (parameter arity: four), side by side, and one
// comparison. The rate is exactly 2^-f for an absent key, whatever the table holds and
// however many keys are in it (from one up): its own fingerprint is independent of
// its slots, and meets their sum by chance alone. No filter is better than another. As for
// every static filter, the table is built from the whole set at once; nothing can be
// added, removed or merged.
//
// Cost, for a million keys and more: 1.125 f bits a key with three slots, 1.075 f with
// four, where the xor filter takes 1.23 f and the bound of information theory is f. Fewer
// keys cost more (theory.FuseSlots): 1.28 f at ten thousand, 1.41 f at a thousand, 4.8 f at
// ten. The bits of a shape are those of the whole segments that are allocated.
//
// # Why segments
//
// Building solves n equations by peeling, as package xor explains: a slot with one
// key is that key's own; the key is set aside and taken out of its other slots, and so on.
// Where the slots of a key are anywhere, that ends well up to 0.818 keys a slot, and
// every step is a cache miss. Here a key's slots are in three segments side by side,
// the first chosen at random. The segments at either end have fewer keys than the
// others: those peel first, then their neighbours have fewer, and so on like a
// burning fuse, up to 0.918 keys a slot, the threshold at which there is room at
// all. And a fuse burns in one place at a time, in the cache. The segments must be short
// for the fuse to burn and long for chance to even out: the length is a formula found by
// trials (theory.FuseSegment). Just above a step of the length it fits badly: at 11,521
// keys one try in a hundred succeeds. Every second try therefore halves the segments, in the
// same table. Of 3 to 400,000 keys, random sets took 1.0 to 2.0 tries on average. At most
// 100 are made.
//
// Duplicates never peel, and so cost two tries: the set is then sorted and they are removed.
//
// # Different from the paper
//
// Graf and Lemire, "Binary Fuse Filters: Fast and Smaller Than Xor Filters", JEA 2022, and
// the authors' programs:
//
//   - Positions and fingerprint come from both words of the digest, each times an odd number
//     that depends on the seed of the try: x and y. The first slot takes the high half of
//     x, the offsets the low half of x and the upper half of y, the fingerprint the lower half
//     of y, up to 32 bits. So no bit of the fingerprint has a part in a position, and for a
//     random digest the rate is 2^-f exactly; where all come out of one 64-bit word, they
//     overlap.
//   - While building, a slot is one 8-byte word (see graph): besides the number of its keys
//     it sums not keys but how the offsets of their slots differ, which is all that
//     leads from a slot with one key to that key's others. The fingerprints are
//     summed in the table itself, where each is left in its key's own slot: so what is
//     kept of a key set aside is the number of that slot.
//   - Slots are looked at in batches, so that cache misses overlap, and without a branch on
//     whether a slot still has its key.
//   - Segments have at least 4 slots. An empty filter contains nothing, by a target that no
//     sum of fingerprints reaches.
//
// Sets larger than the capacity get a table of their own size; f stays what it is for the
// capacity.
//
// Further: Dietzfelbinger and Walzer, "Dense Peelable Random Uniform Hypergraphs", ESA 2019,
// for the threshold; package xor for the older structure.
package fuse
