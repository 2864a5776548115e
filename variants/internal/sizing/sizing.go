// Package sizing turns a request (rate, bits per key, or raw bits) into the
// number of positions and probes of a filter, by one set of rules for every
// variant that probes a table.
//
//   - Bits is exact: that many bits.
//   - BitsPerKey times the capacity is rounded to the nearest bit, halves up.
//   - FPR gives ceil(-n ln p/(ln 2)^2) bits and k = round(m/n ln 2), the recipe of
//     the textbooks, whose prediction may pass p by 1% since k is whole; with K
//     given, the least m whose asymptotic rate with that k is p.
//   - Where the reduction needs a power of two, a size that follows from a rate
//     or from bits per key is rounded up to one, never down; raw bits are refused.
//
// Nothing here rounds m to words. Everything is at least one bit and one probe.
package sizing

import (
	"fmt"
	"maps"
	"math"
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

// Request is a checked configuration and what a variant adds to it.
type Request struct {
	Variant string
	Config  variants.Config
	Reduce  hashes.Reduction
	Unit    uint64                       // memory bits a position: 1, or a counter's width
	BestK   func(capacity, m uint64) int // the best k of m positions, by the variant's theory
}

// Positions returns the number of positions m and probes k that r asks for.
func (r Request) Positions() (m uint64, k int, err error) {
	c := r.Config
	switch {
	case c.FPR != 0:
		m, k, err = r.fromRate()
	case c.BitsPerKey != 0:
		m = whole(c.BitsPerKey * float64(c.Capacity) / float64(r.Unit))
	default:
		m = c.Bits / r.Unit
	}
	if err != nil {
		return 0, 0, err
	}
	if r.Reduce == hashes.Mask && c.Bits == 0 {
		m = powerOfTwo(m)
	}
	if err := r.check(m); err != nil {
		return 0, 0, err
	}
	switch {
	case c.K != 0:
		k = c.K
	case k == 0:
		k = r.BestK(c.Capacity, m)
	}
	return m, k, nil
}

// asked names what the size follows from.
func (r Request) asked() string {
	switch c := r.Config; {
	case c.FPR != 0:
		return fmt.Sprintf("capacity %d at fpr %v", c.Capacity, c.FPR)
	case c.BitsPerKey != 0:
		return fmt.Sprintf("capacity %d at %v bits-per-key", c.Capacity, c.BitsPerKey)
	default:
		return fmt.Sprintf("bits %d", c.Bits)
	}
}

// fromRate sizes for Config.FPR.
func (r Request) fromRate() (m uint64, k int, err error) {
	n, p := r.Config.Capacity, r.Config.FPR
	most := 2 * r.Config.MaxBits()
	if theory.BitsPerKeyBloom(p)*float64(n) > float64(most) {
		return most, 1, nil // check refuses it; beyond 2^64 the recipe would overflow
	}
	if k = r.Config.K; k != 0 {
		real := theory.BitsRealForK(float64(n), p, k)
		return whole(math.Min(math.Ceil(real), float64(most))), k, nil
	}
	m, k = theory.Sizing(n, p)
	if k > r.Config.MaxK() {
		return 0, 0, fmt.Errorf("%s: fpr %v: needs %d probes, at most %d are possible: want a larger rate, or set k",
			r.Variant, p, k, r.Config.MaxK())
	}
	return m, k, nil
}

// check refuses sizes that cannot be made.
func (r Request) check(m uint64) error {
	switch {
	case m == 0:
		return fmt.Errorf("%s: bits %d: want at least %d, one position", r.Variant, r.Config.Bits, r.Unit)
	case m > r.Config.MaxBits()/r.Unit:
		return fmt.Errorf("%s: %s: more than 2^%d bits in all: want a smaller n or capacity, fewer bits per key or a larger fpr",
			r.Variant, r.asked(), bits.Len64(r.Config.MaxBits())-1)
	}
	return nil
}

// whole rounds a number of bits to the nearest, at least 1.
func whole(x float64) uint64 { return uint64(math.Max(1, math.Round(x))) }

// Copy returns s with parameters of its own, so that whoever is given a filter's
// shape cannot change the filter's.
func Copy(s variants.Shape) variants.Shape {
	s.Params = maps.Clone(s.Params)
	return s
}

// powerOfTwo returns the least power of two that is at least m.
func powerOfTwo(m uint64) uint64 {
	p := uint64(1)
	for p < m {
		p *= 2
	}
	return p
}

// PerKey is so many bits in bits a key, rounded up to three digits after the point: as
// many as suffice when they are asked for.
func PerKey(bits, capacity uint64) float64 {
	return math.Ceil(1000*float64(bits)/float64(capacity)) / 1000
}
