package theory

import "math"

// What imperfect hash values do to a rate.

// TruncatedFloor returns 1-(1-2^-w)^n: the chance that an absent key's w-bit hash equals
// that of one of n members, a floor under any filter's rate. w = 32, n = 1e8: 2.3%.
func TruncatedFloor(n uint64, hashBits int) float64 {
	return hit(float64(n), math.Exp2(-float64(hashBits)))
}

// TruncatedDistinct returns 2^w (1-(1-2^-w)^n), the expected number of distinct w-bit
// hashes of n keys.
func TruncatedDistinct(n uint64, hashBits int) float64 {
	return math.Exp2(float64(hashBits)) * TruncatedFloor(n, hashBits)
}

// TruncatedRate returns F + (1-F) f(D), F the floor, D the distinct hashes, and f the
// classic rate at D keys by the power of the mean fill; error O(1/m).
func TruncatedRate(n, m uint64, k, hashBits int) float64 {
	f := TruncatedFloor(n, hashBits)
	return f + (1-f)*ClassicStd(TruncatedDistinct(n, hashBits), float64(m), k)
}

// ReducedFill returns the mean fill (1/m) sum_j (1-(1-pi_j)^T) when W hash values are
// reduced to m cells by modulo or fastrange: W mod m cells get floor(W/m)+1 values, the
// rest floor(W/m).
func ReducedFill(hashRange, m uint64, t float64) float64 {
	big, small, hi, lo := reducedCells(hashRange, m)
	return (big*hit(t, hi) + small*hit(t, lo)) / float64(m)
}

// ReducedHit returns sum_j pi_j (1-(1-pi_j)^T), the probability that one query index
// finds its cell set.
func ReducedHit(hashRange, m uint64, t float64) float64 {
	big, small, hi, lo := reducedCells(hashRange, m)
	return big*hi*hit(t, hi) + small*lo*hit(t, lo)
}

// reducedCells counts the cells of the two weights.
func reducedCells(hashRange, m uint64) (big, small, hi, lo float64) {
	w := float64(hashRange)
	extra := hashRange % m
	return float64(extra), float64(m - extra), float64(hashRange/m+1) / w, float64(hashRange/m) / w
}

// Wrapped32Rate is the asymptotic rate when positions are sums that wrap at 32 bits: only
// 2^32 positions exist, so m is at most that.
func Wrapped32Rate(n, m uint64, k int) float64 {
	return ClassicAsym(float64(n), math.Min(float64(m), 1<<32), k)
}

// SlicesPerDigest returns floor(digestBits/sliceBits), the indices that one digest gives
// without using a bit twice.
func SlicesPerDigest(digestBits, sliceBits int) int { return digestBits / sliceBits }

// MixedRadixPerDigest returns floor(digestBits/log2 m), the indices from one digest read
// as a single number that is divided by m again and again.
func MixedRadixPerDigest(digestBits int, m uint64) int {
	return int(float64(digestBits) / math.Log2(float64(m)))
}
