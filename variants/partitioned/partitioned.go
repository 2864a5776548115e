// Package partitioned is the Bloom filter whose k probes each have a part of
// the table to themselves: k slices of s = ceil(m/k) bits, one bit a key in each.
//
//	        key "ada"
//	    |         |          |
//	0 0 1 0 1 | 0 1 0 0 0 | 1 0 0 1 0      k = 3 slices of s = 5 bits
//
// A key's k positions are then always different, and the slices are independent:
// the rate is exactly
//
//	(1-(1-1/s)^n)^k
//
// with no term for dependent bits, unlike the classic filter's. It lies a little
// above the classic rate (relatively about 0.35k^2/m), since no bit is shared
// among probes: 3 parts in a million at m = 5e6, k = 7. The formula is for
// independent probes. Under double hashing one key runs through the slices in
// equal steps, so two keys that agree in two slices tend to agree in all: the
// surplus is larger than classic's, and package theory predicts it.
//
// Cost: as classic, and Bits is k*s, up to k-1 bits more than were asked for:
// predictions are for the bits in use. Probes can be made in parallel, one memory
// bank each, which is where the form comes from (hardware; Kirsch and Mitzenmacher
// 2006 use it as well). Keys cannot be removed; filters merge by OR.
//
// Each slice is found by the same scheme and reduction as in classic, over [0, s),
// and lies after the slices before it.
//
// Further reading: Almeida, Baquero, Preguica and Hutchison, Scalable Bloom
// Filters, IPL 101(6), 2007, section 2, on the variance of both forms.
package partitioned

import (
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/bloom"
	"github.com/filterlab/filterlab/variants/theory"
)

// Filter is a partitioned Bloom filter. Any number of goroutines may query it at
// once, as long as none adds. It adds and answers one at a time and in batches,
// counts its set bits over all slices, merges and saves. Its Shape's BlockBits is
// s, the bits of a slice.
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
// average: a slice is a filter of one probe, so ln(1-X/m) / ln(1-1/s) (linear
// counting, Whang et al. 1990). 0 for an empty filter, +Inf for a full one.
func (f *Filter) Estimate() float64 {
	s := f.Shape()
	return theory.EstimateShare(s.Bits, f.SetBits(), 1/float64(s.BlockBits))
}
