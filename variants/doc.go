// Package variants is the contract of a filter: what every approximate
// membership structure here is, can do and costs.
//
// A variant is a folder that exports one value, Variant: a name, the paper, a
// function from configuration to Shape that allocates nothing, one that makes a
// filter, and one that binds its formula in package theory. Filters see keys
// only as digests (package hashes), so hashing can be exchanged and measured
// apart. What a filter can do besides answering is found by type assertion:
// Adder, Remover, BatchContainer and so on, each with its own section in the
// conformance kit (package filtertest).
//
// Read the variants in this order to learn the field: classic, partitioned,
// blocked, counting, scalable, cuckoo, xor. Each package comment says how the
// structure works, what it costs, and where its formula holds.
package variants
