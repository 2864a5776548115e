package theory

import (
	"math"
	"testing"
)

// TestClearedByEnumeration draws every choice of positions of one key and of the keys
// removed.
func TestClearedByEnumeration(t *testing.T) {
	for _, c := range []struct {
		m       uint64
		k       int
		removed uint64
	}{{1, 1, 1}, {2, 1, 1}, {3, 2, 1}, {4, 2, 1}, {3, 2, 2}, {5, 3, 1}, {4, 1, 3}, {2, 3, 1}} {
		draws := c.k * int(c.removed+1)
		lost, total := 0, 0
		for code := range int(math.Pow(float64(c.m), float64(draws))) {
			var own, cleared uint
			for i := range draws {
				if bit := uint(1) << (code % int(c.m)); i < c.k {
					own |= bit
				} else {
					cleared |= bit
				}
				code /= int(c.m)
			}
			if total++; own&cleared != 0 {
				lost++
			}
		}
		if got, want := Cleared(c.m, c.k, c.removed), float64(lost)/float64(total); math.Abs(got-want) > 1e-12 {
			t.Errorf("m = %d, k = %d, %d removed: %v, want %v", c.m, c.k, c.removed, got, want)
		}
	}
}

// Nothing removed loses nothing; in a large table it is removed*k^2/m.
func TestClearedAtItsEnds(t *testing.T) {
	if got := Cleared(10, 7, 0); got != 0 {
		t.Errorf("nothing removed: %v", got)
	}
	if got := Cleared(1<<40, 7, 1) / (49.0 / (1 << 40)); math.Abs(got-1) > 1e-9 {
		t.Errorf("in a large table: %v times k^2/m", got)
	}
	if got := Cleared(10, 3, 1e6); got != 1 {
		t.Errorf("everything cleared: %v", got)
	}
}
