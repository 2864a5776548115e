package gcs

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

const (
	maxInverse = 1 << 32
	maxValues  = 1 << 56 // so that a value's share of the 2^64 words differs by less than 1% from another's
	maxUnary   = 8       // 2^8 bits of unary a key are the most that a small rice may cost
	maxTries   = 100     // seeds of one Build
)

// plan is a checked configuration: where everything lies for a number of keys.
type plan struct {
	capacity, size uint64 // keys asked for, and keys it is made for
	inverse        uint64 // values a key
	buckets, span  uint64 // buckets, and values of one
	rice           int    // remainder bits
	width          int    // bits of an entry of the index
	room           uint64 // bits for codes
	params         variants.Params
}

// newPlan validates c and plans for n keys. Inverse and rice are chosen at capacity.
func newPlan(c variants.Config, n uint64) (p plan, err error) {
	if err = variants.CheckConfig(name, c); err != nil {
		return p, err
	}
	if c.K != 0 {
		return p, fmt.Errorf("%s: k %d: want none: a key is one number; k is for classic, partitioned, blocked and counting", name, c.K)
	}
	if p.params, err = variants.FillParams(name, c.Params, params()); err != nil {
		return p, err
	}
	step, err := p.params.Int(name, "step", 1, 1<<16)
	if err != nil {
		return p, err
	}
	p.capacity = c.Capacity
	if err = p.choose(c, uint64(step)); err != nil {
		return p, err
	}
	p.params["inverse"], p.params["rice"] = strconv.FormatUint(p.inverse, 10), strconv.Itoa(p.rice)
	if n > c.Capacity {
		err = p.layOut(n, uint64(step))
	}
	return p, err
}

// choose fixes inverse and rice, as given or as best, and lays out the capacity.
func (p *plan) choose(c variants.Config, step uint64) error {
	given := p.params["inverse"] != "auto"
	if given {
		v, err := p.params.Int(name, "inverse", 1, min(maxInverse, math.MaxInt))
		if err != nil {
			return err
		}
		p.inverse = uint64(v)
	}
	switch {
	case c.FPR != 0 && !given:
		p.inverse = leastInverse(c.Capacity, c.FPR)
		return p.layOut(c.Capacity, step)
	case c.FPR != 0:
		if err := p.layOut(c.Capacity, step); err != nil {
			return err
		}
		if rate := theory.FillMean(float64(c.Capacity), float64(p.values())); rate > c.FPR {
			return fmt.Errorf("%s: fpr %g: parameter inverse=%d gives %.4g; want a larger one, or auto", name, c.FPR, p.inverse, rate)
		}
		return nil
	}
	budget := c.Bits
	if budget == 0 {
		budget = uint64(math.Round(c.BitsPerKey * float64(c.Capacity)))
	}
	return p.within(budget, step, given)
}

// within takes the largest inverse, or the given one, whose bits are at most budget.
func (p *plan) within(budget, step uint64, given bool) error {
	low, high := uint64(1), min(uint64(maxInverse), maxValues/p.capacity)
	if given {
		low, high = p.inverse, p.inverse
	}
	for low < high {
		middle := low + (high-low+1)/2
		p.inverse = middle
		if err := p.layOut(p.capacity, step); err == nil && p.bits() <= budget {
			low = middle
		} else {
			high = middle - 1
		}
	}
	p.inverse = low
	if err := p.layOut(p.capacity, step); err != nil {
		return err
	}
	if p.bits() > budget {
		return fmt.Errorf("%s: bits %d for %d keys: want at least %d (%.4g bits per key), which inverse=%d takes",
			name, budget, p.capacity, p.bits(), float64(p.bits())/float64(p.capacity), low)
	}
	return nil
}

// leastInverse returns the fewest values a key whose rate with n keys is at most fpr.
func leastInverse(n uint64, fpr float64) uint64 {
	least := uint64(math.Ceil(1 / fpr))
	for least > 1 && theory.FillMean(float64(n), float64(n)*float64(least-1)) <= fpr {
		least--
	}
	return least
}

