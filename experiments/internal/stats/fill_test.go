package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The normal's answer where bits are many: m = 5e6, n = 500,000, k = 7 (golden: relative sd 2.4710e-4), one filter.
func TestFillLarge(t *testing.T) {
	mean, sd := fillMoments(3.5e6, 5e6)
	for _, c := range []struct {
		z    float64
		want float64 // two-sided normal p-value
	}{{0, 1}, {1.959963985, 0.05}, {-2.575829304, 0.01}, {3.890591886, 1e-4}} {
		x := mean + c.z*sd
		near(t, "PDeviates", FillTest(x, x*x, 1, mean, sd, 0, 0.01, 0.99, 1).PDeviates, c.want, 0.03, c.z)
	}
	// A k of 6 in place of 7 is 10 % fewer bits.
	wrong, _ := fillMoments(3e6, 5e6)
	if test := FillTest(wrong, wrong*wrong, 1, mean, sd, 0, 0.01, 0.99, 1000); test.PDeviates != 0 || test.PAgrees < 0.5 {
		t.Errorf("k = 6: %+v", test)
	}
	test := FillTest(mean, mean*mean, 1, mean, sd, 0, 0.01, 0.99, 1)
	if d := Decide([]Test{test}, 0.01)[0]; d.Verdict != Agrees {
		t.Errorf("as predicted: %+v", test)
	}
	near(t, "half width", (test.High-test.Low)/2, 2.5758*sd, 0.01, "")
	near(t, "detectable", test.Detectable, 3.857*sd/mean, 0.01, "") // (2.576 + 1.282) sd
}

// Tables of ten bits with one key of two probes: 1 bit with probability 0.1, else 2. No test may call that deviating
// more often than declared, and a table that always has 2 is found out by many filters.
func TestFillTiny(t *testing.T) {
	const alpha = 0.05
	runs := shorter(2000)
	coin := rand.New(rand.NewPCG(5, 6))
	for _, trials := range []uint64{1, 3, 10, 100} {
		alarms := 0
		for range runs {
			sum, squares := 0.0, 0.0
			for range trials {
				x := 2.0
				if coin.Float64() < 0.1 {
					x = 1
				}
				sum, squares = sum+x, squares+x*x
			}
			if FillTest(sum, squares, trials, 1.9, 0.3, 0, 0.02, 1-alpha, 1).PDeviates <= alpha {
				alarms++
			}
		}
		if alarms > atMost(runs, alpha) {
			t.Errorf("%d trials: %d alarms", trials, alarms)
		}
	}
	if test := FillTest(2000, 4000, 1000, 1.9, 0.3, 0, 0.02, 0.99, 1); test.PDeviates > 1e-6 {
		t.Errorf("1000 tables without a collision: %+v", test)
	}
}

func TestFillEnds(t *testing.T) {
	for _, c := range []struct {
		name           string
		sum, mean, sd  float64
		trials         uint64
		want           Verdict
		deviatesExists bool
	}{
		{"empty filters", 0, 0, 0, 10, Agrees, true},
		{"a bit in an empty filter", 1, 0, 0, 10, Deviates, true},
		{"full filters", 640, 64, 0, 10, Agrees, true},
		{"no filters", 0, 5, 1, 0, Undecided, false},
		{"no prediction", 5, math.NaN(), 0, 1, Undecided, false},
	} {
		test := FillTest(c.sum, 0, c.trials, c.mean, c.sd, 0, 0.02, 0.99, 1)
		if d := Decide([]Test{test}, 0.01)[0]; d.Verdict != c.want || math.IsNaN(d.PAdjusted) == c.deviatesExists {
			t.Errorf("%s: %+v %+v", c.name, test, d)
		}
	}
}

// Given its fill a filter's hits are binomial: the spread of m = 1000 does not widen it.
func TestConditional(t *testing.T) {
	// 510 of 1000 bits set, k = 7: rate 0.00897; 8974 hits of a million are right, the mean rate's 8266 are not.
	rate := math.Pow(0.51, 7)
	if d := Decide([]Test{ConditionalTest(8974, 1e6, rate, 0, 0.1, 0.99, 1)}, 0.01)[0]; d.Verdict != Agrees {
		t.Errorf("right: %+v", d)
	}
	test := ConditionalTest(8266, 1e6, rate, 0, 0.1, 0.99, 1)
	near(t, "PDeviates", test.PDeviates, 2*LowerTail(8266, 1e6, rate), 1e-12, "")
	if d := Decide([]Test{test}, 0.01)[0]; d.Verdict != Deviates {
		t.Errorf("wrong: %+v", d)
	}
}

// A heavier shape and its level are inverse to one another, and never lighter than the plain tail.
func TestShapes(t *testing.T) {
	for _, h := range []shape{{df: 9}, {events: 0.4}, {events: 50}, {unknown: true}, {}} {
		for _, p := range []float64{0.3, 0.01, 1e-3} {
			level := h.level(p)
			if level > p || h.tail(level) > p*(1+1e-6) || h.tail(p) < p {
				t.Errorf("%+v: level(%g) = %g, tail of it %g, tail(%g) = %g", h, p, level, h.tail(level), p, h.tail(p))
			}
		}
	}
	// Student's t with 9 degrees of freedom: 2.262 is the 0.025 point (tables).
	near(t, "t", shape{df: 9}.beyond(2.2622), 0.025, 1e-4, "")
}
