package theory

import (
	"math"
	"testing"
)

// everySet calls f with each of the (buckets*span)^n choices of n values, as the number
// of keys at each value.
func everySet(n, values int, f func(at []int)) {
	at := make([]int, values)
	var choose func(left int)
	choose = func(left int) {
		if left == 0 {
			f(at)
			return
		}
		for v := range at {
			at[v]++
			choose(left - 1)
			at[v]--
		}
	}
	choose(n)
}

// codeBits is the length of the codes of one set, written down anew: a bit and r more for
// every value there, and one bit for each full 2^r of the empty values before it.
func codeBits(at []int, span, r int) (bits, values int) {
	for v, keys := range at {
		if keys == 0 {
			continue
		}
		empty := 0
		for w := v - 1; w >= v/span*span && at[w] == 0; w-- {
			empty++
		}
		values++
		bits += empty>>r + 1 + r
	}
	return bits, values
}

// TestGolombBits and the rate: against every set there is.
func TestGolombBits(t *testing.T) {
	for _, c := range []struct{ n, buckets, span, r int }{
		{1, 1, 7, 0}, {2, 1, 5, 1}, {3, 2, 4, 0}, {3, 2, 4, 1}, {4, 3, 3, 1}, {5, 1, 8, 2}, {4, 1, 9, 1}, {6, 2, 3, 0},
	} {
		var sets, bits, values, squares float64
		everySet(c.n, c.buckets*c.span, func(at []int) {
			b, v := codeBits(at, c.span, c.r)
			sets, bits, values, squares = sets+1, bits+float64(b), values+float64(v), squares+float64(v*v)
		})
		near(t, "bits", GolombBits(uint64(c.n), uint64(c.buckets), uint64(c.span), c.r), bits/sets, 1e-12)
		all, mean := float64(c.buckets*c.span), values/sets
		rate := HashedSet(uint64(c.n), uint64(c.buckets*c.span))
		near(t, "rate", rate.FPR, mean/all, 1e-12)
		near(t, "values", rate.SetBits, mean, 1e-12)
		near(t, "spread", rate.SD+1, math.Sqrt(squares/sets-mean*mean)/all+1, 1e-7)
	}
}

// TestGolombRice: BIP 158 (Bitcoin) states that 784931 values a key are best with 19
// bits, 1.497137 times 2^19; for powers of two the neighbours are dearer.
func TestGolombRice(t *testing.T) {
	if r := GolombRice(784931); r != 19 {
		t.Errorf("784931 values a key: %d bits, BIP 158 says 19", r)
	}
	for w := range 33 {
		inverse := math.Exp2(float64(w))
		r := GolombRice(1 << w)
		for other := range 40 {
			if GolombCost(inverse, other) < GolombCost(inverse, r) {
				t.Errorf("2^%d values a key: %d bits are better than %d", w, other, r)
			}
		}
	}
	// 1 + 1/(sqrt(e)-1) - 1: one bit less than log2, and the unary part of geometric gaps.
	near(t, "cost at 256", GolombCost(256, 7), 8+1.541494, 1e-6)
}

// TestGolombBitsOfManyKeys: the exact mean goes to the cost of geometric gaps.
func TestGolombBitsOfManyKeys(t *testing.T) {
	const n, inverse = 1 << 20, 1 << 12
	near(t, "bits a key", GolombBits(n, 1, n*inverse, 11)/n, GolombCost(inverse, 11), 3e-4)
}