// layOut fixes what follows from inverse for n keys. Rice stays what it was, once chosen.
func (p *plan) layOut(n, step uint64) error {
	if p.inverse > maxInverse || n > maxValues/p.inverse {
		return fmt.Errorf("%s: capacity %d: %d values a key: want at most 2^32 a key and 2^56 in all", name, n, p.inverse)
	}
	p.size = n
	p.buckets = max(1, (n+step/2)/step)
	p.span = (n*p.inverse + p.buckets - 1) / p.buckets
	p.rice = theory.GolombRice(p.inverse)
	if word := p.params["rice"]; word != "auto" {
		var err error
		if p.rice, err = p.params.Int(name, "rice", 0, 32); err != nil {
			return err
		}
		if p.inverse>>p.rice > 1<<maxUnary {
			return fmt.Errorf("%s: parameter rice=%d: gaps of about %d would take more than 2^%d bits each; want at least %d, or auto",
				name, p.rice, p.inverse, maxUnary, bits.Len64(p.inverse)-1-maxUnary)
		}
	}
	p.room = p.codeRoom(step)
	p.width = bits.Len64(p.room)
	return nil
}

// codeRoom is the mean length of the codes and six standard deviations, or the most
// that codes can take.
//
// The deviation is an upper estimate of three parts, independent or nearly: what is
// lost and gained in rounding gaps to units of 2^rice, the gaps cut off at the ends of buckets,
// and the keys whose number another key has.
func (p *plan) codeRoom(step uint64) uint64 {
	n, per := float64(p.size), float64(p.inverse)/math.Exp2(float64(p.rice))
	one := float64(p.rice) + 1
	variance := n * (0.25 + float64(per*per)/float64(min(step, p.size)) + float64(one*one)/float64(2*p.inverse))
	mean := theory.GolombBits(p.size, p.buckets, p.span, p.rice)
	most := p.size*uint64(p.rice+1) + p.buckets*(p.span>>p.rice)
	return min(most, uint64(math.Ceil(mean+float64(6*math.Sqrt(variance)))))
}

// values is N, the range of the numbers.
func (p *plan) values() uint64 { return p.buckets * p.span }

// base is where the codes begin, after the index, in bits.
func (p *plan) base() uint64 { return (p.buckets + 1) * uint64(p.width) }

func (p *plan) bits() uint64 { return p.base() + p.room }

// bytes is the length of the table: eight more than its bits, since it is read eight
// bytes at a time, and whole words.
func (p *plan) bytes() uint64 { return (p.bits()+63)/64*8 + 8 }

func (p *plan) shape() variants.Shape {
	return variants.Shape{Bits: p.bits(), Allocated: 8 * p.bytes(), Capacity: p.capacity, Params: p.params,
		Buckets: p.buckets, Remainder: p.rice}
}

// shape is the Shape function of the variant.
func shape(c variants.Config, n uint64) (variants.Shape, error) {
	p, err := newPlan(c, n)
	if err != nil {
		return variants.Shape{}, err
	}
	if p.bits() > c.MaxBits() {
		return variants.Shape{}, fmt.Errorf("%s: capacity %d: %d bits: want at most 2^%d", name, max(n, c.Capacity), p.bits(), bits.Len64(c.MaxBits())-1)
	}
	return p.shape(), nil
}

// predict is the rate of a set of numbers from N, which every filter of n keys has.
func predict(_ variants.Config, s variants.Shape, n uint64) theory.Rate {
	inverse, err := strconv.ParseUint(s.Params["inverse"], 10, 64)
	if err != nil || s.Buckets == 0 {
		return theory.Rate{ModelError: 1, Reason: "not a shape of this variant"}
	}
	span := (max(n, s.Capacity)*inverse + s.Buckets - 1) / s.Buckets
	return theory.HashedSet(n, s.Buckets*span)
}
