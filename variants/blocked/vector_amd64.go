//go:build !purego

package blocked

import (
	"github.com/klauspost/cpuid/v2"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// hasVector is whether this processor and system have what the assembly uses: AVX-512
// as of Intel's Ice Lake (2019) and AMD's Zen 4 (2022).
var hasVector = cpuid.CPU.Supports(cpuid.BMI2, cpuid.AVX512F, cpuid.AVX512BW, cpuid.AVX512DQ,
	cpuid.AVX512VBMI2, cpuid.AVX512VNNI)

// containsLines answers for n keys, 1 to 256, whose words are at a and b.
//
//go:noescape
func containsLines(v *kernel, a, b *uint64, n uint64, hits *variants.Hits)

// addLines adds n keys, 1 to 256. v has patterns.
//
//go:noescape
func addLines(v *kernel, a, b *uint64, n uint64)

// containsLine answers for one key through f.vector, which rotates nothing.
//
//go:noescape
func containsLine(f *Filter, d hashes.Digest) bool
