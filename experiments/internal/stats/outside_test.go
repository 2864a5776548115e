package stats

import "testing"

// outside is what another program says of a test.
type outside struct{ low, high, deviates, agrees, detectable, designEffect float64 }

// nearTest wants a test to be what the other program says, its case named by input.
func nearTest(t *testing.T, got Test, want outside, input string) {
	t.Helper()
	near(t, "low: ", got.Low, want.low, 1e-8, input)
	near(t, "high: ", got.High, want.high, 1e-8, input)
	near(t, "deviates: ", got.PDeviates, want.deviates, 1e-6, input)
	near(t, "agrees: ", got.PAgrees, want.agrees, 1e-6, input)
	near(t, "detectable: ", got.Detectable, want.detectable, 1e-6, input)
	near(t, "design effect: ", got.DesignEffect, want.designEffect, 1e-8, input)
}

// TestEvaluateAgainstScipy: interval, both p-values, what could be detected and the design effect of samples of every shape
// of tails, by another program: SciPy 1.10 (beta, chi2, t and norm of scipy.stats; gammainc and brentq), which forms the
// statements of doc.go from these counts on its own.
func TestEvaluateAgainstScipy(t *testing.T) {
	for _, c := range []struct {
		hits, queries, trials uint64
		squares               float64
		rate, sd, units       float64
		modelError, tolerance float64
		confidence            float64
		family                int
		outside
		tails string
	}{
		{8194, 1000000, 1, 67141636, 0.00819, 0, 0, 0, 0.05, 0.99, 1,
			outside{0.007963631468, 0.008429061172, 0.967574864, 4.95138388e-06, 0.0427444556, 1}, "plain"},
		{1030, 100000, 20, 54545, 0.01, 0, 0, 0.005, 0.1, 0.99, 300,
			outside{0.00930485144, 0.011368056, 0.534526977, 0.0447406637, 0.223331391, 1.54891241}, "the spread seen"},
		{10300, 1000000, 12, 8880833, 0.01, 0.0001, 3, 0, 0.1, 0.99, 10,
			outside{0.009663248094, 0.01096524109, 0.176812694, 0.00376364722, 0.119232754, 4.28059498}, "Student's, 11 degrees of freedom"},
		{10300, 1000000, 20, 5704500, 0.01, 0.0001, 3, 0.001, 0.2, 0.99, 10,
			outside{0.008539958613, 0.01229782164, 0.672279903, 0.0121061995, 0.344303679, 41.3043309}, "Student's, 19 degrees of freedom"},
		{41200, 4000000, 4, 0, 0.01, 0.0003, 20, 0, 0.1, 0.99, 2,
			outside{0.009884011836, 0.01072820483, 0.0644955271, 1.53564139e-05, 0.0661099604, 10.0909}, "a Poisson law's of variance 1600"},
		{41200, 4000000, 4, 0, 0.01, 0.0003, 0, 0, 0.1, 0.99, 2,
			outside{0.008198150778, 0.01273050979, 0.43971239, 0.0522106486, 0.339070337, 10.0909}, "Cantelli's"},
		{41200, 4000000, 4, 0, 0.01, 2e-05, 20, 0.002, 0.1, 0.95, 50,
			outside{0.01019931601, 0.01040142255, 4.12151858e-08, 1.19178301e-40, 0.0252981874, 1.040404}, "plain, hardly any spread"},
		{17, 1000000, 10, 40, 1e-05, 0, 0, 0, 1.5, 0.99, 5,
			outside{8.250668207e-06, 3.079037725e-05, 0.0540819176, 0.0604727655, 1.63506053, 1}, "few hits"},
	} {
		s := Sample{Hits: c.hits, Queries: c.queries, Trials: c.trials, HitsSquared: c.squares, PredictedFPR: c.rate, PredictedSD: c.sd, UnitsSD: c.units}
		got := Evaluate(s, c.rate, c.modelError, c.tolerance, c.confidence, c.family)
		nearTest(t, got, c.outside, c.tails)
		near(t, "deviates: ", got.PDeviates, c.deviates, 1e-7, c.tails)
	}
}

// TestFillTestAgainstScipy is the same of set bits.
func TestFillTestAgainstScipy(t *testing.T) {
	for _, c := range []struct {
		sum, squares          float64
		trials                uint64
		mean, sd              float64
		modelError, tolerance float64
		confidence            float64
		family                int
		outside
		tails string
	}{
		{5040, 0, 10, 500, 4, 0, 0.02, 0.99, 1,
			outside{500.5502146, 507.4497854, 0.00286467987, 4.77936263e-06, 0.0101416684, 1}, "as predicted"},
		{5040, 2560160, 10, 500, 4, 0, 0.02, 0.99, 4,
			outside{455.2953331, 552.7046669, 0.798725413, 0.35040593, 0.162550142, 138.888889}, "Student's, 9 degrees of freedom"},
		{5040, 2540360, 10, 500, 4, 0.002, 0.02, 0.99, 4,
			outside{499.9682522, 508.0317478, 0.0553435064, 6.93762306e-05, 0.0153000985, 1.38888889}, "the spread seen"},
		{30, 0, 4, 9, 2, 0, 0.3, 0.95, 1,
			outside{5.180629233, 9.819370767, 0.217906653, 0.169512371, 0.400102481, 1}, "a Poisson law's of variance 16"},
		{10050, 5051025, 20, 500, 4, 0, 0.02, 0.99, 1,
			outside{497.9878821, 507.0121179, 0.129717574, 7.33620401e-05, 0.0129687683, 2.96052632}, "Student's, 19 degrees of freedom"},
	} {
		got := FillTest(c.sum, c.squares, c.trials, c.mean, c.sd, c.modelError, c.tolerance, c.confidence, c.family)
		nearTest(t, got, c.outside, c.tails)
	}
}

// TestFillThatTheoryFixes: ten cuckoo tables of 65536 slots offered as many keys (cell 3d9db04a4f of experiment
// cuckoo-load, seed 1). Theory has every key in and no spread; the tables refuse some, and the mean of what they hold is known
// to the spread between them: 54907.1 +- t sqrt(s^2/10), by SciPy t = 3.2498 (9 degrees of freedom), s = 84.12.
func TestFillThatTheoryFixes(t *testing.T) {
	var sum, squares float64
	for _, x := range []float64{54900, 54888, 55033, 54959, 54962, 54704, 54911, 54921, 54893, 54900} {
		sum, squares = sum+x, squares+x*x
	}
	got := FillTest(sum, squares, 10, 65536, 0, 0.16, 0.02, 0.99, 100)
	near(t, "low: ", got.Low, 54820.65404, 1e-9, "")
	near(t, "high: ", got.High, 54993.54596, 1e-9, "")
	if got.PDeviates != 0 {
		t.Errorf("0.16 of the keys refused, 0.162 missing: %+v", got)
	}
	// Tables that all hold the same leave no doubt.
	if got := FillTest(1e9, 1e17, 10, 1e8, 0, 0, 0.02, 0.99, 100); got.Low != 1e8 || got.High != 1e8 || got.PAgrees != 0 {
		t.Errorf("ten times 1e8: %+v", got)
	}
}
