package stats

import (
	"math"
	"testing"
)

// Ends that need no table: what is impossible, what is certain, what was not asked.
func TestEvaluateEnds(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name             string
		hits, queries    uint64
		prediction       float64
		deviates, agrees float64 // NaN: not compared
		verdict          Verdict
	}{
		{"empty filter", 0, 1e6, 0, 1, 0, Agrees},
		{"empty filter with a hit", 1, 1e6, 0, 0, 1, Deviates},
		{"full filter", 1e6, 1e6, 1, 1, 0, Agrees}, // 0.98^1e6 is below 1e-300
		{"full filter with a miss", 1e6 - 1, 1e6, 1, 0, nan, Deviates},
		{"full filter, 10 queries", 10, 10, 1, 1, math.Pow(0.98, 10), Undecided},
		{"all hits where half was expected", 1000, 1000, 0.5, 2 * math.Pow(0.5, 1000), 1, Deviates},
		{"no hits where half was expected", 0, 1000, 0.5, 2 * math.Pow(0.5, 1000), 1, Deviates},
		{"no queries", 0, 0, 0.5, 1, 1, Undecided},
		{"no prediction", 5, 1000, nan, nan, nan, Undecided},
		{"almost full, as predicted", 999_990, 1e6, 0.99999, 1, nan, Agrees},
	} {
		test := Evaluate(Sample{Hits: c.hits, Queries: c.queries, Trials: 1}, c.prediction, 0, 0.02, 0.99, 1)
		if !math.IsNaN(c.deviates) {
			near(t, c.name+": PDeviates", test.PDeviates, c.deviates, 1e-9, "")
		}
		if !math.IsNaN(c.agrees) {
			near(t, c.name+": PAgrees", test.PAgrees, c.agrees, 1e-9, "")
		}
		d := Decide([]Test{test}, 0.01)[0]
		if d.Verdict != c.verdict {
			t.Errorf("%s: %+v %+v, want %s", c.name, test, d, c.verdict)
		}
		if (d.QueriesNeeded == 0) != (d.Verdict != Undecided || math.IsNaN(c.prediction)) {
			t.Errorf("%s: %s needs %d queries", c.name, d.Verdict, d.QueriesNeeded)
		}
		if !(test.Low >= 0 && test.Low <= test.High && test.High <= 1) {
			t.Errorf("%s: interval [%g, %g]", c.name, test.Low, test.High)
		}
	}
}

// A composite null: the p-value is that of the nearer end of the band, and 1 inside of it.
func TestModelError(t *testing.T) {
	s := Sample{Hits: 1100, Queries: 100_000, Trials: 1}
	near(t, "above", Evaluate(s, 0.01, 0.03, 0.2, 0.99, 1).PDeviates, 2*UpperTail(1100, 1e5, 0.0103), 1e-12, "")
	s.Hits = 900
	near(t, "below", Evaluate(s, 0.01, 0.03, 0.2, 0.99, 1).PDeviates, 2*LowerTail(900, 1e5, 0.0097), 1e-12, "")
	s.Hits = 1020
	near(t, "inside", Evaluate(s, 0.01, 0.03, 0.2, 0.99, 1).PDeviates, 1, 0, "")
}

// Spread shrinks the sample: 10 filters of m = 1000 (golden stats-074: design effect 2.247 at 10,000 queries each).
func TestWidening(t *testing.T) {
	s := Sample{Hits: 827, Queries: 100_000, Trials: 10, PredictedFPR: 0.0082662475148435663, PredictedSD: 0.0010111281363959905}
	test := Evaluate(s, s.PredictedFPR, 0, 0.02, 0.95, 1)
	const d = 2.2469971478637915735
	near(t, "design effect", test.DesignEffect, d, 1e-9, "")
	low, high := ClopperPearson(827/d, 1e5/d, 0.95)
	near(t, "low", test.Low, low, 1e-9, "")
	near(t, "high", test.High, high, 1e-9, "")
	// What is needed comes with filters: 10.8/0.02^2 (1-p)/p independent queries are 729 of 10,000 / 2.247.
	if test.TrialsNeeded < 720 || test.TrialsNeeded > 760 || test.QueriesNeeded != test.TrialsNeeded*10_000 {
		t.Errorf("%d queries of %d filters needed", test.QueriesNeeded, test.TrialsNeeded)
	}
	// Hits that differ more between the trials than predicted widen further: 5 filters with 165, 5 with 0.4 hits.
	s.HitsSquared = 5*165*165 + 5*0.4*0.4
	if wide := Evaluate(s, s.PredictedFPR, 0, 0.02, 0.95, 1); !(wide.DesignEffect > 50 && wide.High > test.High && wide.PSpread < 1e-9) {
		t.Errorf("not widened: %+v", wide)
	}
	// And equal hits do not narrow.
	s.HitsSquared = 827 * 827 / 10.0
	if even := Evaluate(s, s.PredictedFPR, 0, 0.02, 0.95, 1); even.DesignEffect != test.DesignEffect || even.PSpread < 0.99 {
		t.Errorf("narrowed: %+v", even)
	}
}

