package theory

// Triple hashing, x_i = x + i y + i(i-1)/2 z, to first order. Cells i and j of one key
// coincide when (j-i) y + (j-i)(s-1)/2 z = 0, s = i+j: c times a form that depends on s
// only, c = j-i for odd s and (j-i)/2 for even s. Three meetings of two keys are of order
// 1/m^3, so keys overlap in pairs, as with independent draws.

// formFactors lists c for the pairs i < j < k with i + j = s.
func formFactors(k, s int) []int {
	var out []int
	for i := max(0, s-k+1); i < s-i; i++ {
		c := s - 2*i
		if s%2 == 0 {
			c /= 2
		}
		out = append(out, c)
	}
	return out
}

// dividing counts the factors that d divides.
func dividing(factors []int, d int) int {
	n := 0
	for _, c := range factors {
		if c%d == 0 {
			n++
		}
	}
	return n
}

// tripleModSeries is the series of triple hashing modulo m. A form of exact order d, d a
// common divisor of m and some c, has probability phi(d)/m.
func tripleModSeries(k int, m uint64) series {
	s := newSeries(k)
	factors := make([]float64, k+1) // pairs by gcd(c, m)
	for sum := 1; sum <= 2*k-3; sum++ {
		cs := formFactors(k, sum)
		for _, c := range cs {
			factors[gcd(uint64(c), m)]++
		}
		for d := 1; d < k; d++ {
			if m%uint64(d) == 0 {
				if n := dividing(cs, d); n > 0 {
					s.degenerate[k-n] += float64(phi(uint64(d)))
				}
			}
		}
	}
	s.overlap[2] = pairMatches(factors)
	return s
}

// pairMatches sums gcd(a, b) over pairs of query cells and ordered pairs of key cells.
func pairMatches(factors []float64) float64 {
	var sum float64
	for a, x := range factors {
		for b, y := range factors {
			if x > 0 && y > 0 {
				sum += 2 * x * y * float64(gcd(uint64(a), uint64(b)))
			}
		}
	}
	return sum
}

// tripleFastrangeSeries is the series of triple hashing by fastrange. Near a fraction of
// denominator d of the form, at sigma cells, each pair with d | c is c sigma cells apart
// and shares its cell with probability (1 - c sigma)^+; the pairs' places in their cells
// are independent. Hence
//
//	Q = p^k sum_s sum_d phi(d) 2 int_0^1 [prod_c (1 + (1-c sigma)^+ (1/p - 1)) - 1] dsigma.
//
// Above k = 64 only single pairs are kept, as with independent draws.
func tripleFastrangeSeries(k int) series {
	s := drawsSeries(k)
	if k > tripleLimit {
		return s
	}
	s.degenerate[k-1] = 0
	for sum := 1; sum <= 2*k-3; sum++ {
		cs := formFactors(k, sum)
		for d := 1; d < k; d++ {
			if dividing(cs, d) > 0 {
				sharedCells(s.degenerate, cs, d, 2*float64(phi(uint64(d))))
			}
		}
	}
	s.degenerate[k] = 0
	return s
}

// tripleLimit bounds k for the product over pairs.
const tripleLimit = 64

// sharedCells adds weight times the integral over sigma of the law of the number of shared
// cells: every c that d divides shares with probability (1 - c sigma)^+.
func sharedCells(degenerate []float64, cs []int, d int, weight float64) {
	const nodes = 64
	k := len(degenerate) - 1
	width := 1 / float64(d) // the smallest such c is at least d
	law := make([]float64, len(cs)+1)
	for i := range nodes {
		sigma := (float64(i) + 0.5) / nodes * width
		clear(law)
		law[0] = 1
		for _, c := range cs {
			r := 1 - float64(c)*sigma
			if c%d != 0 || r <= 0 {
				continue
			}
			for x := len(law) - 1; x > 0; x-- {
				law[x] = law[x]*(1-r) + law[x-1]*r
			}
			law[0] *= 1 - r
		}
		for x, px := range law {
			degenerate[k-x] += weight * width / nodes * px
		}
	}
}
