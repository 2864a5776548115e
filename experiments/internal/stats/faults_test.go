package stats

import (
	"math"
	"testing"
)

// FF-60, FF-62: the rate is hits over queries of absent keys, whatever number of keys was inserted.
func TestDenominator(t *testing.T) {
	for _, queries := range []uint64{1000, 10_000, 100_000} {
		s := Sample{Hits: queries / 100, Queries: queries, Trials: 1}
		test := Evaluate(s, 0.01, 0, 0.1, 0.99, 1)
		if test.FPR != 0.01 || test.PDeviates != 1 {
			t.Errorf("1 hit in 100 of %d queries: %+v", queries, test)
		}
	}
	if got := Evaluate(Sample{Hits: 100, Queries: 1000, Trials: 1}, 0.1, 0, 0.1, 0.99, 1).FPR; got != 0.1 {
		t.Errorf("a filter that says yes to every tenth: %g", got)
	}
}

// FF-61: no hit in 10,000 queries says nothing about 1e-6; the upper limit is the rule of three; 1e9 queries would do for
// 10 % as equivalence (10.8 hits over 0.1 squared).
func TestTooFewQueries(t *testing.T) {
	s := Sample{Queries: 10_000, Trials: 1}
	test := Evaluate(s, 1e-6, 0, 0.1, 0.95, 1)
	d := Decide([]Test{test}, 0.05)[0]
	if d.Verdict != Undecided || test.PAgrees != 1 {
		t.Errorf("%+v %+v", d, test)
	}
	if d.QueriesNeeded < 1.0e9 || d.QueriesNeeded > 1.2e9 {
		t.Errorf("queries needed %d, want about 1.1e9", d.QueriesNeeded)
	}
	near(t, "upper limit", ZeroHitsUpper(1e4, 0.95), 2.995e-4, 1e-3, "")
	for _, p := range []float64{1e-9, 1e-15, 1e-300, math.SmallestNonzeroFloat64} {
		test := Evaluate(s, p, 0, 0.5, 0.95, 1)
		if d := Decide([]Test{test}, 0.05)[0]; d.Verdict != Undecided || d.QueriesNeeded < 1e9 {
			t.Errorf("p = %g: %+v", p, d)
		}
		if test.Detectable < 1 {
			t.Errorf("p = %g: detectable %g", p, test.Detectable)
		}
	}
}

// FF-63: 9 hits of 8192 at 0.001 are ordinary (43 %); 26 are one in a million, 19 one in a thousand.
func TestOrdinaryHits(t *testing.T) {
	near(t, "P(X >= 9)", UpperTail(9, 8192, 0.001), 0.43, 0.02, "")
	for _, c := range []struct{ hits, level float64 }{{26, 1e-6}, {19, 1e-3}} {
		if UpperTail(c.hits, 8192, 0.001) > c.level || UpperTail(c.hits-1, 8192, 0.001) < c.level {
			t.Errorf("%v is not the limit: %g, %g", c, UpperTail(c.hits-1, 8192, 0.001), UpperTail(c.hits, 8192, 0.001))
		}
	}
	near(t, "one hit of 1e5 at 1/4,750,000", UpperTail(1, 1e5, 1.0/4750000), 0.021, 0.01, "")
	near(t, "one hit of 8 at 1 %", UpperTail(1, 8, 0.01), 0.077, 0.01, "")
	if d := Decide([]Test{Evaluate(Sample{Hits: 9, Queries: 8192, Trials: 1}, 0.001, 0, 0.02, 0.99, 1)}, 0.01)[0]; d.Verdict != Undecided {
		t.Errorf("9 of 8192 at 0.001: %+v", d)
	}
}

// FF-65: fully separated runs, 3 against 3 to 5 against 5.
func TestTooFewRuns(t *testing.T) {
	near(t, "3 against 3", SmallestRankP(3, 3), 0.1, 1e-12, "")
	near(t, "4 against 4", SmallestRankP(4, 4), 0.0286, 2e-3, "")
	near(t, "5 against 5", SmallestRankP(5, 5), 2.0/252, 1e-12, "")
	if SmallestRankP(0, 5) != 1 || SmallestRankP(1, 1) != 1 {
		t.Error("one run or none can decide nothing")
	}
	if got := RunsNeeded(0.05, 1); got != 4 {
		t.Errorf("runs needed at 0.05: %d, want 4", got)
	}
}

// FF-68: 48 settings that are all equal make 1128 pairs, 56 of them different at 0.05 without correction; 5 runs a side
// can never pass, 9 can.
func TestManyComparisons(t *testing.T) {
	const pairs = 48 * 47 / 2
	p := make([]float64, pairs)
	for i := range p {
		p[i] = (float64(i) + 0.5) / pairs // what uniform p-values look like
	}
	raw, corrected := 0, 0
	for i, a := range Holm(p) {
		if p[i] <= 0.05 {
			raw++
		}
		if a <= 0.05 {
			corrected++
		}
	}
	if raw != 56 || corrected != 0 {
		t.Errorf("%d differences without, %d with correction", raw, corrected)
	}
	if got := RunsNeeded(0.05, pairs); got != 9 {
		t.Errorf("runs needed for %d pairs: %d, want 9", pairs, got)
	}
	near(t, "smallest p of 9 runs", SmallestRankP(9, 9), 4.1e-5, 0.01, "")
}
