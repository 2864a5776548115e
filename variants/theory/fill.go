package theory

import "math"

// emptyShare is (1-1/m)^T, the expected share of cells that T draws leave empty.
func emptyShare(t, m float64) float64 {
	if m == 1 {
		if t == 0 {
			return 1
		}
		return 0
	}
	return math.Exp(t * math.Log1p(-1/m))
}

// FillMean returns E[X/m] = 1-(1-1/m)^T, the expected share of set bits after T
// independent uniform draws from m cells. Exact; 0 at T = 0.
func FillMean(t, m float64) float64 {
	if m == 1 {
		return 1 - emptyShare(t, 1)
	}
	return -math.Expm1(t * math.Log1p(-1/m))
}

// FillVar returns Var[X/m] after T independent uniform draws from m cells.
//
// The textbook difference m(m-1)(1-2/m)^T + m(1-1/m)^T - m^2(1-1/m)^(2T) has lost
// every digit at m = 1e9. Used are: its factored form; for few draws the positive
// recursion V_(t+1) = (1-2/m) V_t + u(1-u), u the mean fill; and for a nearly empty
// table the series T(T-1)/2 (1-(5T-7)/(3m))/m, good to (T/m)^2. Exact otherwise.
func FillVar(t, m float64) float64 {
	if m <= 1 || t <= 1 {
		return 0
	}
	if t <= 4096 {
		return fillVarRecursion(int(t), m)
	}
	c := t / m
	if c < 1e-5 {
		return t * (t - 1) / 2 * (1 - (float64(5*t)-7)/(3*m)) / m / m / m
	}
	l := t * math.Log1p(-1/m)
	q := math.Exp(l)
	r := math.Expm1(t * math.Log1p(-1/((m-1)*(m-1))))
	return math.Max(0, q/m*(-math.Expm1(l)+(m-1)*q*r))
}

func fillVarRecursion(t int, m float64) float64 {
	l := math.Log1p(-1 / m)
	var v float64 // variance of X
	for i := range t {
		q := math.Exp(float64(i) * l)
		v = v*(1-2/m) - q*math.Expm1(float64(i)*l)
	}
	return v / m / m
}

// footprint is what the number of set bits needs to know of one key inside a block
// of b cells: d = E[D] and dd = E[D(D-1)], D the number of different cells it sets.
type footprint struct{ d, dd float64 }

// footprintDraws is the footprint of k draws with replacement.
func footprintDraws(b float64, k int) footprint {
	if b == 1 {
		return footprint{d: 1}
	}
	// E[D] by the recursion on draws; E[D(D-1)] = E[D]^2 - E[D] + Var[D].
	d := b * FillMean(float64(k), b)
	return footprint{d, d*d - d + b*b*FillVar(float64(k), b)}
}

// footprintFixed is the footprint of keys that always set d cells.
func footprintFixed(d float64) footprint { return footprint{d, d * (d - 1)} }

// setBits returns mean and standard deviation of the number of set bits when n keys
// choose one of blocks blocks of b bits each and set cells there.
//
// The mean is exact. The variance averages over pairs of cells inside a block, which
// is exact where all pairs are alike (draws with replacement, distinct) and good to
// O(1/b) of itself for progressions.
func setBits(n, blocks, b float64, f footprint) (mean, sd float64) {
	all := blocks * b
	x := f.d / b / blocks // P(a key sets a given cell)
	if n == 0 || x <= 0 {
		return 0, 0
	}
	if x >= 1 {
		return all, 0
	}
	varD := f.dd + f.d - float64(f.d*f.d)
	if varD < 1e-13*f.d*f.d { // a difference of equals: every key sets as many cells
		varD = 0
	}
	if n == 1 {
		return f.d, math.Sqrt(varD)
	}
	if n*x < 1e-5 { // nearly empty: spread of D, and collisions
		return -all * math.Expm1(n*math.Log1p(-x)), math.Sqrt(n*varD + n*(n-1)/2*f.d*f.d/all)
	}
	e := math.Exp(n * math.Log1p(-x))
	pairIn := f.dd / b / math.Max(b-1, 1) / blocks // P(a key sets two given cells of a block)
	v := 1 - e + (b-1)*pairCov(n, x, pairIn) + (all-b)*pairCov(n, x, 0)
	return -all * math.Expm1(n*math.Log1p(-x)), math.Sqrt(math.Max(0, all*e*v))
}

// pairCov is P(both cells empty)/P(one empty) - P(one empty) when a key sets each of two
// cells with probability x and both with probability y.
func pairCov(n, x, y float64) float64 {
	r := (y - x*x) / ((1 - x) * (1 - x)) // P(key misses both)/P(misses one)^2 - 1
	l := n * math.Log1p(-x)
	if r <= -1 {
		return -math.Exp(l)
	}
	if g := n * math.Log1p(r); g < 1 {
		return math.Exp(l) * math.Expm1(g)
	}
	return math.Exp(l+n*math.Log1p(r)) - math.Exp(l)
}
