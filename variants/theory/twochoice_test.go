package theory

import (
	"math"
	"testing"
)

// TestTwoChoiceEnumerated goes through every way in which 2 keys choose among 5 blocks
// and 3 fingerprints, other block s(fp)-i mod 5 with s = 0, 1, 2: mean and spread of the
// rate, exactly, and Cuckoo where the number of fingerprints is one of its own.
func TestTwoChoiceEnumerated(t *testing.T) {
	const blocks, prints = 5, 3
	group := func(key int) [3]int { // fingerprint and unordered pair
		fp, i := key%prints, key/prints
		j := (fp - i + 2*blocks) % blocks
		return [3]int{fp, min(i, j), max(i, j)}
	}
	var sum, squares, ways float64
	for x := range blocks * prints {
		for y := range blocks * prints {
			hits := 0
			for q := range blocks * prints {
				if g := group(q); g == group(x) || g == group(y) {
					hits++
				}
			}
			rate := float64(hits) / (blocks * prints)
			sum, squares, ways = sum+rate, squares+rate*rate, ways+1
		}
	}
	mean := sum / ways
	sd := math.Sqrt(squares/ways - mean*mean)
	if got := TwoChoice(2, blocks, prints); math.Abs(got.FPR-mean) > 1e-12 || math.Abs(got.SD-sd) > 1e-12 || got.SetBits != 2 {
		t.Errorf("got %+v, want mean %v, sd %v", got, mean, sd)
	}
	if got, want := TwoChoice(1000, 301, 255).FPR, Cuckoo(1000, 301, 4, 8).FPR; got != want {
		t.Errorf("255 fingerprints: %v, cuckoo says %v", got, want)
	}
}
