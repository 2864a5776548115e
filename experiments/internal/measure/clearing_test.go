package measure

import (
	"slices"
	"testing"

	"github.com/filterlab/filterlab/hashes"
)

func clearing(t *testing.T) Clearing {
	t.Helper()
	scheme, err := hashes.ParseScheme("xxh3+independent", hashes.Functions())
	if err != nil {
		t.Fatal(err)
	}
	return Clearing{Scheme: scheme, Seed: 1, N: 1000, M: 10_000, K: 7, Removed: 10, Filters: 40}
}

// TestClearing: by hand, 10 removals clear some 68.8 of 10,000 positions (70 draws with
// few repeats), and 1-(1-0.00698)^7 = 4.8 % of 990 keys are 47 a filter.
func TestClearing(t *testing.T) {
	c := clearing(t)
	lost, err := c.Lost()
	if err != nil {
		t.Fatal(err)
	}
	sum := uint64(0)
	for _, x := range lost {
		sum += x
	}
	if mean := float64(sum) / 40; mean < 43 || mean > 51 { // 47 +- 1.1 for 40 filters
		t.Errorf("%v keys are lost a filter, want about 47", mean)
	}
	if again, _ := c.Lost(); !slices.Equal(again, lost) {
		t.Error("the same seed loses others")
	}
	c.Removed = 0
	if none, _ := c.Lost(); slices.Max(none) != 0 {
		t.Errorf("nothing removed, and lost are %v", none)
	}
	c.Removed, c.N = 1000, 1000
	if none, _ := c.Lost(); slices.Max(none) != 0 {
		t.Errorf("nobody is left, and lost are %v", none)
	}
}

// TestExtremes counts them: 15 words make 225 pairs of 64 positions, in 9 tables by
// fastrange and mod and in 4 powers of two by mask, by two probings.
func TestExtremes(t *testing.T) {
	made, outside := Extremes()
	if want := uint64(225 * 64 * (2*9 + 4) * 2); made != want || outside != 0 {
		t.Errorf("%d positions, %d outside; want %d, 0", made, outside, want)
	}
	// A table that is thought smaller than it is shows that the count can fail.
	if _, outside := reach(hashes.NewWalker(hashes.Double, hashes.Mod, 10, 64), 9); outside == 0 {
		t.Error("no position of a table of 10 lies at 9")
	}
}
