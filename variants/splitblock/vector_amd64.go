//go:build !purego

package splitblock

import (
	"github.com/klauspost/cpuid/v2"

	"github.com/filterlab/filterlab/variants"
)

// hasVector is whether this processor and system have what the assembly uses: AVX2
// and BMI2, as of Intel's Haswell (2013) and AMD's Excavator (2015).
var hasVector = cpuid.CPU.Supports(cpuid.AVX2, cpuid.BMI2)

// contains answers for the key whose word 0 is a: by containsPlain unless f is wide.
// One function for both, so that Contains is but a call and inlined.
//
//go:noescape
func contains(f *Filter, a uint64) bool

// add sets the bits of one key: by addPlain unless f is wide.
//
//go:noescape
func add(f *Filter, a uint64)

// containsKeys answers for n keys, 1 to 256, whose words 0 are at a.
//
//go:noescape
func containsKeys(f *Filter, a *uint64, n uint64, hits *variants.Hits)

// addKeys adds n keys, at least 1.
//
//go:noescape
func addKeys(f *Filter, a *uint64, n uint64)
