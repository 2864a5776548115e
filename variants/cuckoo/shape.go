package cuckoo

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

// SafeLoad returns the load that tables of b = 1, 2, 4, 8 slots a bucket are
// sized for: the practical loads of Fan et al. 2014 (section 4), but 0.4 instead
// of 0.5 for b = 1: at load 0.5 the random graph of buckets falls apart, and a
// single component with more keys than buckets is enough for a refusal.
func SafeLoad(slots int) float64 {
	if slots == 1 {
		return 0.4
	}
	return theory.CuckooPracticalLoad(slots)
}

// plan validates c and chooses fingerprint bits and buckets.
func plan(c variants.Config) (layout, error) {
	l, err := parse(c)
	if err != nil {
		return l, err
	}
	switch {
	case c.Capacity > hashes.MaxBits:
		err = fmt.Errorf("%s: capacity %d: want at most 2^40 keys", name, c.Capacity)
	case c.FPR != 0:
		err = l.sizeForRate(c.Capacity, c.FPR)
	default:
		err = l.sizeForBits(c)
	}
	if err != nil {
		return l, err
	}
	return l, l.check()
}

// least returns the buckets that hold capacity keys at the safe load.
func (l *layout) least(capacity uint64) uint64 {
	perMille := uint64(math.Round(1000 * SafeLoad(l.slots))) // whole numbers: no rounding to argue about
	per := perMille * uint64(l.slots)
	return l.up((1000*capacity + per - 1) / per)
}

// up rounds a number of buckets up to one that the reduction takes.
func (l *layout) up(buckets uint64) uint64 {
	if l.reduce == hashes.Mask {
		return 1 << bits.Len64(buckets-1)
	}
	return buckets
}

// rate is the exact rate of the layout with f fingerprint bits holding n keys.
func (l *layout) rate(n uint64, f int) float64 {
	return theory.Cuckoo(n, l.buckets, l.slots, f).FPR
}

// sizeForRate takes the smallest fingerprint whose rate at capacity, in a table
// at the safe load, is at most p. A given f gets more buckets instead, and given
// buckets stay.
func (l *layout) sizeForRate(capacity uint64, p float64) error {
	given := l.buckets != 0
	if !given {
		l.buckets = l.least(capacity)
	}
	switch {
	case capacity > l.buckets*uint64(l.slots):
		return fmt.Errorf("%s: parameter buckets=%d: holds at most %d keys, want at least the capacity %d",
			name, l.buckets, l.buckets*uint64(l.slots), capacity)
	case l.f != 0 && !given:
		return l.bucketsForRate(capacity, p)
	case l.f != 0:
		if r := l.rate(capacity, l.f); r > p {
			return fmt.Errorf("%s: fpr %g: f=%d and buckets=%d give %.4g", name, p, l.f, l.buckets, r)
		}
		return nil
	}
	for l.f = minF; l.f <= maxF; l.f++ {
		if l.rate(capacity, l.f) <= p {
			return nil
		}
	}
	return fmt.Errorf("%s: fpr %g: the largest fingerprint is f=%d bits, which gives %.4g", name, p, maxF, l.rate(capacity, maxF))
}

// bucketsForRate takes the fewest buckets, at least those of the safe load, that
// bring the rate of a given f down to p.
func (l *layout) bucketsForRate(capacity uint64, p float64) error {
	shift := 0 // buckets double until they are enough
	first := l.buckets
	for l.rate(capacity, l.f) > p {
		if l.bits() > hashes.MaxBits {
			return fmt.Errorf("%s: fpr %g: f=%d needs more than 2^40 bits; want a larger f", name, p, l.f)
		}
		shift++
		l.buckets *= 2
	}
	if shift == 0 || l.reduce == hashes.Mask {
		return nil
	}
	low, high := first<<(shift-1), l.buckets // too few, enough
	for high-low > 1 {
		l.buckets = low + (high-low)/2
		if l.rate(capacity, l.f) <= p {
			high = l.buckets
		} else {
			low = l.buckets
		}
	}
	l.buckets = high
	return nil
}

// sizeForBits fits the table into the bits asked for. A free f is the largest
// with f/load <= bits per key, load the safe one; then come as many buckets as
// go in (one more where that would leave less than the safe load).
func (l *layout) sizeForBits(c variants.Config) error {
	budget, perKey := c.Bits, c.BitsPerKey
	if perKey == 0 {
		perKey = float64(budget) / float64(c.Capacity)
	} else {
		budget = uint64(math.Round(perKey * float64(c.Capacity)))
	}
	switch {
	case l.buckets != 0:
		return l.fitBuckets(budget)
	case l.f != 0:
		l.buckets = l.down(budget / uint64(l.slots*l.f))
		return nil
	}
	least, load := l.least(c.Capacity), SafeLoad(l.slots)
	if l.reduce == hashes.Mask { // buckets come in powers of two only: the load is what it is
		load = float64(c.Capacity) / float64(least*uint64(l.slots))
	}
	for l.f = maxF; float64(l.f)/load > perKey; l.f-- {
		if l.f == minF {
			return fmt.Errorf("%s: %.4g bits per key: want at least %.4g, the smallest fingerprint of %d bits at load %.3g",
				name, perKey, minF/load, minF, load)
		}
	}
	l.buckets = max(least, l.down(budget/uint64(l.slots*l.f)))
	return nil
}

// down rounds a number of buckets down to one that the reduction takes; at least 1.
func (l *layout) down(buckets uint64) uint64 {
	if l.reduce == hashes.Mask && buckets > 0 {
		return 1 << (bits.Len64(buckets) - 1)
	}
	return max(1, buckets)
}

// fitBuckets takes the largest f that a given number of buckets leaves room for.
func (l *layout) fitBuckets(budget uint64) error {
	if l.f == 0 {
		l.f = int(min(maxF, budget/(l.buckets*uint64(l.slots))))
	}
	if l.f < minF || l.bits() > budget {
		return fmt.Errorf("%s: parameter buckets=%d: %d slots each of at least %d bits do not fit %d bits",
			name, l.buckets, l.slots, max(l.f, minF), budget)
	}
	return nil
}

// shape is the Shape function of the variant.
func shape(c variants.Config, _ uint64) (variants.Shape, error) {
	l, err := plan(c)
	if err != nil {
		return variants.Shape{}, err
	}
	return l.shape(c.Capacity), nil
}
