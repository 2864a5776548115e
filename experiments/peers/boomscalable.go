package peers

import (
	"math"

	boom "github.com/tylertreat/BoomFilters"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

// boomScalable is given its defaults but the rate, as its README does: a hint of
// 10,000 keys, of which it outgrows as many as come.
func boomScalable() *variants.Variant {
	return scalable("boom-scalable", "scalable Bloom filter over []byte, defaults", func(uint64) uint { return 10_000 })
}

// boomScalableTenth is the same filter with a hint of a tenth of the keys: so that
// it has about as many stages at any n, as a user who knows the order of n would have.
func boomScalableTenth() *variants.Variant {
	return scalable("boom-scalable-tenth", "scalable Bloom filter over []byte, hinted a tenth of the keys",
		func(n uint64) uint { return uint(max(1, n/10)) })
}

// scalable is the library's scalable filter with a hint for so many keys.
func scalable(name, doc string, hint func(n uint64) uint) *variants.Variant {
	grow := func(a ask) growth { return growth{hint(a.n), a.p} }
	return peer{
		name: name, doc: doc, module: boomModule, scheme: hashes.KeyScheme(), promise: asAsked,
		size:     func(a ask) variants.Shape { return held(grow(a).stages(a.keys)) },
		compound: func(a ask) theory.Rate { return anyOf(grow(a).stages(a.keys)) },
		direct: func(a ask, s sized) variants.Filter {
			g := grow(a)
			return &boomStages{boom.NewScalableBloomFilter(g.hint, g.p, tightening), g, s}
		},
	}.variant()
}

// The library's defaults: each stage is asked for so much less than the one before,
// and is full when it thinks that so many of its bits are set.
const (
	tightening = 0.8
	fullAt     = 0.5
)

// growth is what a scalable filter's stages follow from: each is sized for the hint
// again, and they become more exact only.
type growth struct {
	hint uint
	p    float64
}

// stage is one partitioned filter: k slices, and the keys in it.
type stage struct {
	m, slice, keys uint64 // bits as they were asked for; bits a slice
	k              int
}

// stage returns the i-th, empty; false where the rate to ask for has run out of
// numbers.
func (g growth) stage(i int) (s stage, ok bool) {
	p := g.p * math.Pow(tightening, float64(i))
	if p == 0 {
		return s, false
	}
	s.m, s.k = uint64(boom.OptimalM(g.hint, p)), int(boom.OptimalK(p))
	s.slice = uint64(math.Ceil(float64(s.m) / float64(s.k)))
	return s, true
}

// room is how many keys a stage takes: the library estimates its fill from their
// number, and not from the bits.
func (s stage) room() uint64 {
	full := func(keys uint64) bool { return 1-math.Exp(-float64(keys)/float64(s.slice)) >= fullAt }
	keys := uint64(float64(s.slice) * math.Ln2)
	for keys > 0 && full(keys-1) {
		keys--
	}
	for !full(keys) {
		keys++
	}
	return keys
}

// stages are those with so many keys in.
func (g growth) stages(keys uint64) []stage {
	var all []stage
	for i := 0; ; i++ {
		s, ok := g.stage(i)
		if !ok {
			return all
		}
		s.keys = min(keys, s.room())
		keys -= s.keys
		if all = append(all, s); keys == 0 {
			return all
		}
	}
}

// held is the shape of stages: the bits of all their slices, each in whole bytes.
func held(all []stage) (s variants.Shape) {
	for _, x := range all {
		s.Bits += uint64(x.k) * x.slice
		s.Allocated += uint64(x.k) * ((x.slice + 7) / 8 * 8)
	}
	s.K = all[0].k
	return s
}

// anyOf is the rate of a key that is found where any stage finds it: stages hold
// different keys, and are independent under ideal hashing. Logarithms are added up,
// since 1 less a rate of 1e-17 is 1: a filter with few keys in a stage has less.
func anyOf(all []stage) theory.Rate {
	logNone, spread := 0.0, 0.0
	for _, s := range all {
		r := theory.Partitioned(s.keys, s.slice, s.k, theory.WithReplacement)
		logNone += math.Log1p(-r.FPR)
		spread += float64(r.SD*r.SD) / float64((1-r.FPR)*(1-r.FPR))
	}
	return theory.Rate{FPR: -math.Expm1(logNone), SD: math.Exp(logNone) * math.Sqrt(spread),
		Formula: "1 - product of (1 - p_i) of its stages, p_i = (1-(1-1/s)^n)^k for k slices of s bits with n keys"}
}

// boomStages takes keys, and tells the bits that it has grown to.
type boomStages struct {
	lib *boom.ScalableBloomFilter
	growth
	sized
}

// Add hands over a key.
func (f *boomStages) Add(d hashes.Digest) error {
	f.lib.Add(d.Key())
	return nil
}

// Contains asks for a key.
func (f *boomStages) Contains(d hashes.Digest) bool { return f.lib.Test(d.Key()) }

// Shape returns the bits of all stages as they are now: the library tells the sum of
// those that were asked for, which says how many stages there are.
func (f *boomStages) Shape() variants.Shape {
	var all []stage
	for asked := uint64(0); asked < uint64(f.lib.Capacity()); {
		s, ok := f.stage(len(all))
		if !ok {
			break
		}
		all, asked = append(all, s), asked+s.m
	}
	s := held(all)
	s.Capacity = f.shape.Capacity
	return s
}
