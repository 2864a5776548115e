//go:build !purego

package prefix

import (
	"unsafe"

	"github.com/klauspost/cpuid/v2"
)

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

// look returns 1 if bin i of a table has the fingerprint, 2 if it sends it on, else 0.
//
//go:noescape
func look(base unsafe.Pointer, i, fp uint64) uint64

// add adds a fingerprint to bin i, unless it is there already; false if the bin is full.
//
//go:noescape
func add(base unsafe.Pointer, i, fp uint64) bool
