//go:build !purego

package keys

import "github.com/klauspost/cpuid/v2"

// hasNumbers512 is whether the processor, and the operating system with it,
// has what numbers512 is written in.
var hasNumbers512 = cpuid.CPU.Supports(cpuid.AVX512F, cpuid.AVX512DQ)

// numbers512 writes twisted(x + i*gamma, twist) for i from 0 to n-1 to data, 8 bytes
// each, little-endian. n is a multiple of 8.
//
//go:noescape
func numbers512(data *byte, x, twist, n uint64)
