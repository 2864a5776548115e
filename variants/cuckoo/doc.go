// Package cuckoo is the cuckoo filter: short fingerprints in a hash table that
// gives every key two buckets, so that keys can be removed again.
//
// A key has a bucket i1 and a fingerprint of f bits; its other bucket is
// computed from bucket and fingerprint alone, so that a stored fingerprint can
// be moved without the key:
//
//	              i1                            i2
//	+----+----+----+----+         +----+----+----+----+
//	| 7a |  0 | 31 |  0 |   ...   | 05 | 7a | c2 | 19 |     b = 4 slots, 0 is empty
//	+----+----+----+----+         +----+----+----+----+
//
// Contains looks for the fingerprint in both buckets. Add takes an empty slot
// of either; when both are full it evicts a random fingerprint to that one's
// other bucket, and so on, at most `kicks` times (a random walk). Remove clears
// one slot with the fingerprint.
//
// Cost: f/load bits a key, load up to 0.95 with b = 4; two memory accesses a
// query, of absent and present keys alike; one hash of 128 bits. It can remove,
// not grow, not merge. Adding is the only operation that can fail: ErrFull. Then
// the table is as it was before, and the key is not in. At most 2b copies of one
// key (of one fingerprint and pair of buckets) find room, whatever the load.
//
// The rate is exact (theory.Cuckoo): a query is a false positive when a stored
// key has its fingerprint and its pair of buckets,
//
//	FPR = (1-1/B)(1-(1-2/(FB))^n) + (1/B)(1-(1-1/(FB))^n),  F = 2^f-1,
//
// about 1-exp(-2b load/F). Placement and kicks do not matter. It grows with the
// load, up to the published bound 1-(1-2^-f)^(2b) of a full table.
//
// How it is fast. Without a fault in the cache a query is a few dozen instructions;
// out of it, all that counts is how many memory accesses are under way at once.
//
//   - A bucket is one 64-bit word, compared at once: with the fingerprint repeated in
//     every slot, x = bucket xor fingerprints has a zero slot where it is found, and
//     (x - 0101..) and not x has the highest bit of the lowest zero slot set, of no
//     slot if there is none (Mycroft 1987). Words lie inside a cache line where b f
//     is a power of two.
//   - Both buckets are loaded whatever is in the first, without a branch between.
//     Adding chooses between them by masks.
//   - A batch is worked on by chunks of 32 keys: buckets and fingerprints of the next
//     chunk are computed and their lines prefetched, then this chunk is compared (or
//     added, in order, one by one: the table is that of single Adds). On amd64 with
//     AVX-512 both are assembly, eight keys an instruction, chosen at run time; the
//     build tag purego leaves it out. Everywhere else, and for the reductions mod and
//     mask, the same steps are portable code with the same results.
//   - Tables of 4 MiB and more ask for huge pages.
//   - Evictions stay a chain of dependent accesses. Out of the caches they are most of
//     what filling a table to load 0.95 costs.
//
// Different from the paper (Fan, Andersen, Kaminsky and Mitzenmacher, "Cuckoo
// Filter: Practically Better Than Bloom", CoNEXT 2014):
//
//   - The number of buckets B is any, not a power of two. Instead of i1 xor h(fp)
//     the other bucket is s(fp) - i1 mod B, which is its own inverse for every B.
//   - Bucket and fingerprint come from different words of the digest, and the
//     fingerprint is 1 + floor(h (2^f-1) / 2^64): never zero and uniform, where
//     mapping 0 to 1 would double one value's weight.
//   - A failed Add undoes its evictions. (The paper's code keeps a victim aside;
//     several libraries lose an accepted key instead.)
//   - Slots are packed: f bits each, no rounding to bytes, for any f from 4 to 32.
//   - No semi-sorting of buckets (section 5.2 there), which would save a bit a key.
//
// Further: Eppstein, "Cuckoo Filter: Simplification and Analysis", SWAT 2016.
package cuckoo
