package theory

import "math"

// wrapModSeries is the series of double hashing that wraps at 2^64 and is then reduced
// modulo an m that is no power of two: (h1 + i h2 mod 2^64) mod m. Overlaps are those of
// the torus. A query is degenerate when h2 mod m is u/v of the residue R of 2^64: position
// i then is h1 + R (i u/v - W_i), W_i = floor(x + i y) the number of wraps, so
//
//	Q = sum over fractions 0 <= u/v <= 1, v < k, of E[p^D - p^k],
//
// D the number of different floor(x+iy) - i u/v, over uniform x and y.
func wrapModSeries(k int) series {
	s := series{k, wrapCells(k), torusOverlaps(k)}
	s.degenerate[k] = 0
	return s
}

// wrapCells sums over the fractions the share of (x, y) with D = d, by quasi-Monte Carlo.
func wrapCells(k int) []float64 {
	const points = 2048
	const r1, r2 = 0.7548776662466927, 0.5698402909980532 // the R2 sequence
	out := make([]float64, k+1)
	wraps := make([]int, k)
	for pt := range points {
		x, y := frac((float64(pt)+0.5)*r1), frac((float64(pt)+0.5)*r2)
		for i := range wraps {
			wraps[i] = int(math.Floor(x + float64(i)*y))
		}
		for v := 1; v < k; v++ {
			for u := 0; u <= v; u++ {
				if gcd(uint64(u), uint64(v)) == 1 {
					out[wrapDistinct(wraps, u, v)] += 1.0 / points
				}
			}
		}
	}
	return out
}

// wrapDistinct counts different W_i - i u/v.
func wrapDistinct(wraps []int, u, v int) int {
	d := 0
next:
	for i := range wraps {
		for j := range i {
			if (i-j)*u == (wraps[i]-wraps[j])*v {
				continue next
			}
		}
		d++
	}
	return d
}

// DoubleWrapModFirstOrder is the first-order rate of double hashing summed modulo 2^64 and
// then reduced modulo m, for an m that is no power of two and m >> k^2. At m = 1009 it is
// within 0.1% (k = 7) of simulation.
func DoubleWrapModFirstOrder(n, m uint64, k int) float64 {
	return wrapModSeries(k).rate(float64(n), float64(m))
}
