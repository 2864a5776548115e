// Package classic is the filter of Bloom 1970: m bits, and k positions a key.
//
// Adding a key sets its k bits. A query looks at the key's k bits: if one is
// zero the key was never added; if all are ones it probably was.
//
//	           key "ada"            absent key "bob"
//	           |   |   |            |   |   |
//	m bits  0 0 1 0 1 0 0 1 0 1 1 0 1 0 0 1 1 0
//	                                          ^ zero: certainly absent
//
// There is never a false negative, since bits are only ever set. A false
// positive needs all k bits set by other keys: with the share of set bits X/m its
// probability is (X/m)^k, and over all filters of n keys on average
//
//	E[(X/m)^k], above (1-e^(-kn/m))^k by about (0.35k + 0.15k(k-1))/m of itself
//
// (Bose et al. 2008 and Christensen, Roginsky and Jimeno 2010 for the exact mean;
// the familiar second form is its limit for large m). It is least where half the
// bits are set, k = (m/n) ln 2, and is then 0.6185^(m/n): 10 bits a key and k = 7
// give 0.82%.
//
// Cost: 1.44 log2(1/p) bits a key, 44% above the least possible; k memory
// accesses to add, 2 on average to refuse an absent key at half fill, k to find a
// present one. Keys cannot be removed (a bit does not know how many keys set it:
// see package counting) and the filter cannot grow (see scalable). Filled past
// its capacity it keeps its promise and its rate rises towards 1. Filters of the
// same m, k and hashing merge by OR, bit for bit the filter of the union.
//
// A batch of 256 keys is asked probe by probe, all keys at once, and only those whose
// bit was set go on to the next probe (a cascade; package probe). No answer of memory
// is waited for before the next question, and no branch is guessed wrong: 2 to 8 times
// faster than a key at a time, the more the less of the table fits a cache. Present
// keys gain as well, since all their lines are under way together.
//
// What differs from the paper: positions are drawn with replacement, as practice
// does (Bloom's own formula, (1-(1-k/m)^n)^k, is for k different positions), and
// derived from one digest by the scheme's probing; the prediction knows which.
// m is exactly the number of bits asked for, not a power of two nor a multiple of
// a word.
//
// Further reading: Broder and Mitzenmacher, Network Applications of Bloom
// Filters, Internet Mathematics 1(4), 2004.
package classic

import (
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/bloom"
	"github.com/filterlab/filterlab/variants/theory"
)

// Filter is a classic Bloom filter. Any number of goroutines may query it at
// once, as long as none adds. It adds and answers one at a time and in batches,
// counts its set bits, merges and saves.
type Filter struct{ body }

type body = bloom.Filter

// New returns an empty filter for c. Errors name the field, its value and what
// is allowed.
func New(c variants.Config) (variants.Filter, error) { return kind().New(c) }

func kind() bloom.Kind {
	return bloom.Kind{Name: name, Plan: plan, Make: func() (variants.Filter, *body) {
		f := new(Filter)
		return f, &f.body
	}}
}

// Estimate returns the number of distinct keys that would set as many bits on
// average, ln(1-X/m) / (k ln(1-1/m)) (Swamidass and Baldi 2007, exact in m): 0 for
// an empty filter, +Inf for a full one.
func (f *Filter) Estimate() float64 {
	s := f.Shape()
	return theory.EstimateKeysExact(s.Bits, s.K, f.SetBits())
}
