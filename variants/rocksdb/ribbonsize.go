package rocksdb

import (
	"fmt"
	"math"
	"sort"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/sizing"
	"github.com/filterlab/filterlab/variants/internal/system"
	"github.com/filterlab/filterlab/variants/theory"
)

const (
	block       = 128         // slots of a block, bits of a coefficient row
	mostRibbon  = 950_000_000 // keys; a larger set gets a Bloom filter
	mostColumns = 32          // bits of a result row
	middle      = 1 << 31     // high half of the hash that stands for any first key
	tail        = 5           // bytes behind every filter
)

// Ribbon is the size of a ribbon filter: segments of 128 bits, of which a block has
// one for every column; the blocks before upper have a column less.
type Ribbon struct{ blocks, segments uint64 }

// RibbonSize returns the size for n keys, n >= 1, with the rate of a Bloom filter of
// perKey bits (as Millibits cuts them), where high is the high half of the hash of the
// smallest key. Not ok: RocksDB writes a Bloom filter, of Size.
func RibbonSize(n uint64, perKey float64, high uint32) (r Ribbon, ok bool) {
	if n > mostRibbon {
		return r, false
	}
	slots := ribbonSlots(n)
	r.blocks = slots / block
	r.segments = ribbonSegments(slots, inverseRate(perKey), high)
	bloom, _ := Size(n, Millibits(perKey))
	return r, slots >= 1024 || bloom/8 >= float64(16*r.segments)
}

// inverseRate is 1 over the rate of a fast local Bloom filter, by RocksDB's own
// approximation: a line one standard deviation fuller, and one emptier, than the mean.
func inverseRate(perKey float64) float64 {
	k := float64(Probes(Millibits(perKey)))
	perKey = math.Min(100, math.Max(1, perKey))
	std := func(y float64) float64 { return math.Pow(1-math.Exp(-k/y), k) }
	q := line / perKey
	return 1 / ((std(line/(q+math.Sqrt(q))) + std(line/(q-math.Sqrt(q)))) / 2)
}

// ribbonKeys is the number of keys that 2^l slots take with a seed or two.
func ribbonKeys(l int) float64 {
	if l < 8 {
		return 0
	}
	known := [...]float64{248.851, 499.532, 1001.26, 2003.97, 4005.59, 8000.39, 15966.6, 31828.1, 63447.3, 126506}
	if l-8 < len(known) {
		return known[l-8]
	}
	each := 0.0038
	return math.Exp2(float64(l)) / (131072.0/126506 - float64(17*each) + float64(float64(l)*each))
}

// ribbonSlots returns the slots for n keys: whole blocks, at least two.
func ribbonSlots(n uint64) uint64 {
	fn := float64(n)
	l := int(float64(math.Log(fn)*1.4426950409) + 0.5)
	low := ribbonKeys(l)
	if l == 0 || low == 0 {
		return 2 * block
	}
	up := 0.0
	if fn < low {
		up = low
		l--
		low = ribbonKeys(l)
	} else {
		up = ribbonKeys(l + 1)
	}
	size := math.Exp2(float64(l))
	slots := uint64(float64((fn-low)/(up-low)*size) + size + 0.999999999)
	return max(2, (slots+block-1)/block) * block
}

// ribbonSegments returns the segments for a rate of 1/inverse.
func ribbonSegments(slots uint64, inverse float64, high uint32) uint64 {
	blocks := slots / block
	p := 1 / inverse
	switch {
	case inverse <= 1 || p >= 1:
		return 1
	case inverse > math.MaxUint32:
		return blocks * mostColumns
	}
	least := math.Floor(math.Log2(math.Trunc(inverse)))
	lower, upper := math.Exp2(-least), math.Exp2(-least-1)
	w := (p - upper) / (lower - upper)
	fraction := (float64(high) + 0.5) / (1 << 32)
	short := uint64((float64(w*float64(slots-block+1)) + fraction) / block)
	return blocks*uint64(least) + blocks - short
}

// columns returns the most columns of a block, and how many blocks have one less.
func (r Ribbon) columns() (columns, upper uint64) {
	columns = (r.segments + r.blocks - 1) / r.blocks
	return columns, columns*r.blocks - r.segments
}

// starts returns the number of slots at which a key's row can begin.
func (r Ribbon) starts() uint64 { return r.blocks*block - block + 1 }

// rate returns the mean over starts of 2^-columns.
func (r Ribbon) rate() float64 {
	columns, upper := r.columns()
	short := math.Min(1, float64(upper*block)/float64(r.starts()))
	p := theory.FingerprintRate(int(columns))
	return p + float64(short*p)
}

// plan is what a checked configuration makes.
type plan struct {
	perKey float64 // of the Bloom filter that has this rate
	ribbon Ribbon
	bloom  bool
	shape  variants.Shape
}

// planned validates c. Whichever key is the smallest may make a segment of
// difference, in one set of 128: the shape is that of a hash in the middle.
func planned(c variants.Config) (plan, error) {
	params, err := system.Check(ribbon, c, *ribbonScheme(), nil)
	switch {
	case err != nil:
		return plan{}, err
	case c.K != 0:
		return plan{}, fmt.Errorf("%s: k %d: want none: rows of 128 bits replace the probes", ribbon, c.K)
	case c.FPR != 0:
		return leastRibbon(c, params)
	case c.Bits != 0:
		return largestRibbon(c, params)
	case Millibits(c.BitsPerKey) == 0:
		return plan{}, noFilter(ribbon, c.BitsPerKey)
	}
	return planOf(c, params, c.BitsPerKey)
}

