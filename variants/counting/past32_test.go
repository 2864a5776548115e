package counting

import (
	"strconv"
	"testing"
)

// FF-16: counters whose bits lie beyond 2^32 are their own. They take 640 MB of
// addresses, of which a few pages are touched.
func TestCountersPast32Bits(t *testing.T) {
	if testing.Short() || strconv.IntSize == 32 {
		t.Skip("takes 640 MB of addresses")
	}
	for _, width := range []uint64{4, 5} {
		n := 5 << 30 / width
		c := newCounters(n, width)
		for _, bit := range []uint64{1<<31 + 30, 1<<32 + 60, 5<<30 - 2*width} {
			p := bit / width
			c.raise(p)
			if c.raise(p); c.get(p) != 2 || c.get(p-1) != 0 {
				t.Errorf("width %d: counter %d is %d after two", width, p, c.get(p))
			}
			if low := bit % (1 << 31) / width; c.get(low) != 0 || c.get(low+1) != 0 {
				t.Errorf("width %d: raising counter %d raises counter %d", width, p, low)
			}
			if !c.lower(p) || c.get(p) != 1 {
				t.Errorf("width %d: counter %d is %d after two up and one down", width, p, c.get(p))
			}
		}
	}
}
