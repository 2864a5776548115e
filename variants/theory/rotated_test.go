package theory

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// simulateRotated asks fresh filters of n keys, h drawn, for as many absent ones in all.
func simulateRotated(n, m uint64, k, queries int) float64 {
	rng := rand.New(rand.NewPCG(5, m))
	each := func(cell func(c uint64) bool) bool {
		h := rng.Uint32()
		step := h>>17 | h<<15
		for range k {
			if !cell(uint64(h) % m) {
				return false
			}
			h += step
		}
		return true
	}
	hits, asked := 0, 0
	for asked < queries {
		filter := make([]bool, m)
		for range n {
			each(func(c uint64) bool { filter[c] = true; return true })
		}
		for range max(10_000, 4*n) {
			asked++
			if each(func(c uint64) bool { return filter[c] }) {
				hits++
			}
		}
	}
	return float64(hits) / float64(asked)
}

// Against simulation of the positions themselves, within the declared error and four
// standard errors of the simulation. Independent steps are far off from 1e5 bits on.
func TestRotatedSimulated(t *testing.T) {
	for _, c := range []struct {
		n, m uint64
		k    int
		off  float64 // at least so far from independent steps
	}{{1000, 10_000, 6, 0.01}, {5000, 52_020, 6, 0.05}, {30_000, 300_000, 6, 0.3}, {50_000, 500_009, 3, 0.5}} {
		const queries = 1_000_000
		want := simulateRotated(c.n, c.m, c.k, queries)
		r := Rotated(c.n, c.m, c.k)
		slack := r.ModelError*r.FPR + 4*math.Sqrt(want/queries) + float64(c.n)/(1<<32)
		if math.Abs(r.FPR-want) > slack || r.ModelError > 0.03 {
			t.Errorf("%+v: rate %.6g, simulated %.6g, declared error %.3g", c, r.FPR, want, r.ModelError)
		}
		if free := Classic(c.n, c.m, c.k, DoubleWrapMod).FPR; want < free*(1+c.off) {
			t.Errorf("%+v: simulated %.6g, independent steps %.6g: want the rotation to be seen", c, want, free)
		}
	}
}

// The values of position 2, by the definition of the sum, for every half and both parities
// of a small range, and that their shares are those of all 2^32 h.
func TestRotatedThird(t *testing.T) {
	for _, h := range []uint32{0, 1, 0xffff, 0x10000, 0x1ffff, 0xffffffff, 0x80008000, 0x12345678, 0xdeadbeef} {
		a, b := h&0xffff, h>>16
		if want := (a+b)*0x10001 - b&1; rotatedAt(h, 2) != want || want != h+2*bits.RotateLeft32(h, -17) {
			t.Errorf("%#x: position 2 %#x, want %#x", h, rotatedAt(h, 2), want)
		}
	}
	for _, m := range []uint64{1000, 1 << 20, 5_000_000} {
		r, sum := newRotated(1, m, 3), 0.0
		for _, q := range r.thirds.share {
			sum += float64(q)
		}
		near(t, fmt.Sprint("shares of ", m), sum, 1, 1e-6)
	}
}

func TestRotatedExtremes(t *testing.T) {
	near(t, "no keys", Rotated(0, 1000, 5).FPR, 0, 0)
	near(t, "one bit", Rotated(3, 1, 5).FPR, 1, 0)
	near(t, "one probe", Rotated(100, 1000, 1).FPR, Classic(100, 1000, 1, WithReplacement).FPR, 1e-12)
	near(t, "saturated", Rotated(1e6, 1000, 5).FPR, 1, 1e-9)
	if a, b := Rotated(1000, 9999, 6), Rotated(1000, 9999, 6); math.Float64bits(a.FPR) != math.Float64bits(b.FPR) {
		t.Error("the same question has two answers")
	}
}
