package compare_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"golang.org/x/perf/benchproc"

	"github.com/filterlab/filterlab/experiments/internal/compare"
)

var levels = compare.Options{Alpha: 0.05, Confidence: 0.95}

// lines writes a line for each value.
func lines(name, unit string, values ...float64) string {
	var b strings.Builder
	for _, v := range values {
		fmt.Fprintf(&b, "Benchmark%s 1 %v %s\n", name, v, unit)
	}
	return b.String()
}

// spread is n values around a middle, all different, reaching a hundredth to each side.
func spread(middle float64, n int) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = middle * (1 + 0.02*(float64(i)/float64(n-1)-0.5))
	}
	return values
}

// controlled is an A/A pair whose medians are apart by so much.
func controlled(apart float64, n int) string {
	return lines("Control/aa=a", "ns/op", spread(50, n)...) + lines("Control/aa=b", "ns/op", spread(50*(1+apart), n)...)
}

func compared(t *testing.T, old, new string) *compare.Result {
	t.Helper()
	r, err := compare.Of(parse(t, "old.txt", old), parse(t, "new.txt", new), levels)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// row finds the one row of a name and unit.
func row(t *testing.T, r *compare.Result, name, unit string) *compare.Row {
	t.Helper()
	for _, row := range r.Rows {
		if row.Name == name && row.Unit == unit {
			return row
		}
	}
	t.Fatalf("no row %s %s", name, unit)
	return nil
}

// FF-64: the p-value of tied samples is the exact one, 2/C(10,5) = 2/252, and that of equal samples is 1.
func TestTies(t *testing.T) {
	r := compared(t, lines("X", "ns/op", 115, 114, 115, 115, 115), lines("X", "ns/op", 78.8, 78.8, 78.8, 78.8, 78.8))
	x := row(t, r, "X", "ns/op")
	if math.Abs(x.P-2.0/252) > 1e-12 || x.Verdict != compare.Better || math.Abs(x.Change+0.3148) > 1e-4 {
		t.Errorf("p %v, verdict %s, change %v: want 2/252, better, -31 %%", x.P, x.Verdict, x.Change)
	}
	same := []float64{7, 7, 7, 7, 7}
	r = compared(t, lines("X", "ns/op", same...), lines("X", "ns/op", same...))
	if x := row(t, r, "X", "ns/op"); x.P != 1 || x.Verdict != compare.NoDifference || r.FamilySize != 0 {
		t.Errorf("equal samples: p %v, verdict %s, family of %d: want 1, no difference, 0", x.P, x.Verdict, r.FamilySize)
	}
}

// FF-65: the smallest p-values of fully separated samples of 3, 4 and 5 are 0.10, 0.0286 and 0.0079.
func TestTooFewRuns(t *testing.T) {
	for _, c := range []struct {
		n    int
		p    float64
		want compare.Verdict
	}{
		{1, 1, compare.TooFewRuns},
		{3, 0.1, compare.TooFewRuns},
		{4, 2.0 / 70, compare.Worse},
		{5, 2.0 / 252, compare.Worse},
	} {
		x := row(t, compared(t, lines("X", "ns/op", around(100, c.n)...), lines("X", "ns/op", around(150, c.n)...)), "X", "ns/op")
		if math.Abs(x.P-c.p) > 1e-12 || x.Verdict != c.want {
			t.Errorf("%d runs: p %v, verdict %s: want %v, %s", c.n, x.P, x.Verdict, c.p, c.want)
		}
		x = row(t, compared(t, lines("X", "ns/op", around(100, c.n)...), lines("X", "ns/op", around(100, c.n)...)), "X", "ns/op")
		if c.n >= 4 && x.Verdict != compare.NoDifference || c.n < 4 && x.Verdict != compare.TooFewRuns {
			t.Errorf("%d runs that agree: %s", c.n, x.Verdict)
		}
	}
}

// around is spread for one value as well.
func around(middle float64, n int) []float64 {
	if n == 1 {
		return []float64{middle}
	}
	return spread(middle, n)
}

// FF-68: 5 runs a side reach 0.0079 and cannot pass among 48 rows, where 0.05/48 = 0.00104 is wanted; 8 runs reach
// 0.000155 and can.
func TestFamily(t *testing.T) {
	for _, c := range []struct {
		n           int
		differ, not compare.Verdict
	}{
		{5, compare.TooFewRuns, compare.TooFewRuns},
		{8, compare.Worse, compare.NoDifference},
	} {
		var old, new string
		for i := range 48 {
			name := fmt.Sprintf("X/i=%dth", i)
			old += lines(name, "ns/op", spread(100, c.n)...)
			new += lines(name, "ns/op", spread(100+50*float64(i%2), c.n)...)
		}
		r := compared(t, old, new)
		if r.FamilySize != 48 {
			t.Fatalf("family of %d, want 48", r.FamilySize)
		}
		if a, b := row(t, r, "X/i=1th", "ns/op"), row(t, r, "X/i=0th", "ns/op"); a.Verdict != c.differ || b.Verdict != c.not {
			t.Errorf("%d runs: %s and %s, want %s and %s", c.n, a.Verdict, b.Verdict, c.differ, c.not)
		}
	}
}

// One row with too few runs cannot decide though its neighbours can, and is not counted among their tests.
func TestFewRunsOfOneRow(t *testing.T) {
	old := lines("A", "ns/op", spread(1, 10)...) + lines("B", "ns/op", 1, 2, 3)
	new := lines("A", "ns/op", spread(2, 10)...) + lines("B", "ns/op", 4, 5, 6)
	r := compared(t, old, new)
	if b := row(t, r, "B", "ns/op"); b.Verdict != compare.TooFewRuns || !math.IsNaN(b.PAdjusted) || r.FamilySize != 1 {
		t.Errorf("B: %s, adjusted %v, family of %d", b.Verdict, b.PAdjusted, r.FamilySize)
	}
	if a := row(t, r, "A", "ns/op"); a.Verdict != compare.Worse || a.PAdjusted != a.P {
		t.Errorf("A: %s, p %v adjusted %v", a.Verdict, a.P, a.PAdjusted)
	}
}

// FF-66: the mean is over the common rows; the missing ones are named.
func TestMissingRows(t *testing.T) {
	r := compared(t, lines("A", "ns/op", 100)+lines("B", "ns/op", 10000), lines("A", "ns/op", 100)+lines("C", "ns/op", 1))
	if m := r.Means[0]; m.Rows != 1 || m.Change != 0 {
		t.Errorf("mean %v over %d rows, want 0 over 1", m.Change, m.Rows)
	}
	zero := lines("Z", "ns/op", 0)
	mean := compared(t, lines("A", "ns/op", 100)+zero, lines("A", "ns/op", 110)+zero).Means[0]
	if mean.Rows != 1 || mean.Left != 1 || math.Abs(mean.Change-0.1) > 1e-12 {
		t.Errorf("with a row of zeros: %+v, want 10 %% over 1 row, 1 left out", mean)
	}
	b, c := row(t, r, "B", "ns/op"), row(t, r, "C", "ns/op")
	if b.Verdict != compare.MissingNew || b.Old.Median != 10000 || b.New.N != 0 || !b.Missing() {
		t.Errorf("B: %+v", b)
	}
	if c.Verdict != compare.MissingOld || c.New.Median != 1 || c.Old.N != 0 || !c.Missing() {
		t.Errorf("C: %+v", c)
	}
	if b.Regression() || c.Regression() {
		t.Error("a missing row is a regression")
	}
}

// FF-67, and units that nobody knows or that the files contradict each other about.
func TestDirection(t *testing.T) {
	for _, c := range []struct {
		unit, declare string
		old, new      float64
		want          compare.Verdict
	}{
		{"ops/s", "", 100, 120, compare.Better},
		{"ns/op", "", 100, 120, compare.Worse},
		{"ns/key", "", 100, 120, compare.Worse},
		{"MB/s", "", 100, 120, compare.Better},
		{"fpr", "", 0.010, 0.012, compare.Worse},
		{"bits/key", "", 9.6, 9.0, compare.Better},
		{"false-negatives", "", 0, 1, compare.Worse},
		{"lines", "", 2, 1, compare.Better},
		{"limit-ratio", "", 2, 1, compare.Better},
		{"allocs/op", "", 1, 2, compare.Worse},
		{"widgets", "", 1, 2, compare.Differs},
		{"widgets", "Unit widgets better=higher\n", 1, 2, compare.Better},
		{"widgets", "Unit widgets better=sideways\n", 1, 2, compare.Differs},
		{"ns/op", "Unit ns/op better=higher\n", 100, 120, compare.Better},
	} {
		old, new := lines("X", c.unit, flat(c.old)...), lines("X", c.unit, flat(c.new)...)
		x := row(t, compared(t, c.declare+old, new), "X", c.unit)
		if x.Verdict != c.want {
			t.Errorf("%s %s %v to %v: %s, want %s", c.declare, c.unit, c.old, c.new, x.Verdict, c.want)
		}
		if x.Verdict == compare.Differs && x.Gated {
			t.Errorf("%s is gated without a direction", c.unit)
		}
	}
	r := compared(t, "Unit fpr better=higher assume=exact\n"+lines("X", "fpr", 1), "Unit fpr better=lower assume=exact\n"+lines("X", "fpr", 2))
	if x := row(t, r, "X", "fpr"); x.Verdict != compare.Differs || x.Gated || len(r.Warnings) != 1 {
		t.Errorf("contradicting directions: %s, gated %v, warnings %q", x.Verdict, x.Gated, r.Warnings)
	}
}

// flat is one value ten times.
func flat(v float64) []float64 { return slices.Repeat([]float64{v}, 10) }

// FF-58: one name for 1, 8 and 16 processors, which stand in a column.
func TestProcessors(t *testing.T) {
	text := lines("Contains/k=7", "ns/op", 1) + lines("Contains/k=7-8", "ns/op", 2) + lines("Contains/k=7-16", "ns/op", 3)
	r := compared(t, text, text)
	for i, procs := range []int{1, 8, 16} {
		if x := r.Rows[i]; x.Name != "Contains/k=7" || x.Procs != procs || x.Old.Median != float64(i+1) || x.New.Median != float64(i+1) {
			t.Errorf("row %d: %+v", i, x)
		}
	}
	if len(r.Rows) != 3 {
		t.Errorf("%d rows, want 3", len(r.Rows))
	}
}

// A provenance key whose value differs must not keep rows from meeting; benchstat splits its tables there and compares
// nothing.
func TestConfigurationIsIgnored(t *testing.T) {
	r := compared(t, "seed: 1\ncommit: a\n"+lines("X", "ns/op", 1), "seed: 2\ndate: today\n"+lines("X", "ns/op", 1))
	if len(r.Rows) != 1 || r.Rows[0].Missing() {
		t.Errorf("%+v", r.Rows)
	}
}

// go test ./... may find one name in two packages.
func TestPackages(t *testing.T) {
	text := "pkg: x/a\n" + lines("Add", "ns/op", 1) + "pkg: x/b\n" + lines("Add", "ns/op", 2)
	r := compared(t, text, "pkg: x/b\n"+lines("Add", "ns/op", 2))
	if x := row(t, r, "x/b.Add", "ns/op"); x.Old.Median != 2 || x.Old.N != 1 || x.New.Median != 2 {
		t.Errorf("%+v", x)
	}
	if x := row(t, r, "x/a.Add", "ns/op"); x.Verdict != compare.MissingNew {
		t.Errorf("%+v", x)
	}
	// The other way round.
	r = compared(t, "pkg: x/b\n"+lines("Add", "ns/op", 2), text)
	if x := row(t, r, "x/b.Add", "ns/op"); x.Missing() || x.New.N != 1 {
		t.Errorf("%+v", x)
	}
	// One package each, and moved: the name alone counts.
	r = compared(t, "pkg: x/a\n"+lines("Add", "ns/op", 1), "pkg: y/a\n"+lines("Add", "ns/op", 1))
	if x := row(t, r, "Add", "ns/op"); x.Missing() {
		t.Errorf("%+v", x)
	}
}

// The unit is the one the files write, and its values are as written; zero included, which the reader leaves untidied.
func TestUnitsAsWritten(t *testing.T) {
	r := compared(t, lines("X", "ns/op", 0, 14.1, 14.3), lines("X", "ns/op", 14.1, 0, 14.3))
	if x := row(t, r, "X", "ns/op"); x.Old.Median != 14.1 || x.Old.N != 3 || x.New.N != 3 {
		t.Errorf("%+v", x)
	}
	r = compared(t, lines("X", "ns/op", 1e9), lines("X", "sec/op", 1))
	if x := row(t, r, "X", "sec/op"); x.Change != 0 {
		t.Errorf("a second in two units: %+v", x)
	}
}

func TestRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"BenchmarkX 1 12 ns/op\nBenchmarkY 1 1.2":       "bad.txt:2: missing units",
		"BenchmarkX-8 oops":                             "bad.txt:1: parsing iteration count: invalid syntax",
		"BenchmarkX 1 NaN ns/op":                        "bad.txt:1: NaN ns/op: want a finite number",
		"BenchmarkX 1 Inf fpr":                          "bad.txt:1: +Inf fpr: want a finite number",
		"BenchmarkX 1 1 ns/op 2 ns/op":                  "bad.txt:1: two values in ns/op",
		"Unit fpr better=lower\nUnit fpr better=higher": "bad.txt:2: metadata better of unit fpr already set to lower",
		"BenchmarkX 1 " + strings.Repeat("9", 70_000):   "bad.txt:0: bufio.Scanner: token too long",
	} {
		_, err := compare.Read(strings.NewReader(text), "bad.txt", nil)
		if err == nil || err.Error() != want {
			t.Errorf("%.60q: %v, want %s", text, err, want)
		}
	}
	for _, texts := range [][2]string{{lines("A", "ns/op", 1), lines("B", "ns/op", 1)}, {"", ""}, {"PASS\n", lines("B", "ns/op", 1)}} {
		if _, err := compare.Of(parse(t, "o", texts[0]), parse(t, "n", texts[1]), levels); err == nil || !strings.HasPrefix(err.Error(), "nothing to compare") {
			t.Errorf("%q: %v", texts, err)
		}
	}
}

func TestFilter(t *testing.T) {
	filter, err := benchproc.NewFilter(".unit:fpr /variant:classic")
	if err != nil {
		t.Fatal(err)
	}
	text := "BenchmarkX/variant=classic 1 2 ns/op 0.1 fpr\nBenchmarkX/variant=blocked 1 2 ns/op 0.1 fpr\n"
	f, err := compare.Read(strings.NewReader(text), "x", filter)
	if err != nil {
		t.Fatal(err)
	}
	r, err := compare.Of(f, f, levels)
	if err != nil || len(r.Rows) != 1 || r.Rows[0].Unit != "fpr" {
		t.Errorf("%+v %v", r, err)
	}
}
