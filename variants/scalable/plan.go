package scalable

import (
	"fmt"
	"math/bits"
	"reflect"
	"strconv"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

// family is the inner variants to choose from; the first is the default.
type family []*variants.Variant

func (f family) params() []variants.Param {
	names := ""
	for i, v := range f {
		if i > 0 {
			names += ", "
		}
		names += v.Name
	}
	return []variants.Param{
		{Name: "growth", Default: "2", Doc: "capacity of a stage over that of the one before: 2 or 4"},
		{Name: "initial", Default: "auto", Doc: "keys that the first stage takes, from 1; auto: the capacity"},
		{Name: "inner", Default: f[0].Name, Doc: "the variant of the stages: " + names},
		{Name: "reduce", Default: variants.ReduceParam.Default, Doc: variants.ReduceParam.Doc + "; for the stages"},
		{Name: "tightening", Default: "0.5", Doc: "rate of a stage over that of the one before, between 0 and 1"},
	}
}

// plan is a validated configuration: what every stage will be.
type plan struct {
	inner   *variants.Variant
	config  variants.Config
	params  variants.Params
	initial uint64
	growth  uint64
	ratio   float64 // tightening
	bound   float64 // P, the compound bound
	sizes   *sizes  // shared by the filters of one configuration; nil while it is sized
}

// parse validates c and reads the parameters; the bound is not yet known where
// the size is given in bits.
func (f family) parse(c variants.Config) (p plan, err error) {
	if err = variants.CheckConfig(name, c); err != nil {
		return p, err
	}
	if c.K != 0 {
		return p, fmt.Errorf("%s: k %d: want none: every stage has its own, the best for its rate", name, c.K)
	}
	if p.params, err = variants.FillParams(name, c.Params, f.params()); err != nil {
		return p, err
	}
	p.config = c
	if p.inner, err = f.find(p.params["inner"]); err != nil {
		return p, err
	}
	if p.initial = c.Capacity; p.params["initial"] != "auto" {
		p.initial, err = strconv.ParseUint(p.params["initial"], 10, 64)
		if err != nil || p.initial == 0 || p.initial > hashes.MaxBits {
			return p, fmt.Errorf("%s: parameter initial=%s: want a whole number from 1 to 2^40, or auto", name, p.params["initial"])
		}
	}
	switch p.params["growth"] {
	case "2", "4":
		p.growth = uint64(p.params["growth"][0] - '0')
	default:
		return p, fmt.Errorf("%s: parameter growth=%s: want 2 or 4", name, p.params["growth"])
	}
	p.ratio, err = strconv.ParseFloat(p.params["tightening"], 64)
	if err != nil || !(p.ratio > 0 && p.ratio < 1) {
		return p, fmt.Errorf("%s: parameter tightening=%s: want a number in the open interval (0, 1)", name, p.params["tightening"])
	}
	p.bound = c.FPR
	return p, p.checkReduce()
}

// find returns the inner variant by name.
func (f family) find(word string) (*variants.Variant, error) {
	var names []string
	for _, v := range f {
		if v.Name == word {
			return v, nil
		}
		names = append(names, v.Name)
	}
	return nil, fmt.Errorf("%s: parameter inner: %s", name, hashes.Unknown("variant", word, names))
}

// checkReduce refuses a reduction that is unknown or that inner does not have.
func (p *plan) checkReduce() error {
	r, err := p.params.Reduction(name)
	if err == nil && r != hashes.Fastrange && !p.reduces() {
		return fmt.Errorf("%s: parameter reduce=%s: %s has no reduction to choose", name, r, p.inner.Name)
	}
	return err
}

// reduces reports whether the inner variant has the parameter reduce.
func (p *plan) reduces() bool {
	for _, q := range p.inner.Params {
		if q.Name == "reduce" {
			return true
		}
	}
	return false
}

// stage is what one stage is to be.
type stage struct {
	capacity uint64
	config   variants.Config
	shape    variants.Shape
}

// capacity returns n0*s^i, or an error where it leaves what can be allocated.
func (p *plan) capacity(i int) (uint64, error) {
	n := p.initial
	for range i {
		over, low := bits.Mul64(n, p.growth)
		if n = low; over != 0 || n > hashes.MaxBits {
			return 0, fmt.Errorf("%s: stage %d: more than 2^40 keys", name, i)
		}
	}
	return n, nil
}

// target returns the rate of stage i, P(1-r)r^i.
func (p *plan) target(i int) float64 {
	t := float64(p.bound * (1 - p.ratio))
	for range i {
		t = float64(t * p.ratio)
	}
	return t
}

// stage returns stage i.
func (p *plan) stage(i int) (s stage, err error) {
	if p.sizes != nil {
		s, err = p.sizes.stage(p, i)
	} else {
		s, err = p.sized(i)
	}
	s.config.Seed = hashes.WordSeed(p.config.Seed, i)
	return s, err
}

// sized sizes stage i so that by its own theory it keeps its rate when full.
func (p *plan) sized(i int) (stage, error) {
	n, err := p.capacity(i)
	if err != nil {
		return stage{}, err
	}
	s := stage{capacity: n, config: variants.Config{Capacity: n, FPR: p.target(i), Scheme: p.config.Scheme}}
	if p.reduces() {
		s.config.Params = variants.Params{"reduce": p.params["reduce"]}
	}
	if err := p.size(&s); err != nil {
		return s, fmt.Errorf("%s: stage %d: %w", name, i, err)
	}
	return s, nil
}

// size finds the request that makes the inner variant keep the rate. Inner
// variants may pass a requested rate by a little (k is whole), so the request is
// lowered by as much as the prediction is too high, and a trifle more. The exact
// theory of a probing can be dear; so the request is first brought down by the
// theory of independent positions, with room for what the probing adds.
func (p *plan) size(s *stage) (err error) {
	want := s.config.FPR
	cheap := s.config
	cheap.Scheme.Probing = hashes.Independent
	for try := 0; try < 50; try++ {
		if s.shape, err = p.inner.Shape(s.config, s.capacity); err != nil {
			return err
		}
		rate := p.inner.Predict(cheap, s.shape, s.capacity).FPR + surplus(p.config.Scheme.Probing, s.shape)
		if try > 5 || rate <= want {
			if rate = p.inner.Predict(s.config, s.shape, s.capacity).FPR; rate <= want {
				p.resolve(s)
				return nil
			}
		}
		s.config.FPR = float64(s.config.FPR*(want/rate)) * (1 - 1e-5)
	}
	return fmt.Errorf("%s does not come down to a rate of %g", p.inner.Name, want)
}

// resolve lets the stage's configuration name the shape found outright, bits and
// k instead of a rate, where that gives the same: no need to search twice.
func (p *plan) resolve(s *stage) {
	c := s.config
	c.Bits, c.FPR, c.K, c.Params = s.shape.Bits, 0, s.shape.K, s.shape.Params
	if again, err := p.inner.Shape(c, s.capacity); err == nil && reflect.DeepEqual(again, s.shape) {
		s.config = c
	}
}

// surplus is a guess, on the high side, of what a probing adds to the rate of
// independent positions in one table at half fill: at most about 0.4/m for double
// hashing, 0.1/m for the others.
func surplus(probing hashes.Probing, s variants.Shape) float64 {
	if s.Positions == 0 || s.BlockBits != 0 {
		return 0
	}
	switch probing {
	case hashes.Double:
		return 0.4 / float64(s.Positions)
	case hashes.Enhanced, hashes.Triple:
		return 0.1 / float64(s.Positions)
	}
	return 0
}

// stages returns the stages that hold n keys, at least one. None are listed past
// 2^40 bits: that is an error.
func (p *plan) stages(n uint64) (out []stage, err error) {
	room, total := uint64(0), uint64(0)
	for i := 0; i == 0 || room < n; i++ {
		s, err := p.stage(i)
		if err != nil {
			return nil, err
		}
		if total += s.shape.Bits; total > hashes.MaxBits {
			return nil, fmt.Errorf("%s: %d keys: more than 2^40 bits in %d stages", name, n, i+1)
		}
		room += s.capacity
		out = append(out, s)
	}
	return out, nil
}

// shape is the Shape of stages.
func (p *plan) shape(stages []variants.Shape) variants.Shape {
	s := variants.Shape{Capacity: p.config.Capacity, Params: p.params}
	for _, one := range stages {
		s.Bits += one.Bits
		s.Allocated += one.Allocated
	}
	return s
}

// predict returns the compound of the stages' own predictions with n keys in:
// full stages, and the last partly full.
func (f family) predict(c variants.Config, _ variants.Shape, n uint64) theory.Rate {
	p, err := f.plan(c)
	if err != nil {
		return theory.Rate{FPR: 1, Formula: err.Error()} // c has passed Shape
	}
	stages, err := p.stages(n)
	if err != nil {
		return theory.Rate{FPR: 1, Formula: err.Error()}
	}
	rates := make([]theory.Rate, len(stages))
	for i, s := range stages {
		held := min(n, s.capacity)
		rates[i] = p.inner.Predict(s.config, s.shape, held)
		n -= held
	}
	r := theory.Compound(rates)
	r.Formula += ": " + rates[0].Formula
	declare(&r, p.shared(stages[0].shape)*r.FPR/2)
	return r
}
