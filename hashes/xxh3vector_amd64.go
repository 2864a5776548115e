//go:build !purego

package hashes

import "github.com/klauspost/cpuid/v2"

// hasXXH3Vector is whether the processor, and the operating system with it, has what
// xxh3Vector8 is written in. It is asked once, not for every batch.
var hasXXH3Vector = cpuid.CPU.Supports(cpuid.AVX512F, cpuid.AVX512DQ, cpuid.AVX512VL)

// xxh3Vector8 is xxh3Run8 eight keys at a time, for up to n keys whose bytes all lie
// at data: it hashes leading groups of eight keys of 8 bytes, by their offsets, and
// returns how many keys those are. b may be nil: only first words are wanted.
//
//go:noescape
func xxh3Vector8(data *byte, off *uint32, flip uint64, a, b *uint64, n uint64) uint64
