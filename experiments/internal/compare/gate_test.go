package compare_test

import (
	"math"
	"testing"

	"github.com/filterlab/filterlab/experiments/internal/compare"
)

const exact = "Unit fpr better=lower assume=exact\nUnit ops/s better=higher assume=exact\n"

// A unit that both files declare exact fails on any worsening, whatever the machine and without A/A rows: here one false
// positive more in a million queries.
func TestExactGate(t *testing.T) {
	for _, c := range []struct {
		old, new   float64
		want       compare.Verdict
		regression bool
	}{
		{0.008194, 0.008194, compare.Equal, false},
		{0.008194, 0.008195, compare.Worse, true},
		{0.008194, 0.008193, compare.Better, false},
		{0, 0.000001, compare.Worse, true},
	} {
		r := compared(t, exact+"machine: a\n"+lines("X", "fpr", c.old), exact+"machine: b\n"+lines("X", "fpr", c.new))
		x := row(t, r, "X", "fpr")
		if x.Verdict != c.want || x.Regression() != c.regression || !x.Gated || !math.IsNaN(x.P) || r.FamilySize != 0 {
			t.Errorf("%v to %v: %+v", c.old, c.new, x)
		}
	}
	x := row(t, compared(t, exact+lines("X", "ops/s", 5), exact+lines("X", "ops/s", 4)), "X", "ops/s")
	if !x.Regression() {
		t.Errorf("fewer ops/s: %+v", x)
	}
}

// Where only one file says exact, the unit is tested like any other.
func TestExactInOneFileOnly(t *testing.T) {
	old, new := lines("X", "fpr", 0.1), lines("X", "fpr", 0.2)
	for _, texts := range [][2]string{{exact + old, new}, {old, exact + new}} {
		x := row(t, compared(t, texts[0], texts[1]), "X", "fpr")
		if x.Verdict != compare.TooFewRuns || x.Gated {
			t.Errorf("%+v", x)
		}
	}
}

// A sample that is not exact though its unit says so is judged by its worst value: one false negative in ten runs shows.
func TestWorstOfInexactSample(t *testing.T) {
	const unit = "Unit false-negatives better=lower assume=exact\n"
	old := unit + lines("X", "false-negatives", flat(0)...)
	new := unit + lines("X", "false-negatives", append(flat(0), 3)...)
	x := row(t, compared(t, old, new), "X", "false-negatives")
	if !x.Regression() || x.New.Median != 3 || x.Note == "" {
		t.Errorf("%+v", x)
	}
	x = row(t, compared(t, new, new), "X", "false-negatives")
	if x.Verdict != compare.Equal {
		t.Errorf("%+v", x)
	}
}

