package stats

import "math"

// Sample is what a cell observed: Trials filters, Queries queries in all of them together (equally many of each), Hits
// of them answered yes.
type Sample struct {
	Hits, Queries, Trials uint64
	HitsSquared           float64 // sum over the trials of their squared hits; 0 when it was not kept
	PredictedFPR          float64 // mean over filters, by theory
	PredictedSD           float64 // standard deviation between filters, by theory; 0 when they have one rate
	UnitsSD               float64 // standard deviation between filters of the set units (bits), by theory; 0 when unknown
}

// Test holds the answers that one cell gives to the two questions of the package comment.
type Test struct {
	FPR        float64 // what was measured, Hits/Queries; NaN without queries
	Low, High  float64 // exact interval for it, widened by the spread between filters
	Confidence float64 // of the interval, not corrected for the family
	PDeviates  float64 // against "within prediction x (1 +- model error)"; NaN without prediction
	PAgrees    float64 // of TOST within prediction x (1 +- tolerance); NaN without prediction
	Detectable float64 // smallest relative deviation from the prediction this cell shows with 90 % power; may be +Inf

	QueriesNeeded uint64 // in all, at this many queries a filter, to decide with 90 % power; 0 when decided
	TrialsNeeded  uint64 // filters that is
	DesignEffect  float64
	PSpread       float64 // of "the filters spread no more than predicted"; NaN when it cannot be seen
}

// enough is where numbers of queries stop: the largest signed 64-bit integer, which every reader of a table can hold.
const enough = math.MaxInt64

// Evaluate asks a sample the two questions.
//
// prediction is the rate to compare with; modelError and tolerance are relative to it, modelError < tolerance. The level
// of the tests is 1-confidence over the family; p-values come uncorrected, familySize (at least 1) only goes into
// Detectable and QueriesNeeded, as Bonferroni's division.
//
// A prediction of exactly 0 or 1 means that theory calls the contrary impossible: one hit too many and PDeviates is 0. A
// prediction of 0 is agreed to by a sample without hits, since it is no statement about chance. An underflowed rate
// must therefore not be passed as 0; the smallest positive float does, and can only be refuted or left undecided.
func Evaluate(s Sample, prediction, modelError, tolerance, confidence float64, familySize int) Test {
	if s.PredictedFPR == 0 {
		s.PredictedFPR = prediction
	}
	e := s.effective()
	alpha := 1 - confidence
	t := Test{FPR: math.NaN(), High: 1, Confidence: confidence, DesignEffect: e.design, PSpread: s.PSpread()}
	if s.Queries > 0 {
		t.FPR = float64(s.Hits) / float64(s.Queries)
		t.Low, t.High = clopperPearson(e.x, e.n, e.shape.level(alpha/2))
	}
	q := question{prediction, modelError, tolerance, perTest(alpha, familySize)}
	t.PDeviates, t.PAgrees = q.pValues(e)
	t.Detectable = q.detectable(e)
	q.needs(&t, s, e)
	q.bound(&t)
	return t
}

// bound keeps to what the declared error leaves to be said. An error of 1 is no
// prediction, so nothing can deviate from it; and agreement within a tolerance that
// the formula does not itself promise cannot be shown by any number of queries.
func (q question) bound(t *Test) {
	if q.modelError >= 1 {
		t.PDeviates = 1
	}
	if q.modelError > 0 && q.modelError >= q.tolerance {
		t.PAgrees = 1
		if t.PDeviates > q.level {
			t.QueriesNeeded = math.MaxInt64
		}
	}
}

