package stats

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mathext"
)

// Tails by mpmath: the same continued fraction and log-gammas in 40 digits, with the float64 nearest to p; the first also by
// summing the probabilities (5.38175178916734241e-7).
func TestUpperTail(t *testing.T) {
	for _, c := range []struct{ x, n, p, want float64 }{
		{26, 8192, .001, 5.3817517891673424e-7},
		{1e8, 1e10, .00999, 4.4257575034727167e-24},
		{1e10, 1e12, .009999, 4.5605602994689082e-24},
		{5e11, 1e12, .499999, 0.022750185941953849},
		{1000, 1e12, 5e-10, 3.2982723847896537e-86},
		{814.25, 1e5, .0081, 0.44512874044190589},
		{0.4, 1000, 1e-5, 0.17813974939025517},
		{3.5, 1e9, 1e-12, 2.7165516552892706e-12},
		{40, 1e7, 1e-12, 1.2255098883660068e-248},
		{100, 101, 0.9, 0.00029217538776346291},
		{99.5, 100, 0.2, 2.8679175185884663e-69},
		{999000, 1e6, 0.9988, 1.5216370109558276e-9},
	} {
		near(t, "UpperTail", UpperTail(c.x, c.n, c.p), c.want, 1e-9, c)
	}
}

// The law of total probability, and the values at the ends.
func TestTailEnds(t *testing.T) {
	for _, c := range []struct{ x, n, p float64 }{{1, 3, .2}, {7, 1e5, 1e-4}, {1e6, 1e8, .01}, {5e5, 1e6, .5}, {999, 1000, .999}} {
		near(t, "both tails", UpperTail(c.x, c.n, c.p)+LowerTail(c.x-1, c.n, c.p), 1, 1e-12, c)
	}
	for _, c := range []struct{ got, want float64 }{
		{UpperTail(0, 10, .5), 1}, {UpperTail(11, 10, .5), 0}, {UpperTail(10, 10, .5), math.Pow(.5, 10)},
		{UpperTail(3, 10, 0), 0}, {UpperTail(3, 10, 1), 1},
		{LowerTail(-1, 10, .5), 0}, {LowerTail(10, 10, .5), 1}, {LowerTail(0, 10, .5), math.Pow(.5, 10)},
		{LowerTail(3, 10, 0), 1}, {LowerTail(3, 10, 1), 0},
		{LowerTail(0, 1e12, 1e-12), math.Exp(-1 - 0.5e-12)}, // (1-p)^n, with a p that 1-p loses
		{UpperTail(500, 1e3, 1e-3), 0},                      // below 1e-300
	} {
		near(t, "tail", c.got, c.want, 1e-12, c)
	}
}

// gonum's incomplete beta function is an independent implementation; it is good while n is small.
func TestTailAgainstGonum(t *testing.T) {
	for _, n := range []float64{1, 2, 10, 333, 1e4} {
		for _, p := range []float64{0.01, 0.3, 0.5, 0.77, 0.99} {
			for i := 0.0; i <= 10; i++ {
				x := n * i / 10 // whole and fractional hits
				if x > 0 {
					near(t, "UpperTail", UpperTail(x, n, p), mathext.RegIncBeta(x, n-x+1, p), 1e-10, []float64{x, n, p})
				}
				if x < n {
					near(t, "LowerTail", LowerTail(x, n, p), mathext.RegIncBeta(n-x, x+1, 1-p), 1e-10, []float64{x, n, p})
				}
			}
		}
	}
}

// near compares relatively, and absolutely below 1e-280, where gonum's own results lose digits.
func near(t *testing.T, what string, got, want, tolerance float64, input any) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Abs(want)+1e-280) {
		t.Errorf("%s%v = %.17g, want %.17g", what, input, got, want)
	}
}