// Times are gated only beyond the floor, on one machine, with A/A rows in both files.
func TestTimeGate(t *testing.T) {
	const here, there = "machine: a\n", "machine: b\n"
	fast, slow := lines("X", "ns/op", spread(100, 10)...), lines("X", "ns/op", spread(110, 10)...)
	quiet, loud, short := controlled(0.03, 10), controlled(0.15, 10), controlled(0.03, 5)
	uneven := lines("C/aa=a", "ns/op", spread(50, 10)...) + lines("C/aa=b", "ns/op", spread(50, 5)...)
	for _, c := range []struct {
		name     string
		old, new string
		want     compare.Verdict
		gated    bool
		note     string
	}{
		{"beyond", here + fast + quiet, here + slow + quiet, compare.Worse, true, ""},
		{"for the better", here + slow + quiet, here + fast + quiet, compare.Better, true, ""},
		{"within", here + fast + loud, here + slow + loud, compare.WithinFloor, true, ""},
		{"within that of the new file", here + fast + quiet, here + slow + loud, compare.WithinFloor, true, ""},
		{"within, for the better", here + slow + loud, here + fast + quiet, compare.WithinFloor, true, ""},
		{"no floor", here + fast, here + slow, compare.Worse, false, "no A/A rows in either file"},
		{"no floor of the old file", here + fast, here + slow + quiet, compare.Worse, false, "no A/A rows in the old file"},
		{"no floor of the new file", here + fast + quiet, here + slow, compare.Worse, false, "no A/A rows in the new file"},
		{"half a pair", here + fast + lines("Control/aa=a", "ns/op", 1), here + slow + quiet, compare.Worse, false, "no A/A rows in the old file"},
		{"short pairs", here + fast + short, here + slow + short, compare.Worse, false, "too few A/A runs for a floor"},
		{"two machines", here + fast + quiet, there + slow + quiet, compare.Worse, false, "the machines differ"},
		{"one unnamed", here + fast + quiet, slow + quiet, compare.Worse, false, "the machines differ"},
		{"two processors", "cpu: a\n" + fast + quiet, "cpu: b\n" + slow + quiet, compare.Worse, false, "the machines differ"},
		{"a mixed file", here + fast + quiet + there + fast + quiet, here + slow + quiet, compare.Worse, false, "the machines differ"},
		{"a mixed file that ends here", there + fast + quiet + here + fast + quiet, here + slow + quiet, compare.Worse, false, "the machines differ"},
		{"a mixed new file", here + fast + quiet, here + slow + quiet + there + slow + quiet, compare.Worse, false, "the machines differ"},
		{"pairs short on one side", here + fast + uneven, here + slow + uneven, compare.Worse, false, "too few A/A runs for a floor"},
		{"no change", here + fast + quiet, here + fast + quiet, compare.NoDifference, true, ""},
		{"too few runs", here + lines("X", "ns/op", 1, 2) + quiet, here + lines("X", "ns/op", 3, 4) + quiet, compare.TooFewRuns, true, ""},
	} {
		x := row(t, compared(t, c.old, c.new), "X", "ns/op")
		if x.Verdict != c.want || x.Gated != c.gated || x.Note != c.note {
			t.Errorf("%s: %s, gated %v (%s): want %s, %v (%s)", c.name, x.Verdict, x.Gated, x.Note, c.want, c.gated, c.note)
		}
		if x.Regression() != (c.gated && c.want == compare.Worse) {
			t.Errorf("%s: regression %v", c.name, x.Regression())
		}
	}
}

// The floor is the largest difference of medians, larger over smaller whichever way it goes, and of its own unit.
func TestFloor(t *testing.T) {
	x := lines("X", "ns/op", spread(100, 10)...) + lines("X", "ops/s", spread(100, 10)...)
	down := lines("C/n=1e6/aa=a", "ns/op", flat(50)...) + lines("C/n=1e6/aa=b", "ns/op", flat(40)...)
	up := lines("C/aa=b/n=1e3", "ns/op", flat(22)...) + lines("C/aa=a/n=1e3", "ns/op", flat(20)...)
	rate := lines("C/aa=a", "ops/s", flat(10)...) + lines("C/aa=b", "ops/s", flat(12)...)
	for _, c := range []struct {
		old, new string
		time     float64
	}{
		{up, up, 0.1}, {up, down, 0.25}, {down + up, up, 0.25},
	} {
		r := compared(t, x+rate+c.old, x+rate+c.new)
		if got := row(t, r, "X", "ns/op").Floor; math.Abs(got-c.time) > 1e-12 {
			t.Errorf("floor %v, want %v", got, c.time)
		}
		if got := row(t, r, "X", "ops/s").Floor; math.Abs(got-0.2) > 1e-12 {
			t.Errorf("floor of ops/s %v, want 0.2", got)
		}
	}
}

// A rate is held against the floor as its time would be: 100 to 90 ops/s is a worsening of 11 %, not of 10 %.
func TestRateAgainstFloor(t *testing.T) {
	control := lines("C/aa=a", "ops/s", flat(100)...) + lines("C/aa=b", "ops/s", flat(110.5)...)
	r := compared(t, control+lines("X", "ops/s", flat(100)...), control+lines("X", "ops/s", flat(90)...))
	if x := row(t, r, "X", "ops/s"); !x.Regression() {
		t.Errorf("%+v", x)
	}
}
