//go:build !purego

package ribbon

import "github.com/klauspost/cpuid/v2"

// hasKernel reports whether this processor and system run the kernels.
var hasKernel = cpuid.CPU.Supports(cpuid.AVX512F, cpuid.AVX512VPOPCNTDQ, cpuid.BMI1, cpuid.BMI2)

// prefetch asks for the first, second and last cache line of the equations of n keys, 1
// to chunkKeys: the word at base, and what lies up to last bytes behind it.
//
//go:noescape
func prefetch(words *uint64, c *chunk, n int, last uint64)

// probe64 returns which of n keys, 1 to chunkKeys, are in a table of r columns with
// equations of 64 slots, key 0 in the lowest bit. mask is that of the fingerprint.
//
//go:noescape
func probe64(words *uint64, c *chunk, n, r int, mask uint64) uint64

// probe128 is probe64 for equations of 128 slots.
//
//go:noescape
func probe128(words *uint64, c *chunk, n, r int, mask uint64) uint64
