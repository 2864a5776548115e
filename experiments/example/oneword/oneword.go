// Package oneword is a Bloom filter that sets all four bits of a key in one 64-bit
// word. A query reads one word, whatever the size of the filter. Words fill unevenly, and
// so it errs more often than a classic filter of the same memory.
package oneword

import (
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

// Filter is one built instance.
type Filter struct {
	words []uint64
	shape variants.Shape
}

// place returns the word of a key, chosen by the digest's first word, and the key's
// bits in it, four times six bits of the second.
func (f *Filter) place(d hashes.Digest) (word *uint64, mask uint64) {
	a, b := d.Pair()
	at := hashes.Fastrange.Reduce(a, uint64(len(f.words)))
	return &f.words[at], 1<<(b&63) | 1<<(b>>6&63) | 1<<(b>>12&63) | 1<<(b>>18&63)
}

// Add sets the bits of a key. It never fails.
func (f *Filter) Add(d hashes.Digest) error {
	word, mask := f.place(d)
	*word |= mask
	return nil
}

// Contains reports whether all bits of a key are set.
func (f *Filter) Contains(d hashes.Digest) bool {
	word, mask := f.place(d)
	return *word&mask == mask
}

// Shape returns what the filter is and costs.
func (f *Filter) Shape() variants.Shape { return f.shape }

// SetBits counts the bits set: an ability, found by type assertion.
func (f *Filter) SetBits() (n uint64) {
	for _, w := range f.words {
		n += uint64(bits.OnesCount64(w))
	}
	return n
}

// New validates c, allocates and returns an empty filter.
func New(c variants.Config) (variants.Filter, error) {
	s, err := shape(c, 0)
	if err != nil {
		return nil, err
	}
	return &Filter{words: make([]uint64, s.Blocks), shape: s}, nil
}

// predict is the theory: a mixture over how many keys share a word of 64 bits.
func predict(_ variants.Config, s variants.Shape, n uint64) theory.Rate {
	return theory.Blocked(n, s.Blocks, 64, 4, theory.WithReplacement)
}
