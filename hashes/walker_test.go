package hashes

import (
	"fmt"
	"math/big"
	"testing"
)

// bigReduce is a reduction in exact arithmetic, from its definition.
func bigReduce(r Reduction, h *big.Int, m uint64) *big.Int {
	M := new(big.Int).SetUint64(m)
	if r == Fastrange {
		x := new(big.Int).Mul(h, M)
		return x.Rsh(x, 64)
	}
	return new(big.Int).Mod(h, M)
}

// bigPosition is position i from the closed form of each probing (not from the
// recurrences of the code), in exact arithmetic.
func bigPosition(p Probing, r Reduction, m uint64, k int, words []uint64, i int) uint64 {
	B := func(x uint64) *big.Int { return new(big.Int).SetUint64(x) }
	reduceFirst := p == Enhanced || r == Mod
	word := func(j int) *big.Int {
		if reduceFirst {
			return bigReduce(r, B(words[j]), m)
		}
		return B(words[j])
	}
	if p == Independent || p == Sliced {
		return bigReduce(r, B(words[i]), m).Uint64()
	}
	step := word(1)
	switch {
	case p == Double && r == Mask:
		step.SetBit(step, 0, 1)
	case p == Double && r == Mod:
		step = B(GoodStep(words[1], m, k))
	}
	sum := new(big.Int).Mul(B(uint64(i)), step)
	sum.Add(sum, word(0))
	n := int64(i)
	switch p {
	case Triple:
		sum.Add(sum, new(big.Int).Mul(big.NewInt(n*(n-1)/2), word(2)))
	case Enhanced:
		sum.Add(sum, big.NewInt((n*n*n-n)/6)) // Dillinger and Manolios 2004
	}
	if reduceFirst {
		return sum.Mod(sum, B(m)).Uint64()
	}
	sum.Mod(sum, new(big.Int).Lsh(big.NewInt(1), 64))
	return bigReduce(r, sum, m).Uint64()
}

// wordsDigest returns a digest that has exactly these words: a Source whose
// function looks them up by the number of its evaluation.
func wordsDigest(words []uint64) Digest {
	s := &Source{have: len(words)}
	copy(s.words[:], words)
	return Digest{A: words[0], More: s}
}

// TestWalkerExact holds every probing and reduction to exact arithmetic: m from
// 1 to 2^40, words at their extremes and between.
func TestWalkerExact(t *testing.T) {
	const k = 64
	ms := []uint64{1, 2, 3, 4, 5, 7, 8, 10, 63, 64, 65, 127, 512, 1009, 1024, 5_000_000, 3 << 29, 1<<31 - 1, 1 << 31,
		1<<32 - 1, 1 << 32, 1<<32 + 1, 1 << 33, 999_999_999_989, 1<<40 - 1, 1 << 40}
	extremes := []uint64{0, 1, 2, 1 << 31, 1<<32 - 1, 1 << 32, 1<<63 - 1, 1 << 63, 1<<64 - 2, 1<<64 - 1}
	for _, m := range ms {
		for trial := range 100 {
			if testing.Short() && trial%7 != 0 {
				continue // 7 is prime to 10: all extremes still come up
			}
			words := make([]uint64, k)
			for j := range words {
				words[j] = SplitMix64(m*1000 + uint64(trial*k+j))
			}
			if trial < 90 { // all pairs but a few, with the third word at an extreme, too
				words[0], words[1] = extremes[trial%10], extremes[trial/10]
				words[2] = extremes[(trial+3)%10]
			}
			compareWalkers(t, m, k, words)
		}
	}
}

func compareWalkers(t *testing.T, m uint64, k int, words []uint64) {
	t.Helper()
	for _, p := range Probings() {
		for r := range Reduction(len(reductionNames)) {
			if r.Check(m) != nil {
				continue
			}
			w := NewWalker(p, r, m, k)
			w.Start(wordsDigest(words))
			for i := range k {
				got := w.Next()
				if want := bigPosition(p, r, m, k, words, i); got != want || got >= m {
					t.Fatalf("%s, reduce=%s, m=%d, words %x...: position %d is %d, want %d", p, r, m, words[:3], i, got, want)
				}
				if i == 8 && m > 1<<33 {
					break // enough: exact arithmetic is slow
				}
			}
		}
	}
}

// TestDoubleDegenerate: zero and even steps at m = 1024. With mask and mod the
// corrected scheme has 7 distinct positions, uncorrected ones 1, 2 and 4; under
// fastrange such words are ordinary small numbers and the scheme is kept as
// published.
func TestDoubleDegenerate(t *testing.T) {
	for _, c := range []struct {
		h1, h2      uint64
		uncorrected int
	}{{5, 0, 1}, {5, 512, 2}, {5, 256, 4}} {
		plain := map[uint64]bool{}
		for i := range uint64(7) {
			plain[(c.h1+i*c.h2)%1024] = true
		}
		if len(plain) != c.uncorrected {
			t.Errorf("(%d,%d): %d uncorrected positions, want %d", c.h1, c.h2, len(plain), c.uncorrected)
		}
		for _, r := range []Reduction{Mask, Mod} {
			if got := distinct(Double, r, 1024, 7, Digest{A: c.h1, B: c.h2}); got != 7 {
				t.Errorf("(%d,%d) reduce=%s: %d distinct positions, want 7", c.h1, c.h2, r, got)
			}
		}
		// the same steps in the bits that fastrange sees: kept uncorrected
		d := Digest{A: c.h1 << 54, B: c.h2 << 54}
		if got := distinct(Double, Fastrange, 1024, 7, d); got != c.uncorrected {
			t.Errorf("(%d,%d) at the top under fastrange: %d distinct positions, want %d", c.h1, c.h2, got, c.uncorrected)
		}
	}
}

