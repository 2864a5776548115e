package theory

import "math"

// ln2sq is (ln 2)^2.
const ln2sq = math.Ln2 * math.Ln2

// BitsFor returns ceil(-n ln p/(ln 2)^2), the bits at which a classic filter of n keys
// with the real-valued best k would have rate p; at least 1. One expression, evaluated
// in one order, so that every machine rounds alike.
func BitsFor(n uint64, p float64) uint64 {
	m := math.Ceil(-float64(float64(n)*math.Log(p)) / ln2sq)
	return uint64(math.Max(1, m))
}

// HashesFor returns max(1, round(m/n ln 2)), the usual number of probes.
func HashesFor(n, m uint64) int {
	if n == 0 {
		return 1
	}
	return int(math.Max(1, math.Round(float64(m)/float64(n)*math.Ln2)))
}

// Sizing returns the usual size of a classic filter for n keys at rate p: BitsFor and
// HashesFor. The rate reached may exceed p by about 1%, since k is an integer; see
// SizingHard. n = 0 is sized as n = 1.
func Sizing(n uint64, p float64) (m uint64, k int) {
	n = max(n, 1)
	m = BitsFor(n, p)
	return m, HashesFor(n, m)
}

// SizingHard returns the least number of bits, with its k, at which the exact mean rate
// of a classic filter of n keys (draws with replacement) is at most p.
func SizingHard(n uint64, p float64) (m uint64, k int) {
	n = max(n, 1)
	mid := int(math.Round(-math.Log2(p)))
	for kk := max(1, mid-1); kk <= mid+1 || kk == 1; kk++ {
		if mm := leastBits(n, kk, p); m == 0 || mm < m {
			m, k = mm, kk
		}
	}
	return m, k
}

// leastBits searches the least m with exact rate at most p for one k. The rate falls
// with m, and lies slightly above the asymptotic form that gives the start.
func leastBits(n uint64, k int, p float64) uint64 {
	lp := math.Log(p)
	good := func(m uint64) bool { return ClassicLog(n, m, k) <= lp }
	lo := uint64(math.Max(1, math.Floor(BitsRealForK(float64(n), p, k))))
	if good(lo) {
		for lo > 1 && good(lo-1) {
			lo--
		}
		return lo
	}
	step := uint64(1)
	hi := lo + step
	for !good(hi) {
		step *= 2
		lo, hi = hi, hi+step
	}
	for hi-lo > 1 {
		if mid := lo + (hi-lo)/2; good(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return hi
}

// BitsRealForK returns -kn/ln(1-p^(1/k)), the real number of bits at which the
// asymptotic rate with k probes is p.
func BitsRealForK(n, p float64, k int) float64 {
	return -float64(k) * n / math.Log1p(-math.Pow(p, 1/float64(k)))
}

// BestK returns the k in 1..limit with the least rate(k), the smallest where several
// are equal. It walks down and up from a start as long as the rate falls, so rate must
// have a single valley around it; start is clipped to 1..limit.
func BestK(rate func(k int) float64, start, limit int) int {
	best := max(1, min(start, limit))
	least := rate(best)
	for k := best - 1; k >= 1; k-- {
		r := rate(k)
		if r > least {
			break
		}
		best, least = k, r
	}
	for k := best + 1; k <= limit; k++ {
		r := rate(k)
		if r >= least {
			break
		}
		best, least = k, r
	}
	return best
}

// OptimalK returns the integer k in 1..limit with the least exact classic rate for
// capacity keys in m bits.
func OptimalK(capacity, m uint64, limit int) int {
	if capacity == 0 || m == 0 {
		return 1
	}
	start := int(math.Min(float64(limit), math.Round(float64(m)/float64(capacity)*math.Ln2)))
	return BestK(func(k int) float64 { return ClassicLog(capacity, m, k) }, start, limit)
}

// TieBitsPerKey returns the bits per key x at which k and k+1 probes give the same
// asymptotic rate: (1-e^(-k/x))^k = (1-e^(-(k+1)/x))^(k+1). For k = 1 it is 1/ln of the
// golden ratio.
func TieBitsPerKey(k int) float64 {
	fk := float64(k)
	diff := func(x float64) float64 {
		a := fk * math.Log(-math.Expm1(-fk/x))
		return a - (fk+1)*math.Log(-math.Expm1(-(fk+1)/x))
	}
	lo, hi := fk/math.Ln2, (fk+1)/math.Ln2 // k is best at lo, k+1 at hi
	for range 200 {
		mid := lo + (hi-lo)/2
		if diff(mid) < 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo + (hi-lo)/2
}

// BitsPerKeyBound is log2(1/eps), the least bits per key of any filter over a large
// universe (Carter et al. 1978).
func BitsPerKeyBound(eps float64) float64 { return -math.Log2(eps) }

// BitsPerKeyBloom is log2(1/eps)/ln 2, a Bloom filter's bits per key at its real-valued
// best k; 1.4427 times the bound.
func BitsPerKeyBloom(eps float64) float64 { return -math.Log2(eps) / math.Ln2 }
