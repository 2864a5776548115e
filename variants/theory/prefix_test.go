package theory

import (
	"math"
	"testing"
)

// TestPrefixOverflowGolden holds the mean against the golden shares of the spare (rows
// prefix-001 and -003 of theory.csv, both simulated), and the spread against the exact
// law of one bin.
func TestPrefixOverflowGolden(t *testing.T) {
	for _, c := range []struct {
		n, bins  uint64
		capacity int
		share    float64
	}{{250000, 10000, 25, 0.07951897521843248535}, {45600, 1000, 48, 0.036808120185766472957}} {
		mean, _ := PrefixOverflow(c.n, c.bins, c.capacity)
		if math.Abs(mean/float64(c.n)/c.share-1) > 1e-9 {
			t.Errorf("%+v: %v keys", c, mean)
		}
		// Classes instead of keys: equal ones count once, 25 of 6400 in pairs of 2.
		if in := NewPrefixBins(c.n, c.bins, c.capacity, 1<<20); math.Abs(in.Spare/mean-1) > 0.002 {
			t.Errorf("%+v: %v classes in the spare, %v keys", c, in.Spare, mean)
		}
	}
	// One key in one of two bins without room: 1 key always, no spread over both, but of
	// two independent bins with (1/2, 1/2) each: mean 1, variance 1/2.
	if mean, sd := PrefixOverflow(1, 2, 0); mean != 1 || math.Abs(sd-math.Sqrt(0.5)) > 1e-15 {
		t.Errorf("one key without room: %v with sd %v", mean, sd)
	}
}

// TestPrefixBinsEnumerated goes through all sets of classes that a bin can have been
// given, for few classes: which queries the bin sends on and how many classes it has
// sent on, straight from the definition.
func TestPrefixBinsEnumerated(t *testing.T) {
	const n, bins = 40, 17
	for _, c := range [][2]int{{1, 3}, {2, 6}, {3, 10}, {4, 4}, {0, 5}} {
		capacity, classes := c[0], c[1]
		h := 1 - math.Pow(1-1.0/(bins*float64(classes)), n)
		var forwarded, spare float64
		for set := range 1 << classes {
			p, size := 1.0, 0
			for q := range classes {
				if set>>q&1 != 0 {
					p, size = p*h, size+1
				} else {
					p *= 1 - h
				}
			}
			spare += p * float64(max(0, size-capacity)) * bins
			below := 0
			for q := range classes {
				if set>>q&1 != 0 {
					below++ // and q is no query that misses
				} else if size > capacity && below >= capacity {
					forwarded += p / (1 - h) / float64(classes) // of such queries
				}
			}
		}
		in := NewPrefixBins(n, bins, capacity, classes)
		if math.Abs(in.Hit-h) > 1e-14 || math.Abs(in.Forwarded-forwarded) > 1e-13 || math.Abs(in.Spare-spare) > 1e-12 {
			t.Errorf("capacity %d of %d: got %+v, want h %v, forwarded %v, spare %v", capacity, classes, in, h, forwarded, spare)
		}
	}
}
