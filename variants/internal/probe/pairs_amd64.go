//go:build !purego

package probe

import "github.com/klauspost/cpuid/v2"

// hasCascade512 reports whether the processor, and the operating system with it,
// has what cascade512 is written in.
func hasCascade512() bool {
	return cpuid.CPU.Supports(cpuid.AVX512F, cpuid.BMI2, cpuid.POPCNT)
}

// hasTouch reports whether touch does anything.
const hasTouch = true

// cascade512 is the cascade of containsPairs for n keys, 1 to 256, over units of
// 2^up bits, of which 2^down fit a word; unit has the low 2^up bits set. It adds
// the bits of the keys found to hits and returns their number. far asks for lines
// ahead.
//
//go:noescape
func cascade512(words *uint64, m, stride, k uint64, a, b *uint64, n uint64, far bool, hits *uint64, down, up, unit uint64) uint64

// touch asks for the lines of n positions, at least one, 2^down a word.
//
//go:noescape
func touch(words, at *uint64, n, down uint64)
