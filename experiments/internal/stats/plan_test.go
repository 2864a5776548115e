package stats

import (
	"math"
	"testing"
)

// The rules of Goal.Design for spreads from none to all, m = 10 to 1e9 (relative spread 0.554 k/sqrt(m), k = 7).
func TestDesignRules(t *testing.T) {
	const f = 0.0081937
	for _, m := range []float64{100, 1000, 1e4, 1e5, 5e6, 1e9} {
		sd := f * 0.554 * 7 / math.Sqrt(m)
		d := PlanTrials(f, sd, 0, 0.02, 0.01, 0.01, 300, m*5e-9, 1e-8)
		rho := Correlation(f, sd)
		independent := QueriesToAgree(f, 0.02, 0.01/300, 0.99)
		if independent*rho <= 0.04 {
			if d.Trials != 1 {
				t.Errorf("m = %g: %v, want one filter", m, d)
			}
		} else if d.Trials < 10 || float64(d.QueriesPerTrial) > math.Max(1, 0.2/rho) {
			t.Errorf("m = %g: %v breaks the rules, P*/5 = %g", m, d, 0.2/rho)
		}
		// Enough for both variances, and not wasteful: within a factor of two of the formula (ten filters need more, since
		// their observed spread may widen).
		want := independent * DesignEffect(float64(d.QueriesPerTrial), f, sd)
		if got := float64(d.Queries()); got < want || got > 2*want {
			t.Errorf("m = %g: %v, %g queries, want about %g", m, d, got, want)
		}
	}
}

// The power that a design promises is the exact one: TOST by the binomial, here where hits are few (about 700).
func TestDesignPower(t *testing.T) {
	const f, tolerance, alpha, beta = 1e-6, 0.25, 0.01, 0.05
	for _, modelError := range []float64{0, 0.05} {
		d := PlanTrials(f, 0, modelError, tolerance, alpha, beta, 300, 1, 1e-8)
		n := float64(d.Queries())
		for _, truth := range []float64{1 - modelError, 1, 1 + modelError} {
			power := 0.0
			for x := 0.0; x < 4*n*f; x++ {
				if PTost(x, n, f, tolerance) <= alpha/300 {
					power += UpperTail(x, n, f*truth) - UpperTail(x+1, n, f*truth)
				}
			}
			if power < 1-beta-0.002 || (modelError == 0 && power > 1-beta+0.03) {
				t.Errorf("model error %g, rate %g of the prediction, %v: power %g, want %g", modelError, truth, d, power, 1-beta)
			}
		}
	}
}

func TestDesignEnds(t *testing.T) {
	for _, c := range []struct{ f, sd, modelError, tolerance float64 }{
		{0, 0, 0, 0.02}, {1, 0, 0, 0.02}, {math.NaN(), 0, 0, 0.02},
	} {
		if d := PlanTrials(c.f, c.sd, c.modelError, c.tolerance, 0.01, 0.01, 10, 1e-3, 1e-8); d != (Design{1, 10_000}) {
			t.Errorf("%v: %v", c, d)
		}
	}
	// No number of queries shows agreement within less than the model error, nor does anything measure 1e-300.
	for _, c := range []struct{ f, modelError float64 }{{0.01, 0.02}, {0.01, 0.05}, {1e-300, 0}} {
		if d := PlanTrials(c.f, 0, c.modelError, 0.02, 0.01, 0.01, 10, 1e-3, 1e-8); d.Queries() != math.MaxInt64 {
			t.Errorf("%v: %v", c, d)
		}
	}
	// A saturated filter whose bits leave no spread.
	if d := PlanTrials(1-1e-9, 0, 0, 0.02, 0.01, 0.01, 10, 1e-3, 1e-8); d.Trials != 1 || d.Queries() < 10_000 {
		t.Errorf("saturated: %v", d)
	}
}

// Least numbers are kept, and shared out where they can be.
func TestDesignLeast(t *testing.T) {
	g := Goal{FPR: 0.01, Tolerance: 0.1, Alpha: 0.01, Beta: 0.01, FamilySize: 10, BuildSeconds: 1e-3, QuerySeconds: 1e-8, LeastTrials: 20}
	one := PlanTrials(0.01, 0, 0, 0.1, 0.01, 0.01, 10, 1e-3, 1e-8)
	d := g.Design()
	if d.Trials != 20 || d.Queries() < one.Queries() || d.Queries() > 2*one.Queries() {
		t.Errorf("20 trials: %v, one: %v", d, one)
	}
	g.LeastQueries = 1e9
	if d := g.Design(); d.Trials != 20 || d.Queries() != 1e9 {
		t.Errorf("20 trials, 1e9 queries: %v", d)
	}
	g.SD = 0.002 // spread matters: more queries come as more filters
	if d := g.Design(); d.Queries() < 1e9 || float64(d.QueriesPerTrial) > 0.2/Correlation(0.01, 0.002) {
		t.Errorf("spread: %v", d)
	}
}
