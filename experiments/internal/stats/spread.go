package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Correlation returns rho = V/(f(1-f)), the correlation of two queries of one filter, when filters of mean rate fpr
// spread with standard deviation sd. It is 0 for rates of 0 and 1, and at most 1.
func Correlation(fpr, sd float64) float64 {
	f := fpr * (1 - fpr)
	if !(f > 0) || !(sd > 0) {
		return 0
	}
	return math.Min(1, sd*sd/f)
}

// DesignEffect returns 1+(P-1)rho: how many queries, P of them to a filter, are worth one independent query.
func DesignEffect(queriesPerTrial float64, fpr, sd float64) float64 {
	return 1 + float64(math.Max(0, queriesPerTrial-1)*Correlation(fpr, sd))
}

// SDOfMean returns the standard deviation of the pooled rate of so many trials (filters) with P queries each:
// sqrt((f(1-f)/P + V(1-1/P))/R).
func SDOfMean(trials, queriesPerTrial, fpr, sd float64) float64 {
	f := fpr * (1 - fpr) / queriesPerTrial
	return math.Sqrt((f + float64(sd*sd*(1-1/queriesPerTrial))) / trials)
}

// BetaShape returns the parameters of the beta distribution with mean fpr and standard deviation sd, the mixing law of
// a beta-binomial model of the filters. sd = 0 gives infinities.
func BetaShape(fpr, sd float64) (alpha, beta float64) {
	s := 1/Correlation(fpr, sd) - 1
	return fpr * s, (1 - fpr) * s
}

// minTrials is the least number of trials whose observed spread is listened to.
const minTrials = 10

// ObservedEffect returns the design effect that the trials themselves show: the variance of their hits over that of
// independent queries, S^2/(P f(1-f)). It is NaN where there is none to see: fewer than 10 trials, no sum of squares, or
// no query that differs from the others.
func (s Sample) ObservedEffect() float64 {
	x, n, r := float64(s.Hits), float64(s.Queries), float64(s.Trials)
	if s.Trials < minTrials || s.Hits == 0 || s.Hits == s.Queries || s.HitsSquared <= 0 {
		return math.NaN()
	}
	f := x / n
	variance := (s.HitsSquared - float64(x*(x/r))) / (r - 1)
	return math.Max(0, variance) / (n / r * f * (1 - f))
}

// PSpread returns the one-sided p-value of "the filters spread no more than predicted": the index of dispersion against
// chi-squared with trials-1 degrees of freedom. It is NaN where ObservedEffect is. With fewer than about 5 hits a trial
// the approximation is rough.
func (s Sample) PSpread() float64 {
	observed := s.ObservedEffect()
	if math.IsNaN(observed) {
		return observed
	}
	df := float64(s.Trials - 1)
	return chiSquaredUpper(observed/s.predictedEffect()*df, df)
}

func (s Sample) predictedEffect() float64 {
	return DesignEffect(float64(s.Queries)/float64(max(s.Trials, 1)), s.PredictedFPR, s.PredictedSD)
}

func chiSquaredUpper(x, df float64) float64 {
	return clip(distuv.ChiSquared{K: df}.Survival(x))
}

// excess is the level at which a spread above the predicted one is believed to be real. Above it the predicted variance
// is void, the observed one has only trials-1 degrees of freedom, and tails become Student's.
const excess = 1e-4

// effective is a sample in independent queries: x hits in n, the design effect behind them, and the shape of the tails.
type effective struct {
	x, n, design float64
	shape        shape
}

// effective shrinks the sample by the wider of the predicted and the observed spread.
func (s Sample) effective() effective {
	d := s.predictedEffect()
	tails := s.fewFilters(d)
	if observed := s.ObservedEffect(); observed > d {
		if s.PSpread() < excess {
			tails = shape{df: float64(s.Trials - 1)}
		}
		d = observed
	}
	return effective{x: float64(s.Hits) / d, n: float64(s.Queries) / d, design: d, shape: tails}
}

// fewFilters is the shape of the tails where less than ten filters have to speak for all, so that neither their number
// makes the mean of their rates normal nor their spread has been seen.
func (s Sample) fewFilters(design float64) shape {
	switch {
	case s.Trials >= minTrials || s.Trials == 0:
		return shape{}
	case s.UnitsSD > 0 && design > 1.2:
		return shape{events: float64(s.Trials) * s.UnitsSD * s.UnitsSD}
	case !(s.UnitsSD > 0) && design > 2:
		return shape{unknown: true}
	}
	return shape{}
}
