package prefix

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/sizing"
	"github.com/filterlab/filterlab/variants/theory"
)

const (
	binSlots  = 25
	quotients = 25
	prints    = quotients << 8 // fingerprints
	binBits   = 256
	spareRate = 1.0 / 256 // asked of the spare: about that of a bin
)

func (f family) params() []variants.Param {
	names := make([]string, len(f))
	for i, v := range f {
		names[i] = v.Name
	}
	return []variants.Param{
		{Name: "bins", Default: "auto", Doc: "number of bins, any from 1; auto: as sizing asks"},
		{Name: "load", Default: "0.95", Doc: "keys over slots of all bins that it is sized for, 0.1 to 1"},
		{Name: "spare", Default: f[0].Name, Doc: "the variant of the spare: " + strings.Join(names, ", ")},
	}
}

func unknown(text string) error { return errors.New(name + ": " + text) }

// plan is a validated configuration: bins and spare.
type plan struct {
	config variants.Config
	params variants.Params
	spare  *variants.Variant
	load   float64
	bins   uint64 // 0 as long as they are to be chosen

	spareConfig variants.Config
	spareShape  variants.Shape
}

// plan validates c and chooses bins and spare.
func (f family) plan(c variants.Config) (p plan, err error) {
	if p, err = f.parse(c); err != nil {
		return p, err
	}
	given := p.bins != 0
	switch {
	case given:
		err = p.fit(p.bins)
	case c.FPR != 0:
		err = p.sizeForRate()
	default:
		err = p.sizeForBits()
	}
	switch {
	case err != nil:
	case p.bits() > c.MaxBits():
		err = fmt.Errorf("%s: %d bins: want at most 2^%d bits in all", name, p.bins, bits.Len64(c.MaxBits())-1)
	case given && c.FPR != 0 && p.rate(c.Capacity).FPR > c.FPR:
		err = fmt.Errorf("%s: fpr %g: bins=%d give %.4g", name, c.FPR, p.bins, p.rate(c.Capacity).FPR)
	case given && c.FPR == 0 && p.bits() > p.budget():
		err = fmt.Errorf("%s: parameter bins=%d: with the spare they take %d bits, more than the %d asked for", name, p.bins, p.bits(), p.budget())
	}
	return p, err
}

// parse reads the parameters of c.
func (f family) parse(c variants.Config) (p plan, err error) {
	if err = variants.CheckConfig(name, c); err != nil {
		return p, err
	}
	switch {
	case c.K != 0:
		return p, fmt.Errorf("%s: k %d: want none: a key has one bin and a fingerprint, no probes; k is for classic, partitioned, blocked and counting", name, c.K)
	case c.Capacity > hashes.MaxBits:
		return p, fmt.Errorf("%s: capacity %d: want at most 2^40 keys", name, c.Capacity)
	}
	p.config = c
	if p.params, err = variants.FillParams(name, c.Params, f.params()); err != nil {
		return p, err
	}
	if word := p.params["bins"]; word != "auto" {
		p.bins, err = strconv.ParseUint(word, 10, 64)
		if most := c.MaxBits() / binBits; err != nil || p.bins == 0 || p.bins > most {
			return p, fmt.Errorf("%s: parameter bins=%s: want a whole number from 1 to 2^%d, or auto", name, word, bits.Len64(most)-1)
		}
	}
	p.load, err = strconv.ParseFloat(p.params["load"], 64)
	if err != nil || !(p.load >= 0.1 && p.load <= 1) {
		return p, fmt.Errorf("%s: parameter load=%s: want a number from 0.1 to 1", name, p.params["load"])
	}
	p.spare, err = f.find(p.params["spare"])
	return p, err
}

// bits is the memory of bins and spare.
func (p *plan) bits() uint64 { return p.bins*binBits + p.spareShape.Bits }

// budget is the bits asked for.
func (p *plan) budget() uint64 {
	if p.config.Bits != 0 {
		return p.config.Bits
	}
	return uint64(math.Round(p.config.BitsPerKey * float64(p.config.Capacity)))
}

// least is the number of bins at the load asked for.
func (p *plan) least() uint64 {
	return uint64(math.Ceil(float64(p.config.Capacity) / float64(binSlots*p.load)))
}

