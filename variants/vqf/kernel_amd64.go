//go:build !purego

package vqf

import (
	"unsafe"

	"github.com/klauspost/cpuid/v2"
)

// hasKernel reports whether this processor and system run the kernels.
var hasKernel = cpuid.CPU.Supports(cpuid.AVX512F, cpuid.AVX512BW, cpuid.AVX512VBMI2, cpuid.BMI1, cpuid.BMI2, cpuid.POPCNT)

// probe returns which of n keys, 1 to chunkKeys, are in, key 0 in the lowest bit.
//
//go:noescape
func probe(f *Filter, c *chunk, n int) uint64

// place adds the keys from number i up to n, and returns the number of the first that
// finds no room, n if all do. It does not count them.
//
//go:noescape
func place(f *Filter, c *chunk, i, n int) int

// has is nonzero if one of the blocks i1 and i2 of a table has the fingerprint.
//
//go:noescape
func has(base unsafe.Pointer, i1, i2, fp uint64) uint64

// add adds a fingerprint to the one of two blocks with fewer; false if that is full.
//
//go:noescape
func add(base unsafe.Pointer, i1, i2, fp uint64) bool
