package theory

import "math"

// model is one way to draw positions over m cells, ready to be evaluated: exactly from a
// tally where that is affordable, from its first-order series otherwise.
type model struct {
	p       Positions
	m       uint64
	k       int
	exact   *tally
	keysPer uint64 // the tally's keys, divided by m
	foot    footprint
	series  series
	free    bool    // k is so small that positions are independent draws
	factor  float64 // declared error relative to the surplus
	floor   float64 // declared error, absolute
	byFill  bool    // filters differ by their fill (not by block loads)
	noise   float64 // spread that single keys add, in surplus/sqrt(n)
}

// independent tells whether k positions of p are independent draws: one always, two of
// double hashing and three of triple hashing where h2 and h3 are uniform, since h1, h1+h2
// and h1+2h2+h3 then are.
func independent(p Positions, k int) bool {
	switch p {
	case DoubleFastrange, EnhancedMod, EnhancedNextMod, DoubleModAny, DoubleWrapMod:
		return k <= 2
	case TripleFastrange, TripleMod:
		return k <= 3
	}
	return k == 1 || p == WithReplacement
}

// newModel prepares p.
func newModel(m uint64, k int, p Positions) model {
	p = unwrapped(p, m)
	d := model{p: p, m: m, k: k, free: independent(p, k) || m == 1}
	if d.free {
		return d
	}
	d.count()
	if d.exact == nil {
		d.expandSeries()
	}
	return d
}

// unwrapped is p, or what p is where wrapping at 2^64 does nothing.
func unwrapped(p Positions, m uint64) Positions {
	if p == DoubleWrapMod && m&(m-1) == 0 {
		return DoubleModAny
	}
	return p
}

// count tries exact counting.
func (d *model) count() {
	switch d.p {
	case DoubleMod, DoubleModAny, DoubleOdd:
		d.noise = 0.3
		if d.m > stepModulus {
			return
		}
		s := newSteps(d.m, d.k, d.p)
		d.exact = s.tally()
		d.keysPer, _, _ = s.count()
		d.foot = s.footprint()
	case EnhancedMod, EnhancedNextMod:
		d.keysPer = d.m
		if enhancedCountable(d.m, d.k) {
			d.exact, d.foot = enhancedTally(d.m, d.k, beginning(d.p))
		}
	case TripleMod:
		d.keysPer = d.m * d.m
		if tripleCountable(d.m, d.k) {
			d.exact, d.foot = patternTally(d.m, triplePatterns(d.m, d.k))
		}
	}
}

// beginning says where the positions of enhanced hashing begin.
func beginning(p Positions) cubic {
	if p == EnhancedNextMod {
		return 1
	}
	return 0
}

// expandSeries sets the first-order series and its declared error relative to the surplus,
// in units of k^6/m^2 plus k^2/m; see the files of the series for what it was held against.
func (d *model) expandSeries() {
	x := float64(d.k) * float64(d.k) * float64(d.k) / float64(d.m)
	second, first := x*x, float64(d.k)*float64(d.k)/float64(d.m)
	switch {
	case crowded(d.k, float64(d.m)):
		d.series, d.floor = drawsSeries(d.k), 1
	case d.p == DoubleFastrange:
		d.series, d.factor, d.noise = fastrangeSeries(d.k), 0.006*second+torusError(d.k), 0.55
	case d.p == DoubleWrapMod:
		// The series is that of an m without small factors. Others have other degenerate
		// steps: simulated surpluses were up to 1.1 times off (m = 960, k = 7).
		d.series, d.factor, d.noise = wrapModSeries(d.k), 1.3, 0.55
	case d.p == EnhancedMod || d.p == EnhancedNextMod:
		d.series, d.factor = enhancedSeries(d.k, d.m, beginning(d.p)), 0.005*second
	case d.p == TripleMod:
		d.series, d.factor = tripleModSeries(d.k, d.m), 0.03*second
	case d.p == TripleFastrange:
		d.series, d.factor = tripleFastrangeSeries(d.k), 0.02*second
		if d.k > tripleLimit {
			d.floor = 1e-3 / float64(d.m)
		}
	default:
		d.series, d.factor = stepSeries(d.k, d.m, d.p), 0.2*second+first
	}
	if d.foot.d == 0 && crowded(d.k, float64(d.m)) {
		d.foot = footprintDraws(float64(d.m), d.k)
	} else if d.foot.d == 0 {
		d.foot = d.series.footprint(float64(d.m))
	}
}

// formula names what evaluates the model.
func (d *model) formula() string {
	switch {
	case d.free:
		return drawsFormula
	case d.exact != nil:
		return "exact overlap counting, " + d.p.String()
	}
	return "exact independent draws + first-order surplus in 1/m, " + d.p.String()
}

// finish completes a rate whose mean is set: spread, model error and names. base is the
// prediction for independent draws; slope and baseSlope are the growth of both means with
// the next key. Filters differ by their fill, so base's spread is scaled by the ratio of
// the slopes; what overlaps with single keys add differs from key to key.
func (d *model) finish(r *Rate, base Rate, n uint64, slope, baseSlope float64) {
	r.Formula = d.formula()
	r.SD = base.SD
	if slope > 0 && baseSlope > 0 {
		r.SD *= slope / baseSlope
	}
	surplus := r.FPR - base.FPR
	if d.byFill && r.SetBitsSD > 0 && base.SetBitsSD > 0 {
		r.SD *= r.SetBitsSD / base.SetBitsSD
	}
	r.SD = math.Hypot(r.SD, d.noise*math.Max(0, surplus)/math.Sqrt(float64(n)))
	r.SD = math.Min(r.SD, math.Sqrt(r.FPR*(1-r.FPR)))
	if wrong := d.factor*math.Abs(surplus) + d.floor; wrong > 0 && r.FPR > 0 {
		r.ModelError = math.Min(1, wrong/r.FPR)
		r.Reason = "first order in 1/m; bound set by exact counting and simulation"
		if d.floor >= 1 {
			r.Reason = "k^3 is over 100 m: independent draws stand in for " + d.p.String()
		}
	}
}
