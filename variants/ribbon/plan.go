package ribbon

import (
	"fmt"
	"math"
	"strconv"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/static"
	"github.com/filterlab/filterlab/variants/theory"
)

const (
	standard    = "standard"
	homogeneous = "homogeneous"
	mostR       = 32
)

// known returns the parameters, as a new list.
func known() []variants.Param {
	return []variants.Param{
		{Name: "kind", Default: standard, Doc: "standard: rate 2^-r, other seeds until one works; homogeneous: always built, rate a little above 2^-r"},
		{Name: "w", Default: "128", Doc: "slots of a key's equation, 64 or 128: 64 is faster, 128 wastes half as many slots"},
		{Name: "r", Default: "auto", Doc: "bits of a slot, 1 to 32; auto: the fewest with the rate asked for, the most in the bits asked for"},
	}
}

// plan is a checked configuration: what is to be allocated for a number of keys.
type plan struct {
	homogeneous bool
	width       int // w
	r           int
	slots       uint64 // a multiple of 64
	capacity    uint64
	params      variants.Params // all in force, r as a number
}

// planned validates c and returns the plan for n keys: r is chosen at capacity, and a
// set larger than the capacity gets slots of its own number.
func planned(c variants.Config, n uint64) (p plan, err error) {
	if err = variants.CheckConfig(name, c); err != nil {
		return p, err
	}
	if c.K != 0 {
		return p, fmt.Errorf("%s: k %d: want none: w and r are in its place; k is for classic, partitioned, blocked and counting", name, c.K)
	}
	if most := max(c.Capacity, n); most > static.MaxKeys {
		return p, fmt.Errorf("%s: capacity %d: want at most 2^31 keys", name, most)
	}
	if p.params, err = variants.FillParams(name, c.Params, known()); err != nil {
		return p, err
	}
	p.capacity = c.Capacity
	if err = p.band(); err != nil {
		return p, err
	}
	if p.r, err = p.choose(c); err != nil {
		return p, err
	}
	p.params["r"] = strconv.Itoa(p.r)
	p.slots = p.slotsFor(max(n, c.Capacity), p.r)
	return p, nil
}

// band reads kind and w.
func (p *plan) band() (err error) {
	switch p.params["kind"] {
	case standard:
	case homogeneous:
		p.homogeneous = true
	default:
		return fmt.Errorf("%s: parameter kind=%s: want %s or %s", name, p.params["kind"], standard, homogeneous)
	}
	switch p.params["w"] {
	case "64", "128":
		p.width, err = strconv.Atoi(p.params["w"])
	default:
		return fmt.Errorf("%s: parameter w=%s: want 64 or 128", name, p.params["w"])
	}
	return err
}

// slotsFor returns the slots for n keys and r bits.
func (p *plan) slotsFor(n uint64, r int) uint64 {
	if p.homogeneous {
		return theory.HomogeneousRibbonSlots(n, p.width, r)
	}
	return theory.StandardRibbonSlots(n, p.width)
}

// rate is the theory at capacity.
func (p *plan) rate(r int) float64 {
	if p.homogeneous {
		return theory.HomogeneousRibbon(p.capacity, p.slotsFor(p.capacity, r)-uint64(p.width), p.width, r).FPR
	}
	return theory.FingerprintRate(r)
}

// within reports whether the rate of r bits is at most most. A homogeneous filter's
// takes a millisecond; it is at most 1.2*2^-r.
func (p *plan) within(r int, most float64) bool {
	least := theory.FingerprintRate(r)
	return least <= most && (1.2*least <= most || p.rate(r) <= most)
}

// choose returns r, or checks the one given.
func (p *plan) choose(c variants.Config) (int, error) {
	low, high := 1, mostR
	if p.params["r"] != "auto" {
		r, err := strconv.Atoi(p.params["r"])
		if err != nil || r < 1 || r > mostR {
			return 0, fmt.Errorf("%s: parameter r=%s: want a whole number from 1 to %d, or auto", name, p.params["r"], mostR)
		}
		low, high = r, r
	}
	if c.FPR != 0 {
		for r := low; r <= high; r++ {
			if p.within(r, c.FPR) {
				return r, nil
			}
		}
		if low == high {
			return 0, fmt.Errorf("%s: parameter r=%d gives a rate of %.6g: want more bits, or auto, for fpr %g", name, high, p.rate(high), c.FPR)
		}
		return 0, fmt.Errorf("%s: fpr %g: r=%d is the most there is, which gives %.6g", name, c.FPR, high, p.rate(high))
	}
	budget := c.Bits
	if budget == 0 {
		budget = uint64(math.Round(c.BitsPerKey * float64(c.Capacity)))
	}
	for r := high; r >= low; r-- {
		if uint64(r)*p.slotsFor(c.Capacity, r) <= budget {
			return r, nil
		}
	}
	need := uint64(low) * p.slotsFor(c.Capacity, low)
	return 0, fmt.Errorf("%s: bits %d for %d keys: want at least %d (%.4g bits per key), %d slots of r=%d",
		name, budget, c.Capacity, need, float64(need)/float64(c.Capacity), need/uint64(low), low)
}

// words returns the 64-bit words of the table.
func (p plan) words() uint64 { return p.slots / 64 * uint64(p.r) }

// shape is the shape of p: every bit of the table counts.
func (p plan) shape() variants.Shape {
	bits := p.slots * uint64(p.r)
	return variants.Shape{Bits: bits, Allocated: bits, Capacity: p.capacity, Params: p.params, Remainder: p.r}
}