// planOf is the plan for capacity keys at the rate of perKey bits.
func planOf(c variants.Config, params variants.Params, perKey float64) (p plan, err error) {
	p.perKey = perKey
	r, ok := RibbonSize(c.Capacity, perKey, middle)
	p.ribbon, p.bloom = r, !ok
	m, k := float64(r.segments)*block, 1
	if p.bloom {
		m, k = Size(c.Capacity, Millibits(perKey))
	}
	p.shape, err = system.Shape(ribbon, c, params, m, k)
	p.shape.Positions = 0
	if p.bloom {
		p.shape.Blocks, p.shape.BlockBits = p.shape.Bits/line, line
	} else {
		p.shape.K = 0
	}
	return p, err
}

// leastRibbon takes the least multiple of 0.1 bits per key at which theory has at
// most the rate asked for.
func leastRibbon(c variants.Config, params variants.Params) (p plan, err error) {
	first := math.Max(10, math.Floor(10*theory.BitsPerKeyBloom(c.FPR)-10))
	for i := first; i <= 1000; i++ {
		if p, err = planOf(c, params, i/10); err != nil {
			return p, err
		}
		if n := float64(c.Capacity); p.bloom && float64(p.shape.Bits) < 0.099*i*n {
			return p, fmt.Errorf("%s: fpr %v for %d keys: RocksDB cuts its filters at %d bits: want a smaller capacity or a larger fpr", ribbon, c.FPR, c.Capacity, p.shape.Bits)
		}
		if p.rate(c.Capacity).FPR <= c.FPR {
			return p, nil
		}
	}
	return p, fmt.Errorf("%s: fpr %v: not reached with 100 bits per key, whose rate is %.3g: want a larger rate, or bits per key", ribbon, c.FPR, p.rate(c.Capacity).FPR)
}

// largestRibbon takes the most thousandths of bits per key whose filter has at most the
// bits asked for.
func largestRibbon(c variants.Config, params variants.Params) (plan, error) {
	fits := func(millibits int) bool {
		p, err := planOf(c, params, float64(millibits)/1000)
		return err == nil && p.shape.Bits <= c.Bits
	}
	i := sort.Search(100_000-1000, func(i int) bool { return !fits(i + 1001) })
	if !fits(i + 1000) {
		p, err := planOf(c, params, 1)
		if err == nil {
			err = fmt.Errorf("%s: bits %d for %d keys: want at least %d", ribbon, c.Bits, c.Capacity, p.shape.Bits)
		}
		return plan{}, err
	}
	return planOf(c, params, float64(i+1000)/1000)
}

// overfull reports whether n keys have no solution for certain, being more than slots.
func (p plan) overfull(n uint64) bool { return n > p.ribbon.blocks*block }

// holding is the shape with n keys in: where they have no solution that of the Bloom filter
// which takes them instead.
func (p plan) holding(n uint64) variants.Shape {
	if p.bloom || !p.overfull(n) || p.shape.Capacity == 0 {
		return p.shape
	}
	return p.asBloom()
}

// asBloom is the shape of the Bloom filter of the plan's capacity.
func (p plan) asBloom() variants.Shape {
	s := sizing.Copy(p.shape)
	m, k := Size(s.Capacity, Millibits(p.perKey))
	s.Bits, s.Allocated, s.K = uint64(m), uint64(m), k
	s.Blocks, s.BlockBits = s.Bits/line, line
	return s
}

// rate is the theory for n keys. More keys than slots have no solution, and a Bloom
// filter of the capacity holds them; of a few less than that one or the other does.
func (p plan) rate(n uint64) theory.Rate {
	if p.bloom || p.overfull(n) {
		r := predict(variants.Config{}, p.asBloom(), n)
		if p.shape.Capacity > mostRibbon {
			r.Reason += "; of more than 950,000,000 keys RocksDB makes no ribbon filter but its Bloom filter"
		}
		r.SetBits, r.SetBitsSD = math.NaN(), math.NaN()
		return r
	}
	r := theory.Rate{FPR: p.ribbon.rate(), SetBits: math.NaN(), SetBitsSD: math.NaN(),
		Formula:    "2^-columns, mean over blocks (Dillinger and Walzer 2021)",
		ModelError: 0.01, Reason: "the result bits of a row are made of the hash that its coefficients are, taken for independent"}
	switch {
	case n == 0:
		r.FPR = 0
	case n > p.shape.Capacity:
		r.ModelError, r.Reason = 1, "more keys than the capacity, fewer than slots: it may be a Bloom filter"
	}
	return r
}

// sameRate is what filter_policy.h says of 10 bits per key, which are those of the Bloom
// filter of the same rate.
func sameRate(c variants.Config, _ variants.Shape, n uint64) variants.Promise {
	p, err := planned(c)
	promise := variants.Promise{FPR: math.NaN(), Source: "filter_policy.h: with 10 the same 0.95 % as Bloom, in about 7 bits per key"}
	if err == nil && p.perKey == 10 && n <= c.Capacity {
		promise.FPR = 0.0095
	}
	return promise
}
