// Package bitarray holds the bit array that the filters here are made of: m
// bits in 64-bit words, bit p being bit p%64 of word p/64. The length is kept in
// bits, never in words, so that a filter of 100 bits saves, loads and counts as
// one of 100 bits. Bits past the length are always zero.
package bitarray

import (
	"fmt"
	"math/bits"

	"github.com/filterlab/filterlab/variants/internal/hugepage"
)

// Array is an array of Len bits. The zero value is an empty array.
type Array struct {
	words []uint64
	n     uint64
}

// New returns an array of n zero bits, which start on a cache line. A large one asks
// for huge pages (package hugepage).
func New(n uint64) Array { return Array{words: hugepage.Words(Words(n)), n: n} }

// Of returns the array of n bits held in words, which it keeps. It refuses a
// number of words that is not Words(n), and ones past bit n.
func Of(words []uint64, n uint64) (Array, error) {
	if uint64(len(words)) != Words(n) {
		return Array{}, fmt.Errorf("%d bits: got %d words, want %d", n, len(words), Words(n))
	}
	if n%64 != 0 && words[len(words)-1]>>(n%64) != 0 {
		return Array{}, fmt.Errorf("%d bits: ones past the last bit", n)
	}
	return Array{words: words, n: n}, nil
}

// Words returns the number of 64-bit words that hold n bits.
func Words(n uint64) uint64 { return n/64 + (n%64+63)/64 }

// Len returns the number of bits.
func (a *Array) Len() uint64 { return a.n }

// Words returns the words themselves, not a copy: for the loops that probe
// them and for saving.
func (a *Array) Words() []uint64 { return a.words }

// Allocated returns the bits of memory held, rounding to words included.
func (a *Array) Allocated() uint64 { return uint64(len(a.words)) * 64 }

// Get reports whether bit p is set, p < Len().
func (a *Array) Get(p uint64) bool { return a.words[p>>6]>>(p&63)&1 != 0 }

// Set sets bit p, p < Len().
func (a *Array) Set(p uint64) { a.words[p>>6] |= 1 << (p & 63) }

// Count returns the number of set bits.
func (a *Array) Count() uint64 {
	n := 0
	for _, w := range a.words {
		n += bits.OnesCount64(w)
	}
	return uint64(n)
}

// Or sets every bit that is set in b, an array of the same length.
func (a *Array) Or(b *Array) {
	if a.n != b.n {
		panic("bitarray: Or of unlike lengths")
	}
	for i, w := range b.words {
		a.words[i] |= w
	}
}
