package compare_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/filterlab/filterlab/experiments/internal/compare"
)

// What is significant alone is not among many: ten runs that all take 3.5 ns longer have
// p = 0.0288 (by SciPy's mannwhitneyu), which 20 rows that could decide correct to 0.58.
func TestAdjustedDecides(t *testing.T) {
	x := lines("X", "ns/op", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
	y := lines("X", "ns/op", 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5, 11.5, 12.5, 13.5)
	r := compared(t, x, y)
	alone := row(t, r, "X", "ns/op")
	if alone.Verdict != compare.Worse || alone.PAdjusted != alone.P || math.Abs(alone.P-0.028806) > 1e-6 {
		t.Fatalf("alone: %+v", alone)
	}
	var rest string
	for i := range 19 {
		rest += lines(fmt.Sprintf("R/i=%dth", i), "ns/op", spread(100, 10)...)
	}
	r = compared(t, x+rest, y+rest)
	among := row(t, r, "X", "ns/op")
	if r.FamilySize != 20 || among.P != alone.P || math.Abs(among.PAdjusted-0.57611) > 1e-5 || among.Verdict != compare.NoDifference {
		t.Errorf("among %d: %+v", r.FamilySize, among)
	}
}

// The worst value of an inexact sample of which more is better is the least.
func TestWorstOfARate(t *testing.T) {
	const unit = "Unit ops/s better=higher assume=exact\n"
	old, new := unit+lines("X", "ops/s", flat(5)...), unit+lines("X", "ops/s", append(flat(5), 3, 9)...)
	if x := row(t, compared(t, old, new), "X", "ops/s"); !x.Regression() || x.New.Median != 3 || x.Note == "" {
		t.Errorf("%+v", x)
	}
}

// The halves of a control that were timed on several machines show no floor.
func TestFloorOfMixedMachines(t *testing.T) {
	x := "machine: a\n" + lines("X", "ns/op", spread(100, 10)...)
	mixed := "machine: a\n" + controlled(0.03, 10) + "machine: b\n" + controlled(0.03, 10)
	r := compared(t, x+mixed, x+mixed)
	if got := row(t, r, "X", "ns/op"); got.Gated || got.Note != "no A/A rows in either file" {
		t.Errorf("%+v", got)
	}
}
