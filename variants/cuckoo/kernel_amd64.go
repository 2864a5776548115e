//go:build !purego

package cuckoo

import "github.com/klauspost/cpuid/v2"

// kernelBuckets is the largest table that the kernels multiply right.
const kernelBuckets = 1<<32 - 1

// hasKernel reports whether this processor and system run the kernels.
var hasKernel = cpuid.CPU.Supports(cpuid.AVX512F, cpuid.AVX512DQ, cpuid.BMI2)

// locate works out buckets and fingerprints of n keys, 1 to chunkKeys, from their
// words at a and b, and prefetches the buckets. Fields of c past n get the key of
// two zero words.
//
//go:noescape
func locate(f *Filter, a, b *uint64, n int, c *chunk)

// probe returns which of n keys are in, key 0 in the lowest bit; bits past n are
// anything.
//
//go:noescape
func probe(f *Filter, c *chunk, n int) uint64
