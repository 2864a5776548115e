package counting

import (
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/filtertest"
)

func TestConformance(t *testing.T) {
	filtertest.Run(t, Variant,
		variants.Params{"width": "2"}, variants.Params{"width": "5", "reduce": "mod"},
		variants.Params{"width": "16", "reduce": "mask"})
}

var double = hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Double}

// TestCounters holds counters of every width against a slice of numbers, raised
// and lowered in a fixed pseudo-random order.
func TestCounters(t *testing.T) {
	for width := uint64(2); width <= 16; width++ {
		const n = 77
		c, want, most := newCounters(n, width), make([]uint64, n), uint64(1)<<width-1
		x := width
		for range 60000 {
			x = hashes.SplitMix64(x)
			p := x % n
			if up := x>>32%16 < 10; up && want[p] < most { // ten up for six down
				want[p]++
				c.raise(p)
			} else if up {
				c.raise(p)
			} else {
				if got := c.lower(p); got != (want[p] > 0) {
					t.Fatalf("width %d: lower(%d) gives %v at %d", width, p, got, want[p])
				}
				if want[p] > 0 && want[p] < most {
					want[p]--
				}
			}
		}
		for p := range uint64(n) {
			if c.get(p) != want[p] || (c.nonzero(p) == 1) != (want[p] != 0) {
				t.Errorf("width %d: counter %d is %d, want %d", width, p, c.get(p), want[p])
			}
		}
		d := newCounters(n, width)
		for p, v := range want {
			d.set(uint64(p), v)
		}
		for i, w := range d.array.Words() {
			if w != c.array.Words()[i] {
				t.Errorf("width %d: word %d is %x after set, %x after raise and lower", width, i, w, c.array.Words()[i])
			}
		}
	}
}

// TestSaturatedCounterSticks: field fault 36. One key 20 times in, 19 times out,
// with counters of 4 bits: it is found, and its counters are still at 15.
func TestSaturatedCounterSticks(t *testing.T) {
	for _, c := range []variants.Config{
		{Capacity: 100, FPR: 0.01, Scheme: double},
		{Capacity: 3, Bits: 4 * 48, K: 11, Scheme: double},
	} {
		f, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		g, d := f.(*Filter), hashes.Digest{A: 1 << 40, B: 1<<63 | 12345}
		for range 20 {
			if err := g.Add(d); err != nil {
				t.Fatal(err)
			}
		}
		for range 19 {
			g.Remove(d)
		}
		if !g.Contains(d) {
			t.Errorf("%d counters, k=%d: the key is lost", g.shape.Positions, g.shape.K)
		}
		if stuck := g.Tally()[0].Value; stuck != g.SetBits() {
			t.Errorf("%d of %d nonzero counters are stuck, want all", stuck, g.SetBits())
		}
	}
}

// TestCoincidingPositions: with h2 = 0 double hashing under fastrange puts all k
// positions on one counter. It is raised k times and lowered k times.
func TestCoincidingPositions(t *testing.T) {
	f, err := New(variants.Config{Capacity: 1, Bits: 4 * 64, K: 5, Scheme: double})
	if err != nil {
		t.Fatal(err)
	}
	g, twins, other := f.(*Filter), hashes.Digest{A: 1}, hashes.Digest{A: 1, B: 1 << 62}
	check := func(when string, want uint64) {
		t.Helper()
		if got := g.counters.get(0); got != want {
			t.Errorf("%s: counter 0 is %d, want %d", when, got, want)
		}
	}
	if err := g.Add(twins); err != nil {
		t.Fatal(err)
	}
	check("one key on one counter", 5)
	if err := g.Add(other); err != nil { // positions 0, 16, 32, 48, 0
		t.Fatal(err)
	}
	check("two keys", 7)
	if !g.Remove(twins) {
		t.Error("Remove of a held key returns false")
	}
	check("after Remove", 2)
	if g.Remove(twins) {
		t.Error("Remove of a key whose counter is too low returns true")
	}
	check("after a refused Remove", 2)
	if !g.Remove(other) || g.SetBits() != 0 {
		t.Errorf("the last key leaves %d counters", g.SetBits())
	}
}

// TestChurnLeavesTheBits: as long as nothing saturates, the nonzero counters are
// the bits of the keys held, whatever came and went (Fan et al. 2000).
func TestChurnLeavesTheBits(t *testing.T) {
	c := variants.Config{Capacity: 1000, FPR: 0.01, Params: variants.Params{"width": "8"}, Scheme: double}
	churned, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	h := double.NewHasher(1)
	key := func(i int) hashes.Digest { return h.Digest([]byte{byte(i), byte(i >> 8)}) }
	for i := range 3000 {
		if err := churned.(*Filter).Add(key(i)); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 2000 {
		churned.(*Filter).Remove(key(i))
	}
	for i := 2000; i < 3000; i++ {
		if err := plain.(*Filter).Add(key(i)); err != nil {
			t.Fatal(err)
		}
	}
	for p := range plain.Shape().Positions {
		if a, b := churned.(*Filter).counters.get(p), plain.(*Filter).counters.get(p); a != b {
			t.Fatalf("counter %d is %d after churn, %d without", p, a, b)
		}
	}
}
