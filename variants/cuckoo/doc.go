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
//     A bucket is compared as one 64-bit word where it fits, all lanes at once.
//   - No semi-sorting of buckets (section 5.2 there), which would save a bit a key.
//
// Further: Eppstein, "Cuckoo Filter: Simplification and Analysis", SWAT 2016.
package cuckoo
