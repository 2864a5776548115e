package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// FillTest asks the two questions of the number of set bits: trials filters with sumSet set bits in all and sumSetSq the
// sum of their squares, against a predicted mean and standard deviation of one filter. modelError and tolerance are
// relative to the mean; Test.FPR, Low and High are set bits of one filter, and QueriesNeeded counts filters.
//
// The number of occupied cells is distributed like a sum of independent zero-one variables (Vatutin and Mikhailov 1982),
// whose tails are no heavier than those of a Poisson law of the same variance, and those are used on both sides. For
// large tables they are the normal's; for tables of a few bits, where the normal would raise false alarms, they are not.
//
// A spread of 0 means that theory leaves no choice: then only the exact mean agrees. Filters that differ all the same
// (full ones refuse keys) still have an interval: Student's, from the spread that they show.
func FillTest(sumSet, sumSetSq float64, trials uint64, mean, sd, modelError, tolerance, confidence float64, familySize int) Test {
	t := Test{FPR: math.NaN(), Low: 0, High: math.Inf(1), Confidence: confidence, DesignEffect: 1, PSpread: math.NaN(),
		PDeviates: math.NaN(), PAgrees: math.NaN(), Detectable: math.Inf(1)}
	if trials == 0 || math.IsNaN(mean) || math.IsNaN(sd) {
		return t
	}
	f := newFill(sumSet, sumSetSq, trials, sd)
	q := question{mean, modelError, tolerance, perTest(1-confidence, familySize)}
	t.FPR, t.DesignEffect, t.PSpread = f.seen, f.widen, f.pSpread
	half := f.halfWidth((1 - confidence) / 2)
	t.Low, t.High = math.Max(0, f.seen-half), f.seen+half
	t.PDeviates = math.Min(1, 2*math.Min(f.tail(f.seen-mean*(1+modelError)), f.tail(mean*(1-modelError)-f.seen)))
	t.PAgrees = math.Max(f.tail(f.seen-mean*(1-tolerance)), f.tail(mean*(1+tolerance)-f.seen))
	if f.sd == 0 && f.seen == mean {
		t.PAgrees = 0
	}
	if mean > 0 {
		t.Detectable = modelError + (f.quantile(q.level/2)+float64(mathext.NormalQuantile(power)*f.sdOfMean()))/mean
	}
	f.needs(&t, q)
	q.bound(&t)
	return t
}

// fill is the mean of so many filters' set bits and how far it may stray.
type fill struct {
	seen, trials float64
	sd           float64 // of one filter, the wider of predicted and observed
	widen        float64 // variance over the predicted one
	shown        float64 // sd that the filters show where the predicted one is 0
	df, pSpread  float64
}

func newFill(sum, sumSq float64, trials uint64, sd float64) fill {
	r := float64(trials)
	f := fill{seen: sum / r, trials: r, sd: sd, widen: 1, pSpread: math.NaN()}
	if sd == 0 {
		f.shown = shownSD(sum, sumSq, r)
	}
	if trials < minTrials || sumSq <= 0 || sd == 0 {
		return f
	}
	ratio := (sumSq - float64(sum*(sum/r))) / (r - 1) / (sd * sd)
	f.pSpread = chiSquaredUpper(math.Max(0, ratio)*(r-1), r-1)
	if ratio > 1 {
		f.widen, f.sd = ratio, sd*math.Sqrt(ratio)
		if f.pSpread < excess {
			f.df = r - 1
		}
	}
	return f
}

// shownSD is the standard deviation of r numbers with the sums given; 0 for what is no more than the rounding of those.
func shownSD(sum, sumSq, r float64) float64 {
	rest := sumSq - float64(sum*(sum/r))
	if r < 2 || rest <= 1e-15*sumSq {
		return 0
	}
	return math.Sqrt(rest / (r - 1))
}

// halfWidth is half of the interval whose tails are alpha each.
func (f fill) halfWidth(alpha float64) float64 {
	if f.shown == 0 {
		return f.quantile(alpha)
	}
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: f.trials - 1}
	return t.Quantile(1-alpha) * f.shown / math.Sqrt(f.trials)
}

func (f fill) sdOfMean() float64 { return f.sd / math.Sqrt(f.trials) }

// tail is the probability that the mean of the filters exceeds its expectation by deviation or more, either way.
func (f fill) tail(deviation float64) float64 {
	if f.sd == 0 {
		return 1 - step(deviation > 0)
	}
	return shape{df: f.df}.tail(poissonBeyond(f.trials*f.sd*f.sd, f.trials*deviation))
}

// quantile is the deviation whose tail is alpha.
func (f fill) quantile(alpha float64) float64 {
	if f.sd == 0 {
		return 0
	}
	lo, hi := 0.0, f.sdOfMean()
	for f.tail(hi) > alpha && hi < 1e300 {
		lo, hi = hi, hi*2
	}
	for i := 0; i < 60; i++ {
		if mid := lo + (hi-lo)/2; f.tail(mid) > alpha {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// needs counts the filters that would decide, by the normal approximation, like question.needs.
func (f fill) needs(t *Test, q question) {
	if t.PDeviates <= q.level || t.PAgrees <= q.level {
		return
	}
	z := -mathext.NormalQuantile(q.level) - mathext.NormalQuantile((1-power)/2)
	filters := func(margin float64) float64 {
		if !(margin > 0) {
			return math.Inf(1)
		}
		return math.Pow(z*f.sd/margin, 2)
	}
	off := math.Abs(f.seen - q.f)
	n := math.Max(filters(q.f*q.tolerance), math.Min(filters(q.f*q.tolerance-off), filters(off-q.f*q.modelError)))
	t.TrialsNeeded = toCount(math.Ceil(math.Max(n, f.trials+1)))
	t.QueriesNeeded = t.TrialsNeeded
}

// ConditionalTest asks the two questions of the hits given the fill: expected is the mean over all queries of the rate
// that each filter has by its own number of set bits, such as (X/m)^k. The spread between filters is thereby removed,
// and queries are independent (rates that differ between the filters make the pooled hits less variable than the
// binomial, never more).
func ConditionalTest(hits, queries uint64, expected, modelError, tolerance, confidence float64, familySize int) Test {
	s := Sample{Hits: hits, Queries: queries, Trials: 1, PredictedFPR: expected}
	return Evaluate(s, expected, modelError, tolerance, confidence, familySize)
}
