//go:build !purego

package static

import "github.com/klauspost/cpuid/v2"

// HasKernel reports whether this processor and system run the assembly for chunks, here
// and in the filters' own packages: AVX-512 F, BW and DQ.
var HasKernel = cpuid.CPU.Supports(cpuid.AVX512F, cpuid.AVX512BW, cpuid.AVX512DQ)

//go:noescape
func sums8x3(table *uint8, c *Chunk) uint64

//go:noescape
func sums8x4(table *uint8, c *Chunk) uint64

//go:noescape
func sums16x3(table *uint16, c *Chunk) uint64

//go:noescape
func sums16x4(table *uint16, c *Chunk) uint64

//go:noescape
func sums32x3(table *uint32, c *Chunk) uint64

//go:noescape
func sums32x4(table *uint32, c *Chunk) uint64