func TestDecide(t *testing.T) {
	nan := math.NaN()
	tests := []Test{
		{PDeviates: 0.003, PAgrees: 0.001, QueriesNeeded: 7}, // significant alone, and in a family of four at 0.05
		{PDeviates: 0.9, PAgrees: 0.001, QueriesNeeded: 7},
		{PDeviates: 0.02, PAgrees: 0.3, QueriesNeeded: 7},
		{PDeviates: nan, PAgrees: nan, QueriesNeeded: 0},
		{PDeviates: 0.5, PAgrees: 0.04, QueriesNeeded: 7},
	}
	want := []Decision{
		{Deviates, 0.012, 0.004, 4, 0}, // wins although it agrees as well
		{Agrees, 1, 0.004, 4, 0},
		{Undecided, 0.06, 0.3, 4, 7}, // 0.02 x 3
		{Undecided, nan, nan, 4, 0},
		{Undecided, 1, 0.08, 4, 7}, // 0.04 x 2
	}
	for i, d := range Decide(tests, 0.05) {
		w := want[i]
		if d.Verdict != w.Verdict || d.FamilySize != w.FamilySize || d.QueriesNeeded != w.QueriesNeeded {
			t.Errorf("test %d: %+v, want %+v", i, d, w)
		}
		if math.IsNaN(w.PAdjusted) != math.IsNaN(d.PAdjusted) || math.Abs(d.PAdjusted-w.PAdjusted) > 1e-12 || math.Abs(d.PAgreesAdjusted-w.PAgreesAdjusted) > 1e-12 {
			t.Errorf("test %d: %+v, want %+v", i, d, w)
		}
	}
}

// Holm and Benjamini-Hochberg leave NaN alone and do not count it.
func TestFamilyWithoutNaN(t *testing.T) {
	nan := math.NaN()
	for name, got := range map[string][]float64{"Holm": Holm([]float64{0.02, nan, 0.01}), "BH": BenjaminiHochberg([]float64{0.02, nan, 0.01})} {
		if got[0] != 0.02 || !math.IsNaN(got[1]) || got[2] != 0.02 {
			t.Errorf("%s: %v", name, got)
		}
	}
	if len(Holm(nil)) != 0 || Holm([]float64{0.7})[0] != 0.7 {
		t.Error("small families")
	}
}

func TestRound(t *testing.T) {
	for _, c := range []struct {
		x      float64
		digits int
		want   float64
	}{
		{0.00819373653272724, 6, 0.00819374}, {123456.7, 3, 123000}, {math.Copysign(0, -1), 6, 0}, {9.9999996, 6, 10},
		{2.4e-310, 1, 2e-310}, {math.Inf(1), 6, math.Inf(1)}, {math.MaxFloat64, 2, math.MaxFloat64},
	} {
		if got := Round(c.x, c.digits); got != c.want || math.Signbit(got) {
			t.Errorf("Round(%g, %d) = %g, want %g", c.x, c.digits, got, c.want)
		}
	}
	if !math.IsNaN(Round(math.NaN(), 6)) {
		t.Error("NaN")
	}
}

// An error of 1 is no prediction: nothing deviates from it. And what the formula does
// not promise, no number of queries shows.
func TestDeclaredErrorBounds(t *testing.T) {
	s := Sample{Hits: 100_000, Queries: 100_000, Trials: 1000}
	if e := Evaluate(s, 0.12, 1, 0.5, 0.99, 1); e.PDeviates != 1 || e.PAgrees != 1 || e.QueriesNeeded != math.MaxInt64 {
		t.Errorf("model error 1: %+v", e)
	}
	s.Hits = 12_000
	if e := Evaluate(s, 0.12, 0.1, 0.1, 0.99, 1); e.PAgrees != 1 {
		t.Errorf("model error as large as the tolerance: agreement at p %v", e.PAgrees)
	}
	if e := Evaluate(s, 0.12, 0.01, 0.1, 0.99, 1); e.PAgrees > 1e-6 {
		t.Errorf("model error below the tolerance: agreement only at p %v", e.PAgrees)
	}
}
