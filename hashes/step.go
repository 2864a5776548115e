package hashes

// AddMod returns a+b mod m for a, b < m <= 2^63, without a division.
func AddMod(a, b, m uint64) uint64 {
	a += b
	if a >= m {
		a -= m
	}
	return a
}

// GoodStep returns a step y < m made of the word h2 whose multiples i*y,
// 1 <= i < k, are all nonzero mod m, so that double hashing visits k distinct
// positions: h2 mod m if that is such a step, else the same of SplitMix64(h2),
// and so on, so that every good step is equally likely. Where m has none (m < k)
// any nonzero step will do, and for m = 1 the step is 0.
//
// Nearly every step is good: the bad ones are the multiples of m/v for the
// divisors v < k of m, O(k^2) of m.
func GoodStep(h2, m uint64, k int) uint64 {
	if m == 1 {
		return 0
	}
	if k < 2 || m < uint64(k) {
		k = 2 // nonzero is all that can be had
	}
	for {
		if y := h2 % m; distinctMultiples(y, m, k) {
			return y
		}
		h2 = SplitMix64(h2)
	}
}

// distinctMultiples reports whether i*y mod m is nonzero for every 1 <= i < k.
func distinctMultiples(y, m uint64, k int) bool {
	x := y
	for i := 1; i < k; i++ {
		if x == 0 {
			return false
		}
		x = AddMod(x, y, m)
	}
	return true
}