// fit takes so many bins and a spare for what they send on.
func (p *plan) fit(bins uint64) (err error) {
	p.bins = bins
	p.spareConfig = variants.Config{
		Capacity:  spareCapacity(p.config.Capacity, bins),
		FPR:       spareRate,
		Scheme:    p.config.Scheme,
		Seed:      p.config.Seed,
		Unbounded: p.config.Unbounded,
	}
	if p.spareShape, err = p.spare.Shape(p.spareConfig, 0); err != nil {
		return fmt.Errorf("%s: spare: %w", name, err)
	}
	return nil
}

// spareCapacity is the keys that the spare of so many bins is made for: those expected
// and five standard deviations, of bins that are filled independently.
func spareCapacity(n, bins uint64) uint64 {
	mean, sd := theory.PrefixOverflow(n, bins, binSlots)
	return uint64(math.Ceil(mean+float64(5*sd))) + binSlots
}

// rate is the theory at n keys. Of more than the spare has room for some are refused.
func (p *plan) rate(n uint64) theory.Rate {
	in := theory.NewPrefixBins(n, p.bins, binSlots, prints)
	r := in.Rate(p.spare.Predict(p.spareConfig, p.spareShape, uint64(math.Round(in.Spare))))
	if more := in.Spare - float64(p.spareConfig.Capacity); more > 0 {
		r.ModelError = math.Min(1, r.ModelError+more/float64(n))
		r.Reason += "; the spare has no room for all that is sent to it, and refuses keys"
	}
	return r
}

// sizeForRate takes the fewest bins, at least those of the load asked for, with a rate
// of at most p at capacity.
func (p *plan) sizeForRate() error {
	over := func(bins uint64) (bool, error) {
		if err := p.fit(bins); err != nil {
			return false, err
		}
		if p.bits() > p.config.MaxBits() {
			return false, fmt.Errorf("%s: fpr %g: needs more than 2^%d bits with remainders of 8 bits", name, p.config.FPR, bits.Len64(p.config.MaxBits())-1)
		}
		return p.rate(p.config.Capacity).FPR > p.config.FPR, nil
	}
	low, high := uint64(0), p.least()
	for {
		if more, err := over(high); err != nil {
			return err
		} else if !more {
			break
		}
		low, high = high, 2*high
	}
	for low > 0 && high-low > 1 {
		middle := low + (high-low)/2
		if more, err := over(middle); err != nil {
			return err
		} else if more {
			low = middle
		} else {
			high = middle
		}
	}
	return p.fit(high)
}

// sizeForBits takes the most bins that leave room for their spare: more bins need less
// of one.
func (p *plan) sizeForBits() error {
	budget := p.budget()
	low, high := p.least(), budget/binBits+1
	if err := p.fit(low); err != nil {
		return err
	}
	if p.bits() > budget {
		return fmt.Errorf("%s: %d bits for %d keys: want at least %d (%g bits per key), of bins at load %s and their spare", name, budget, p.config.Capacity, p.bits(), sizing.PerKey(p.bits(), p.config.Capacity), p.params["load"])
	}
	for high-low > 1 {
		middle := low + (high-low)/2
		if err := p.fit(middle); err != nil {
			return err
		}
		if p.bits() <= budget {
			low = middle
		} else {
			high = middle
		}
	}
	return p.fit(low)
}

// shapeOf is the Shape of the plan.
func (p *plan) shapeOf() variants.Shape {
	p.params["bins"] = strconv.FormatUint(p.bins, 10)
	return variants.Shape{
		Bits:      p.bits(),
		Allocated: p.bins*binBits + 8*padding + p.spareShape.Allocated,
		Capacity:  p.config.Capacity,
		Params:    p.params,
		Buckets:   p.bins,
		Slots:     binSlots,
		Remainder: 8,
	}
}

// shape is the Shape function of the variant.
func (f family) shape(c variants.Config, _ uint64) (variants.Shape, error) {
	p, err := f.plan(c)
	if err != nil {
		return variants.Shape{}, err
	}
	return p.shapeOf(), nil
}

// predict is the theory of shape s holding n keys.
func (f family) predict(c variants.Config, s variants.Shape, n uint64) theory.Rate {
	c.Capacity, c.Bits, c.BitsPerKey, c.FPR, c.Params = s.Capacity, s.Bits, 0, 0, s.Params
	p, err := f.plan(c)
	if err != nil {
		return theory.Rate{FPR: math.NaN(), SD: math.NaN(), ModelError: 1, Reason: err.Error()}
	}
	return p.rate(n)
}
