package stats

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// world is a cell whose truth is known: filters whose rates have mean rate and standard deviation sd.
type world struct {
	name     string
	rate, sd float64
	units    float64
}

// The two ends: at m = 5e6 (n = 5e5, k = 7) one filter stands for all, at m = 1000 (n = 100, k = 7) the filters' spread is
// everything. Means and spreads are the exact ones (golden rows classic-056, -085, -087, -102; fill: classic-059, stats-113).
var worlds = []world{
	{"large m", 0.0081937365327272421, 1.4172835802162557e-5, 622},
	{"small m", 0.0082662475148435663, 0.0010111281363959905, 8.796},
}

// simulate draws the counts of a design: a rate for each filter from the beta law, hits from the binomial.
func (w world) simulate(d Design, src rand.Source) Sample {
	s := Sample{Queries: d.Queries(), Trials: d.Trials}
	alpha, beta := BetaShape(w.rate, w.sd)
	for range d.Trials {
		rate := distuv.Beta{Alpha: alpha, Beta: beta, Src: src}.Rand()
		hits := distuv.Binomial{N: float64(d.QueriesPerTrial), P: rate, Src: src}.Rand()
		s.Hits += uint64(hits)
		s.HitsSquared += hits * hits
	}
	return s
}

// verdicts evaluates so many runs against a prediction and counts the verdicts, every run a member of its own family
// of the given size whose other members all have p = 1 (the hardest place in Holm's order).
func (w world) verdicts(runs int, d Design, prediction, modelError, tolerance, alpha float64, family int) map[Verdict]int {
	src := rand.NewPCG(20, 26)
	count := map[Verdict]int{}
	for range runs {
		s := w.simulate(d, src)
		s.PredictedFPR, s.PredictedSD, s.UnitsSD = prediction, w.sd*prediction/w.rate, w.units
		tests := make([]Test, family)
		for i := range tests {
			tests[i] = Test{PDeviates: 1, PAgrees: 1}
		}
		tests[0] = Evaluate(s, prediction, modelError, tolerance, 1-alpha, family)
		count[Decide(tests, alpha)[0].Verdict]++
	}
	return count
}

// shorter is the number of runs, a fifth of it under -short.
func shorter(runs int) int {
	if testing.Short() {
		return runs / 5
	}
	return runs
}

// atMost is the largest number of false verdicts in runs that a share alpha explains, but for one chance in a million.
func atMost(runs int, alpha float64) int {
	c := 0
	for UpperTail(float64(c+1), float64(runs), alpha) > 1e-6 {
		c++
	}
	return c
}

// A rate 2 % off, tolerance 2 %, no model error: deviates in at least 99 runs of 100; and a true one agrees in as many.
func TestPlantedDeviation(t *testing.T) {
	const alpha, beta, family = 0.01, 0.001, 20
	runs := shorter(100)
	for _, w := range worlds {
		d := PlanTrials(w.rate, w.sd, 0, 0.02, alpha, beta, family, 1e-5, 1e-8)
		for _, off := range []float64{0.98, 1.02} {
			if c := w.verdicts(runs, d, w.rate/off, 0, 0.02, alpha, family); c[Deviates] < runs-1 {
				t.Errorf("%s %v: rate %g of the prediction: %v", w.name, d, off, c)
			}
		}
		if c := w.verdicts(runs, d, w.rate, 0, 0.02, alpha, family); c[Agrees] < runs-1 {
			t.Errorf("%s %v: true rate: %v", w.name, d, c)
		}
	}
}

// Of 1000 runs of a true rate no more are called deviating than the declared share, whatever the design: the one planned,
// one filter only, and ten with far too many queries each.
func TestFalseAlarms(t *testing.T) {
	const alpha = 0.05
	runs := shorter(1000)
	for _, w := range worlds {
		planned := PlanTrials(w.rate, w.sd, 0, 0.10, alpha, 0.01, 1, 1e-5, 1e-8)
		for _, d := range []Design{planned, {1, 1000}, {1, 1e6}, {5, 20_000}, {10, 1e6}} {
			c := w.verdicts(runs, d, w.rate, 0, 0.10, alpha, 1)
			if c[Deviates] > atMost(runs, alpha) {
				t.Errorf("%s %v: %v, want at most %d deviates", w.name, d, c, atMost(runs, alpha))
			}
			if d == planned && c[Undecided]+c[Deviates] > atMost(runs, alpha+0.01) {
				t.Errorf("%s %v: %v, want at least 94 %% agrees", w.name, d, c)
			}
		}
	}
}

