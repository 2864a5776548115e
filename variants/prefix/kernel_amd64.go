//go:build !purego

package prefix

import "github.com/klauspost/cpuid/v2"

// hasKernel reports whether this processor and system run the kernels.
var hasKernel = cpuid.CPU.Supports(cpuid.AVX512F, cpuid.AVX512BW, cpuid.AVX512VL, cpuid.AVX512VBMI2,
	cpuid.BMI1, cpuid.BMI2, cpuid.LZCNT, cpuid.POPCNT)

// probe returns which of n keys, 1 to chunkKeys, are in their bin, key 0 in the lowest
// bit, and in sent which their bin sends on.
//
//go:noescape
func probe(f *Filter, c *chunk, n int, sent *uint64) uint64

// place adds the keys from number i up to n to their bins, but for those that are there
// already, and returns the number of the first whose bin is full, n if none is.
//
//go:noescape
func place(f *Filter, c *chunk, i, n int) int
