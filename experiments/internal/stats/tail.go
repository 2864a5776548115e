package stats

import "math"

// tiny is where p-values end: what is smaller is 0, since subnormal numbers lose digits and would differ by machine.
const tiny = 1e-300

// UpperTail returns P(X >= x) for X binomial with n draws of probability p.
//
// x and n are real (effective sample sizes), by I_p(x, n-x+1), the regularized incomplete beta function. x <= 0 gives 1,
// x > n gives 0. The relative error is below 1e-9 for n up to 1e12
// and tails down to 1e-300 (measured: 1e-10); what is smaller is 0.
func UpperTail(x, n, p float64) float64 { return tail(x, n, p, 1-p) }

// LowerTail returns P(X <= x) for X binomial with n draws of probability p, with real x and n like UpperTail.
// x < 0 gives 0, x >= n gives 1.
func LowerTail(x, n, p float64) float64 {
	if x < 0 {
		return 0
	}
	return tail(n-x, n, 1-p, p)
}

// tail is P(X >= x) with the probability p of a hit and q = 1-p both given, so that neither of them is a difference.
//
// gonum's RegIncBeta is not used: it forms 1-p itself, which loses p where that is small, and takes its prefix from
// differences of log-gammas (measured against 60 digits: 3e-8 off at n = 1e8, 9e-6 at 1e10, 3 % at 1e12). Tests compare
// the two where gonum is good.
func tail(x, n, p, q float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsNaN(n) || math.IsNaN(p):
		return math.NaN()
	case x <= 0:
		return 1
	case x > n || p <= 0:
		return 0
	case q <= 0:
		return 1
	}
	// The continued fraction converges fast on the far side of the mean only; the near side is the complement.
	if p < (x+1)/(n+3) {
		return clip(farTail(x, n, p, q))
	}
	return 1 - farTail(n-x+1, n, q, p)
}

// farTail is I_p(x, n-x+1) for x above the mean: the probability of exactly x hits, times q, times a continued fraction
// (Abramowitz and Stegun 26.5.8).
func farTail(x, n, p, q float64) float64 {
	a, b := x, n-x+1
	return math.Exp(logPrefix(a, b, p, q)) * betaFraction(a, b, p)
}

// logPrefix returns ln(p^a q^b / (a B(a, b))) by Loader's saddle-point form (2000): deviances that are small near the
// mean and errors of Stirling's formula, instead of log-gammas of the size of n ln n that cancel.
func logPrefix(a, b, p, q float64) float64 {
	n := a + b
	dev := deviance(a, n*p) + deviance(b, n*q)
	err := stirlingError(n) - stirlingError(a) - stirlingError(b)
	// a B(a,b) = Gamma(a+1) Gamma(b) / Gamma(a+b), and Gamma(z) = Gamma(z+1)/z for z = b and a+b.
	return err - dev + 0.5*math.Log(b/(2*math.Pi*a*n))
}

// stirlingError returns ln(z!) - ln(sqrt(2 pi z) (z/e)^z), z > 0.
func stirlingError(z float64) float64 {
	if z < 16 {
		g, _ := math.Lgamma(z + 1)
		return g - float64((z+0.5)*math.Log(z)) + z - 0.5*math.Log(2*math.Pi)
	}
	r := 1 / z
	s := r * r
	// Bernoulli numbers: 1/12, -1/360, 1/1260, -1/1680, 1/1188, -691/360360.
	t := -691.0 / 360360
	for _, c := range [...]float64{1.0 / 1188, -1.0 / 1680, 1.0 / 1260, -1.0 / 360, 1.0 / 12} {
		t = c + float64(t*s)
	}
	return t * r
}

// deviance returns x ln(x/m) + m - x >= 0 without cancellation for x near m.
func deviance(x, m float64) float64 {
	d := (x - m) / (x + m)
	if math.Abs(d) >= 0.1 {
		return float64(x*math.Log(x/m)) + m - x
	}
	// ln(x/m) = 2 atanh(d): sum the series for (x-m) d + 2x (d^3/3 + d^5/5 + ...).
	s := (x - m) * d
	term := 2 * x * d
	for j := 3.0; ; j += 2 {
		term *= d * d
		next := s + term/j
		if next == s {
			return s
		}
		s = next
	}
}

// betaFraction is the continued fraction of the incomplete beta function by the modified Lentz method. It takes a few
// times the square root of the smaller argument in steps near the mean, a handful in the far tail.
func betaFraction(a, b, x float64) float64 {
	const least = 1e-300
	guard := func(v float64) float64 {
		if math.Abs(v) < least {
			return least
		}
		return v
	}
	c, d := 1.0, 1/guard(1-(a+b)*x/(a+1))
	h := d
	for m := 1.0; m < 1e8; m++ {
		num := m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		d = 1 / guard(1+float64(num*d))
		c = guard(1 + num/c)
		h *= d * c
		num = -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		d = 1 / guard(1+float64(num*d))
		c = guard(1 + num/c)
		h *= d * c
		if math.Abs(d*c-1) < 1e-15 {
			break
		}
	}
	return h
}

// clip makes what is below tiny 0, and keeps a probability within [0, 1].
func clip(p float64) float64 {
	if p < tiny {
		return 0
	}
	return math.Min(p, 1)
}