// pValues are those of the two tests.
func (q question) pValues(e effective) (deviates, agrees float64) {
	switch {
	case math.IsNaN(q.f):
		return math.NaN(), math.NaN()
	case !(e.n > 0):
		return 1, 1
	case q.f <= 0:
		return 1 - step(e.x > 0), step(e.x > 0)
	}
	deviates = PTwoSided(e.x, e.n, q.f*(1-q.modelError), q.f*(1+q.modelError))
	agrees = PTost(e.x, e.n, q.f, q.tolerance)
	if q.f < 1 || deviates > 0 { // what is impossible stays so
		deviates = math.Min(1, 2*e.shape.tail(deviates/2))
	}
	return deviates, e.shape.tail(agrees)
}

// detectable is the smallest deviation from the prediction that is seen beyond what the model error excuses.
func (q question) detectable(e effective) float64 {
	edge := math.Min(1, q.f*(1+q.modelError))
	level := 2 * e.shape.level(q.level/2)
	d := DetectableDeviation(edge, e.n, level, power)
	if math.IsInf(d, 1) || !(q.f > 0) || level <= 2*tiny {
		return math.Inf(1)
	}
	if edge*(1+d) > 1 { // it was one downward, from the lower edge of the band
		edge = q.f * (1 - q.modelError)
		return 1 - edge*(1-DetectableDeviation(edge, e.n, level, power))/q.f
	}
	return edge*(1+d)/q.f - 1
}

// needs fills in what would decide an undecided cell.
//
// It is the larger of two numbers: the queries that call a cell agrees when its rate is the predicted one, and those
// that decide (either way) when its rate is the one seen so far. Both are multiplied by the design effect, which stands
// for more filters of as many queries as these had.
func (q question) needs(t *Test, s Sample, e effective) {
	if math.IsNaN(t.PDeviates) || t.PDeviates <= q.level || t.PAgrees <= q.level {
		return
	}
	agree := q.queriesToAgree(q.f)
	n := agree
	if s.Queries > 0 {
		n = math.Max(agree, math.Min(q.queriesToAgree(t.FPR), q.queriesToDeviate(t.FPR)))
	}
	perTrial := math.Max(1, float64(s.Queries)/float64(max(s.Trials, 1)))
	trials := math.Ceil(n * e.design / perTrial)
	if !(trials*perTrial < enough) {
		t.QueriesNeeded = enough
		t.TrialsNeeded = toCount(trials)
		return
	}
	// An undecided cell needs more than it had, whatever the approximations say, and ten filters where their spread counts.
	trials = math.Max(trials, float64(s.Trials)+1)
	if !e.shape.plain() {
		trials = math.Max(trials, minTrials)
	}
	t.TrialsNeeded = toCount(trials)
	t.QueriesNeeded = toCount(math.Ceil(trials * perTrial))
}

// queriesToAgree is the number of independent queries at which TOST accepts a rate f, with 90 % power.
func (q question) queriesToAgree(f float64) float64 {
	return leastQueries(func(n float64) bool { return q.agreePower(f, n, 1, 1) >= power })
}

// queriesToDeviate is the number of independent queries at which a rate f is told from the band of the model error.
func (q question) queriesToDeviate(f float64) float64 {
	edge := q.f * (1 + q.modelError)
	if f < q.f {
		edge = q.f * (1 - q.modelError)
	}
	if math.Abs(f-q.f) <= math.Abs(edge-q.f) || edge > 1 {
		return math.Inf(1)
	}
	return QueriesToDetect(edge, f/edge-1, q.level, power)
}

// leastQueries finds the least n that is enough, to one part in a million, up to 1e30; infinity beyond.
func leastQueries(enough func(n float64) bool) float64 {
	hi := 1.0
	for !enough(hi) {
		if hi *= 2; hi > 1e30 {
			return math.Inf(1)
		}
	}
	lo := hi / 2
	for hi > lo*(1+1e-6) && hi > 1 {
		if mid := lo + (hi-lo)/2; enough(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return math.Ceil(hi)
}

// toCount makes a count of a float, at most the largest signed 64-bit integer.
func toCount(x float64) uint64 {
	if !(x < enough) {
		return enough
	}
	return uint64(x)
}
