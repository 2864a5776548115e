package theory

// Two progressions x + i y and x' + j y' that meet at (i, j) meet again at (i+u, j+v) for
// some primitive step (u, v) and nowhere else, unless m is tiny: their meetings are a
// chain in the k x k grid of pairs (i, j).

// chainLengths counts, for the step (u, v) with v >= 1, the maximal chains of each length
// in the k x k grid: out[w] chains of exactly w points, w >= 2.
func addChains(out []float64, k, u, v int, weight float64) {
	if u < 0 {
		u = -u // mirrored, same numbers
	}
	starts := func(w int) float64 { // runs of w points, anywhere
		a, b := k-(w-1)*u, k-(w-1)*v
		if a <= 0 || b <= 0 {
			return 0
		}
		return float64(a) * float64(b)
	}
	for w := 2; w <= k; w++ {
		c := starts(w) - 2*starts(w+1) + starts(w+2)
		if starts(w) == 0 {
			return
		}
		out[w] += weight * c
	}
}

// overlaps returns the mean number N_w of keys (times m^2) that meet a query in exactly w
// cells, for double hashing modulo m. For m without small factors each ratio u/v of steps
// has one solution; for a common factor f of m and the step, f times (u, v) is a primitive
// step of its own, with phi(f) solutions. Odd steps modulo 2^t: u and v are both odd, each
// twice as likely.
func overlaps(k int, m uint64, odd bool) []float64 {
	out := make([]float64, max(k, 2)+1)
	for v := 1; v < k; v++ {
		for u := 1; u < k; u++ {
			if gcd(uint64(u), uint64(v)) != 1 || odd && u*v%2 == 0 {
				continue
			}
			weight := 2.0 // u and -u
			if odd {
				weight = 4
			}
			for f := 1; f*max(u, v) < k; f++ {
				if m%uint64(f) == 0 {
					addChains(out, k, f*u, f*v, weight*float64(phi(uint64(f))))
				}
			}
		}
	}
	return out
}

// stepSeries is the series of double hashing modulo m: DoubleModAny, DoubleMod, DoubleOdd.
func stepSeries(k int, m uint64, rule Positions) series {
	s := newSeries(k)
	s.overlap = overlaps(k, m, rule == DoubleOdd && m&(m-1) == 0)
	if rule != DoubleModAny {
		return s
	}
	for r := 1; r < k; r++ { // queries of small order
		if m%uint64(r) == 0 {
			s.degenerate[r] += float64(phi(uint64(r)))
		}
	}
	return s
}

// DoublePrimeFirstOrder is the first-order rate of double hashing modulo a prime m, any
// step, in the form
//
//	p/m + (1-1/m) (p^k + (n/m^2) (C_k(p) - k^2 C(k,2) q^2 p^(k-2))).
//
// Its relative error is 5e-4 at m = 1009 (k = 7), 1e-4 at m = 1e4 (k = 10).
func DoublePrimeFirstOrder(n, m uint64, k int) float64 {
	any, fn, fm := stepSeries(k, prime, DoubleModAny), float64(n), float64(m)
	core := stepSeries(k, prime, DoubleMod)
	p := any.fill(fn, fm)
	return p/fm + (1-1/fm)*core.at(p, fn, fm)
}

// prime stands for a modulus without small factors.
const prime = 1<<61 - 1
