package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// SPRTMeanSize returns Wald's approximation (1945) of the mean number of queries until the sequential probability ratio
// test of rate p0 against p1, with errors alpha and beta, stops: when p0 is true and when p1 is.
func SPRTMeanSize(p0, p1, alpha, beta float64) (under0, under1 float64) {
	hit, miss := math.Log(p1/p0), math.Log1p(-p1)-math.Log1p(-p0)
	drift := func(p float64) float64 { return float64(p*hit) + float64((1-p)*miss) }
	low, high := math.Log(beta/(1-alpha)), math.Log((1-beta)/alpha)
	under0 = (float64((1-alpha)*low) + float64(alpha*high)) / drift(p0)
	under1 = (float64((1-beta)*high) + float64(beta*low)) / drift(p1)
	return under0, under1
}

// LogEValue returns the logarithm of the evidence of x hits in n queries against the rate p0, by a beta(a, b) mixture of
// alternatives. Rejecting when it reaches ln(1/alpha) is valid at any time and however often one looks (Ville 1939).
// The prior must sit near p0 (a = 100, b = a(1-p0)/p0, say); a flat one has no power.
func LogEValue(x, n, p0, a, b float64) float64 {
	return mathext.Lbeta(x+a, n-x+b) - mathext.Lbeta(a, b) - float64(x*math.Log(p0)) - float64((n-x)*math.Log1p(-p0))
}
