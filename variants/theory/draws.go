package theory

import "math"

// The exact law of a classic filter. T draws fall on m cells; P_T(d) is the
// probability that d given cells are all hit. A query of k draws hits exactly d
// different cells with probability w_d, so
//
//	E[(X/m)^k] = sum_d w_d P_T(d)                      (Christensen et al. 2010)
//
// P_T(d) comes from one of two routes, both free of cancellation:
//
//   - few draws: the positive recursion P_{t+1}(d) = (1-d/m) P_t(d) + (d/m) P_t(d-1);
//   - many draws: the generating function sum_T P_T(d) (mz)^T/T! = e^(mz) (1-e^-z)^d.
//     Cauchy's integral on the circle |z| = T/m, by the trapezoid rule, is a mean of
//     (1-e^-z)^d under a Gaussian of width 1/sqrt(T), so some 27 nodes give 14 digits
//     for every T up to 2^68.
//
// Everything is scaled by s = 1-e^(-T/m), about the fill: g_d = P_T(d)/s^d and
// v_d = w_d s^(d-k) are near 1, so that 1e-658 is a logarithm like any other.

// contourDraws is the least number of draws for which the integral is used; below
// it, and below d^2/8, the recursion is both quicker and exact.
const contourDraws = 4096

// draws holds g_0..g_D for one (T, m).
type draws struct {
	m, s float64
	g    []float64
}

// newDraws computes g_d for d up to depth, or up to m where m is smaller.
func newDraws(t, m float64, depth int) draws {
	depth = int(math.Min(float64(depth), m))
	d := draws{m: m, s: -math.Expm1(-t / m), g: make([]float64, depth+1)}
	if t <= math.Max(contourDraws, float64(depth)*float64(depth)/8) {
		d.g[0] = 1
		for range int(t) {
			d.recur()
		}
	} else {
		d.contour(t)
	}
	return d
}

// recur adds one draw: g_d = (1-d/m) g_d + d/(m s) g_(d-1).
func (d *draws) recur() {
	ms := d.m * d.s
	for i := len(d.g) - 1; i >= 1; i-- {
		x := float64(i)
		d.g[i] = (1-x/d.m)*d.g[i] + x/ms*d.g[i-1]
	}
}

// contour fills g by the trapezoid rule; nodes come in conjugate pairs.
func (d *draws) contour(t float64) {
	const step, reach = 0.35, 9.5 // in units of the width 1/sqrt(T)
	width := 1 / math.Sqrt(t)
	var norm float64
	for j := 0; float64(j)*step <= reach; j++ {
		th := float64(j) * step * width
		sn := math.Sin(th / 2)
		mag := math.Exp(-2 * t * sn * sn)
		if j > 0 {
			mag *= 2
		}
		ph := t * sinMinus(th)
		w := complex(mag*math.Cos(ph), mag*math.Sin(ph))
		norm += real(w)
		base := oneMinusExp(t/d.m, th) / complex(d.s, 0)
		for i := range d.g {
			d.g[i] += real(w)
			w *= base
		}
	}
	for i := range d.g {
		d.g[i] /= norm
	}
}

// sinMinus is sin(x)-x without cancellation for 0 <= x < 1.
func sinMinus(x float64) float64 {
	term, sum := x, 0.0
	for i := 2.0; i < 20; i += 2 {
		term *= -x * x / (i * (i + 1))
		sum += term
	}
	return sum
}

// oneMinusExp is 1-exp(-c e^(i th)) without cancellation for small c.
func oneMinusExp(c, th float64) complex128 {
	a, b := -c*math.Cos(th), -c*math.Sin(th)
	sb := math.Sin(b / 2)
	ea := math.Exp(a)
	re := math.Expm1(a)*math.Cos(b) - 2*sb*sb
	return complex(-re, -ea*math.Sin(b))
}

// logMoment returns ln E[(X/m)^k]; k at most the depth given to newDraws, or any k
// where m bounds the number of different cells.
func (d *draws) logMoment(k int) float64 {
	v := make([]float64, len(d.g))
	v[0] = 1
	ms := d.m * d.s
	for t := range k {
		for i := min(t+1, len(v)-1); i >= 1; i-- {
			x := float64(i)
			v[i] = v[i]*x/ms + v[i-1]*(d.m-x+1)/d.m
		}
		v[0] = 0
	}
	var sum float64
	for i, x := range v {
		sum += x * d.g[i]
	}
	return float64(k)*math.Log(d.s) + math.Log(sum)
}
