package theory

import "math"

// CountingOverflow returns the probability that one given counter of width bits was
// asked to pass its largest value 2^width-1, and the expected number of such counters,
// after n keys with k draws with replacement over m counters. A counter's true count is
// Bin(kn, 1/m). P(any overflow) is at most the expected number.
func CountingOverflow(n, m uint64, k, width int) (perCounter, expected float64) {
	perCounter = binomialTail(float64(n)*float64(k), 1/float64(m), math.Exp2(float64(width)))
	return perCounter, perCounter * float64(m)
}

// CountersReaching returns m P(Bin(kn,1/m) >= j), the expected number of counters whose
// true count is j or more.
func CountersReaching(n, m uint64, k int, j float64) float64 {
	return float64(m) * binomialTail(float64(n)*float64(k), 1/float64(m), j)
}

// CountersReachingPoisson is the same for a Poisson count of mean kn/m, its limit.
func CountersReachingPoisson(n, m uint64, k int, j float64) float64 {
	return float64(m) * PoissonTail(float64(k)*float64(n)/float64(m), j)
}

// CountingFanBound returns m (e n k/(j m))^j, the union bound that Fan et al. 2000 give
// for the number of counters reaching j; about 19 times too high at c = ln 2, j = 16,
// and useless when overfilled.
func CountingFanBound(n, m uint64, k int, j float64) float64 {
	c := float64(k) * float64(n) / float64(m)
	return float64(m) * math.Pow(math.E*c/j, j)
}

// CountingResidue returns the expected share of counters still nonzero after n keys
// went in and all came out, when a counter that reached 2^width-1 sticks there. The
// threshold is 2^width-1 itself, not the overflow.
func CountingResidue(n, m uint64, k, width int) float64 {
	return binomialTail(float64(n)*float64(k), 1/float64(m), math.Exp2(float64(width))-1)
}

// PoissonTail returns P(Pois(lambda) >= j) for a whole j >= 0, by the sum from j up (or
// 1 minus the head where j lies below the mean).
func PoissonTail(lambda, j float64) float64 {
	if j <= 0 {
		return 1
	}
	if lambda == 0 {
		return 0
	}
	return tail(j, lambda, logPoisson(lambda, j), func(i float64) float64 { return lambda / i })
}

// binomialTail returns P(Bin(t, x) >= j).
func binomialTail(t, x, j float64) float64 {
	if j <= 0 {
		return 1
	}
	if j > t {
		return 0
	}
	if x >= 1 {
		return 1
	}
	ratio := func(i float64) float64 { // P(i)/P(i-1)
		return (t - i + 1) / i * (x / (1 - x))
	}
	return tail(j, t*x, logBinomial(t, x, j), ratio)
}

// tail sums P(j), P(j+1), ... given ln P(j) and the ratio P(i)/P(i-1); below the mean it
// takes 1 minus the head instead.
func tail(j, mean, logAt float64, ratio func(i float64) float64) float64 {
	if j >= mean {
		term := 1.0
		sum := term
		for i := j + 1; term > 1e-18*sum; i++ {
			term *= ratio(i)
			sum += term
		}
		return clamp(math.Exp(logAt) * sum)
	}
	var sum float64
	term := 1.0
	for i := j; i >= 1 && term > 1e-18*sum; i-- {
		term /= ratio(i)
		sum += term
	}
	return clamp(1 - math.Exp(logAt)*sum)
}

// logPoisson is ln P(Pois(lambda) = j); a product for small j, where lgamma loses digits.
func logPoisson(lambda, j float64) float64 {
	if j < 300 {
		p := 1.0
		l := -lambda
		for i := 1.0; i <= j; i++ {
			p *= lambda / i
			if p < 1e-200 || p > 1e200 {
				l += math.Log(p)
				p = 1
			}
		}
		return l + math.Log(p)
	}
	g, _ := math.Lgamma(j + 1)
	return j*math.Log(lambda) - lambda - g
}

// logBinomial is ln P(Bin(t, x) = j).
func logBinomial(t, x, j float64) float64 {
	l := (t - j) * math.Log1p(-x)
	if j < 300 {
		p := 1.0
		for i := range int(j) {
			p *= (t - float64(i)) * x / float64(i+1)
			if p < 1e-200 || p > 1e200 {
				l += math.Log(p)
				p = 1
			}
		}
		return l + math.Log(p)
	}
	a, _ := math.Lgamma(t + 1)
	b, _ := math.Lgamma(j + 1)
	c, _ := math.Lgamma(t - j + 1)
	return l + a - b - c + j*math.Log(x)
}
