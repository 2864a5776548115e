package theory

import "math"

// cuckooVar returns the variance between filters of a cuckoo filter's rate, for n
// keys, b buckets and f fingerprints. It is exact for odd b; for even b the number of
// one-bucket pairs is its mean over fingerprints.
//
// A key is an equal draw from (fingerprint, bucket). With chance q = 1/b its two
// buckets are one, and it falls into one of f groups of chance 1/(fb); else into one
// of f(b-1)/2 groups of chance 2/(fb). The rate is the chance of the occupied groups:
// R = (1-q) U + q V, U and V the occupied shares of both kinds. Given the number of
// one-bucket keys, binomial, U and V are independent fills of equal cells. So Var R
// is the mean of the variance given that number, and the variance of the mean.
func cuckooVar(n, b, f float64) float64 {
	q := 1 / b
	p := 1 - q
	given := float64(q * q * thinnedFillVar(n, q, f))
	if b <= 1 {
		return given
	}
	pairs := f * (b - 1) / 2
	given += float64(p * p * thinnedFillVar(n, p, pairs))
	// The empty shares are y^T and z^(n-T), y = 1-1/pairs, z = 1-1/f: products over keys,
	// of which one has the mean 1-p/pairs or 1-q/f.
	y, z := p/pairs, q/f
	ey, ez := math.Exp(n*math.Log1p(-y)), math.Exp(n*math.Log1p(-z))
	over := func(cov, means float64) float64 { return math.Expm1(n * math.Log1p(cov/means)) }
	pq, dy, dz := p*q, 1/pairs, 1/f
	varY := float64(ey*ey) * over(pq*dy*dy, (1-y)*(1-y))
	varZ := float64(ez*ez) * over(pq*dz*dz, (1-z)*(1-z))
	cov := float64(ey*ez) * over(-pq*dy*dz, (1-y)*(1-z))
	return given + math.Max(0, float64(p*p*varY)+float64(q*q*varZ)+float64(2*pq*cov))
}

// thinnedFillVar returns E[FillVar(T, m)] for T binomial of n and share: the variance,
// given T, of the filled share when each of n keys draws one of m cells, but only with
// that probability.
//
// With a = share/m and h = a/(1-2a) it is (1-2a)^n/m ((1+h)^n - 1 - m((1+h/m)^n - 1)).
// Expanded, the bracket is the sum over j >= 2 of C(n,j) h^j (1-m^(1-j)), without
// negative terms, so no digits are lost however small the load. Where the sum has many
// terms the difference is harmless.
func thinnedFillVar(n, share, m float64) float64 {
	a := share / m
	if m <= 1 || n <= 1 || 2*a >= 1 {
		return 0
	}
	h := a / (1 - 2*a)
	base := n * math.Log1p(-2*a)
	if n*h > 30 {
		return (math.Exp(base+float64(n*math.Log1p(h))) - math.Exp(base) -
			float64(m*math.Exp(base)*math.Expm1(n*math.Log1p(h/m)))) / m
	}
	sum, term, inverse := 0.0, n*h, 1.0 // of j = 1
	for j := 2.0; j <= n; j++ {
		term *= (n - j + 1) / j * h
		inverse /= m
		sum += float64(term * (1 - inverse))
		if j > n*h && term < 1e-17*sum {
			break
		}
	}
	return math.Exp(base) * sum / m
}
