package filtertest

import (
	"math"
	"reflect"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/race"
	"github.com/filterlab/filterlab/variants/theory"
)

// bound is how many standard deviations a count may lie from its expectation.
const bound = 5

// rateCell is one measurement of false positives: filters of one configuration,
// holding keys keys each.
type rateCell struct {
	c       variants.Config
	keys    uint64
	kind    kind
	shape   variants.Shape
	want    theory.Rate
	filters int
	queries uint64 // a filter

	hits, given, givenVar float64 // over all filters; given what each has set
	setBits               float64
}

// rate measures at half load, full load and above, and over many small filters,
// where the probing's own surplus shows. Keys of other kinds than random ones are for
// functions that do not call themselves weak.
func (k *kit) rate() {
	for _, s := range k.few() {
		for _, at := range []struct {
			capacity uint64
			load     float64
		}{{10000, 1}, {10000, 0.6}, {10000, 1.5}, {100, 1}} {
			if at.load != 1 && (k.o.Short || k.v.Has(variants.CanBuild)) {
				continue
			}
			k.measure(rateCell{c: k.sized(s, at.capacity), kind: kinds()[1], keys: uint64(at.load * float64(at.capacity))})
		}
	}
	if k.schemes[0].Function.Weak != "" {
		return // Predict is of random keys, which are what a weak function tells apart
	}
	for _, kd := range kinds() { // a sound function makes all keys alike
		if kd.name == "prefix" || !k.o.Short && kd.name != "mixed" {
			k.measure(rateCell{c: k.sized(k.schemes[0], 4000), kind: kd, keys: 4000})
		}
	}
}

// measure plans, counts and judges one cell.
func (k *kit) measure(cell rateCell) {
	if k.plan(&cell) && k.count(&cell) {
		k.judge(&cell)
	}
}

// plan chooses how many filters and queries cell needs: filters until the spread
// between them is 0.3% of the rate, queries until 60,000 hits are expected. That is
// 0.5% in all, so the bound lies at 2.5% and a rate 5% off at 10 standard
// deviations; in short runs at 3% and 8. Under the race detector, which is ten
// times slower, only coarse errors are seen.
func (k *kit) plan(cell *rateCell) bool {
	var err error
	if cell.shape, err = k.v.Shape(cell.c, cell.keys); err != nil {
		k.broke("%s: Shape: %v", describe(cell.c), err)
		return false
	}
	cell.want = k.v.Predict(cell.c, cell.shape, cell.keys)
	p := cell.want.FPR
	if !(p > 0 && p <= 1) || !(cell.want.SD >= 0) || !(cell.want.ModelError >= 0) {
		k.broke("%s, %d keys: Predict gives %+v", describe(cell.c), cell.keys, cell.want)
		return false
	}
	hits, spread, most := 60000.0, 0.003, 4e6
	if k.o.Short {
		hits, spread, most = 50000, 0.004, 1.7e6
	}
	if race.Enabled {
		hits, spread, most = 5000, 0.01, 2e5
	}
	cell.filters = int(min(max(math.Ceil(math.Pow(cell.want.SD/p/spread, 2)), 5), 3000))
	total := min(hits/p, most)
	cell.queries = uint64(math.Ceil(total / float64(cell.filters)))
	return true
}

// count builds the filters and asks them; false if it cannot.
func (k *kit) count(cell *rateCell) bool {
	raw := k.raw(cell)
	for i := range cell.filters {
		c := cell.c
		if i > 0 { // the first is sized as cell asks
			c = raw
		}
		c.Seed += uint64(i)
		src := sourceOf(cell.kind, c.Scheme, hashes.SplitMix64(uint64(i)))
		src.vary(i)
		f := k.make(c)
		if f == nil {
			return false
		}
		if k.fill(f, src, 0, cell.keys) != nil {
			return false // a full filter holds fewer keys than Predict was asked about
		}
		hits := 0
		for q := range cell.queries {
			hits += one(f.Contains(src.digest(absent + q)))
		}
		cell.hits += float64(hits)
		k.condition(cell, c, f)
	}
	return true
}

// raw returns cell's configuration in bits and k where that gives the very same
// shape: looking for the size of every one of a thousand filters anew may take most
// of the time. Else it returns the configuration as it is.
func (k *kit) raw(cell *rateCell) variants.Config {
	c := cell.c
	c.FPR, c.BitsPerKey, c.Bits, c.K = 0, 0, cell.shape.Bits, 0
	if k.v.Probes {
		c.K = cell.shape.K
	}
	if s, err := k.v.Shape(c, cell.keys); err != nil || !reflect.DeepEqual(s, cell.shape) {
		return cell.c
	}
	return c
}

// condition notes what one filter has set, and the hits expected of it for that.
func (k *kit) condition(cell *rateCell, c variants.Config, f variants.Filter) {
	b, ok := f.(variants.SetBitser)
	if !ok {
		return
	}
	set := float64(b.SetBits())
	cell.setBits += set
	if k.conditional(cell) {
		p := k.v.GivenFill(c, cell.shape, set, 0)
		cell.given += p * float64(cell.queries)
		cell.givenVar += p * (1 - p) * float64(cell.queries)
	}
}

// conditional reports whether hits are compared with the filters' own set bits:
// small filters have dependent positions, which the fill does not show. The formula
// is dear, and small filters are many.
func (k *kit) conditional(cell *rateCell) bool { return k.v.GivenFill != nil && cell.keys >= 5000 }

// judge compares counts with predictions.
func (k *kit) judge(cell *rateCell) {
	r, q, filters := cell.want, float64(cell.queries), float64(cell.filters)
	want := r.FPR * q * filters
	sd := math.Sqrt(want*(1-r.FPR) + filters*q*q*r.SD*r.SD)
	k.near(cell, "false positives", cell.hits, want, sd, r.ModelError*want)
	if !k.v.Has(variants.CanCountBits) {
		return
	}
	if !math.IsNaN(r.SetBits) {
		k.near(cell, "set bits", cell.setBits, r.SetBits*filters, r.SetBitsSD*math.Sqrt(filters), 0.001*r.SetBits*filters)
	}
	if k.conditional(cell) {
		slack := r.ModelError + 0.003
		k.near(cell, "false positives given the set bits", cell.hits, cell.given, math.Sqrt(cell.givenVar), slack*cell.given)
	}
}

// near reports a count too far from its expectation, on either side.
func (k *kit) near(cell *rateCell, what string, got, want, sd, slack float64) {
	if math.Abs(got-want) <= bound*sd+slack+5 {
		return
	}
	way := "many"
	if got < want {
		way = "few"
	}
	k.brokeAs(way+what, "%s, %d %s keys, %d filters, %d queries each: too %s %s: %.0f, predicted %.0f with sd %.1f (ratio %.4f)",
		describe(cell.c), cell.keys, cell.kind.name, cell.filters, cell.queries, way, what, got, want, sd, got/want)
}