// At the very edge of its model error a rate is no deviation, and at the very edge of the tolerance it is no agreement.
func TestEdges(t *testing.T) {
	const alpha = 0.05
	runs := shorter(1000)
	for _, w := range worlds {
		d := PlanTrials(w.rate, w.sd, 0.03, 0.10, alpha, 0.01, 1, 1e-5, 1e-8)
		for _, off := range []float64{0.97, 1.03} {
			if c := w.verdicts(runs, d, w.rate/off, 0.03, 0.10, alpha, 1); c[Deviates] > atMost(runs, alpha) {
				t.Errorf("%s %v: rate %g of the prediction, model error 0.03: %v", w.name, d, off, c)
			}
		}
		for _, off := range []float64{0.9, 1.1} { // a model error as large as the tolerance takes deviates away
			if c := w.verdicts(runs, d, w.rate/off, 0.10, 0.10, alpha, 1); c[Agrees] > atMost(runs, alpha) {
				t.Errorf("%s %v: rate %g of the prediction, tolerance 0.1: %v", w.name, d, off, c)
			}
		}
	}
}

// Filters that spread three times as much as theory says: the pooled rate still raises no more alarms than declared, and
// the spread itself is noticed.
func TestUnforeseenSpread(t *testing.T) {
	const alpha = 0.01
	runs := shorter(1000)
	w, told := worlds[1], worlds[1].sd/3
	src := rand.NewPCG(3, 3)
	alarms, noticed := 0, 0
	for range runs {
		s := w.simulate(Design{40, 20_000}, src)
		s.PredictedFPR, s.PredictedSD = w.rate, told
		test := Evaluate(s, w.rate, 0, 0.1, 1-alpha, 1)
		if test.PDeviates <= alpha {
			alarms++
		}
		if test.PSpread <= alpha {
			noticed++
		}
	}
	if alarms > atMost(runs, alpha) || noticed < runs*95/100 {
		t.Errorf("%d alarms, want at most %d; spread noticed in %d of %d", alarms, atMost(runs, alpha), noticed, runs)
	}
}

// The exact occupancy of m = 10, n = 1, k = 2 (X = 2 with probability 0.9, else 1), where a filter's rate has two values
// only: one filter with a million queries is off by three standard deviations in one run of ten.
func TestTwoPointSpread(t *testing.T) {
	const alpha = 0.05
	runs := shorter(1000)
	const rate, sd = 0.037, 0.009 // 0.9*0.04 + 0.1*0.01, sqrt(0.9*0.1)*0.03
	src := rand.NewPCG(1, 2)
	coin := rand.New(src)
	for _, d := range []Design{{1, 1e6}, {3, 1e6}, {10, 1e6}, {1, 300}, {10, 88}} {
		alarms := 0
		for range runs {
			s := Sample{Queries: d.Queries(), Trials: d.Trials, PredictedFPR: rate, PredictedSD: sd, UnitsSD: 0.3}
			for range d.Trials {
				p := 0.04
				if coin.Float64() < 0.1 {
					p = 0.01
				}
				hits := distuv.Binomial{N: float64(d.QueriesPerTrial), P: p, Src: src}.Rand()
				s.Hits += uint64(hits)
				s.HitsSquared += hits * hits
			}
			if Evaluate(s, rate, 0, 0.02, 1-alpha, 1).PDeviates <= alpha {
				alarms++
			}
		}
		if alarms > atMost(runs, alpha) {
			t.Errorf("%v: %d alarms, want at most %d", d, alarms, atMost(runs, alpha))
		}
	}
}