// distinct counts the distinct positions of a digest.
func distinct(p Probing, r Reduction, m uint64, k int, d Digest) int {
	seen := map[uint64]bool{}
	w := NewWalker(p, r, m, k)
	w.Start(d)
	for range k {
		seen[w.Next()] = true
	}
	return len(seen)
}

// TestEmptyKey: murmur3 hashes the empty key under seed 0 to (0, 0); enhanced,
// mask and mod still give it k positions.
func TestEmptyKey(t *testing.T) {
	a, b := Murmur3.Sum128(nil, 0)
	if a != 0 || b != 0 {
		t.Fatalf("murmur3 of nothing is %x %x, want 0 0", a, b)
	}
	for _, c := range []struct {
		p Probing
		r Reduction
	}{{Double, Mask}, {Double, Mod}} {
		if got := distinct(c.p, c.r, 1024, 7, Digest{}); got != 7 {
			t.Errorf("%s reduce=%s: %d distinct positions, want 7", c.p, c.r, got)
		}
	}
	// (i^3-i)/6 for i = 0..6: 0 0 1 4 10 20 35
	for r := range Reduction(3) {
		if got := distinct(Enhanced, r, 1024, 7, Digest{}); got != 6 {
			t.Errorf("enhanced reduce=%s: %d distinct positions, want 6", r, got)
		}
	}
}

// TestEnhancedReducesFirst: words that agree in the bits fastrange looks at and
// step 0 tell enhanced from double hashing only if the cubic term is added after
// the reduction.
func TestEnhancedReducesFirst(t *testing.T) {
	var at []uint64
	w := NewWalker(Enhanced, Fastrange, 1000, 5)
	w.Start(Digest{A: 1 << 63, B: 0})
	for range 5 {
		at = append(at, w.Next())
	}
	if fmt.Sprint(at) != "[500 500 501 504 510]" {
		t.Errorf("positions %v, want [500 500 501 504 510]", at)
	}
}

// TestGoodStep: every result is nonzero, has k distinct multiples where m >= k,
// and is the input itself where that was good already.
func TestGoodStep(t *testing.T) {
	check := func(y, m uint64, k int) {
		got := GoodStep(y, m, k)
		if m == 1 {
			if got != 0 {
				t.Fatalf("GoodStep(%d, 1, %d) = %d, want 0", y, k, got)
			}
			return
		}
		if got == 0 || got >= m {
			t.Fatalf("GoodStep(%d, %d, %d) = %d: out of [1, m)", y, m, k, got)
		}
		seen := map[uint64]bool{}
		for i := range uint64(k) {
			seen[i*got%m] = true
		}
		if m >= uint64(k) && len(seen) != k {
			t.Fatalf("GoodStep(%d, %d, %d) = %d: %d distinct multiples", y, m, k, got, len(seen))
		}
		// order of y: good ones stay
		order := m / gcd(y, m)
		if y != 0 && order >= uint64(k) && got != y {
			t.Fatalf("GoodStep(%d, %d, %d) = %d, but %d was good", y, m, k, got, y)
		}
	}
	for _, k := range []int{1, 2, 3, 7, 16, 64} {
		for m := uint64(1); m <= 300; m++ {
			for y := range m {
				check(y, m, k)
			}
		}
		for _, m := range []uint64{5040, 55440, 720720, 1 << 20, 963_761_198_400, 1 << 40} {
			for v := uint64(1); v <= 64; v++ { // near the multiples of m/v, where the bad ones are
				for d := range uint64(7) {
					check((m/v+m+d-3)%m, m, k)
				}
			}
		}
	}
}

// TestGoodStepsAreEquallyLikely counts the steps that words give: m = 12 has the
// good steps 1, 2, 5, 7, 10, 11 for k = 5 (those of order 6 and 12), each due a
// sixth of 60,000, sd 91. Theory takes them as equally likely.
func TestGoodStepsAreEquallyLikely(t *testing.T) {
	var seen [12]int
	for i := range uint64(60_000) {
		seen[GoodStep(SplitMix64(i), 12, 5)]++
	}
	for y, n := range seen {
		due := 0
		if 12/gcd(uint64(y), 12) >= 5 {
			due = 10_000
		}
		if n < due-400 || n > due+400 {
			t.Errorf("step %d came %d times, want about %d", y, n, due)
		}
	}
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
