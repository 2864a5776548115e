package audit

import (
	"bytes"
	"encoding/csv"
	"math"
	"strings"
	"testing"
)

// Intervals by SciPy's beta.ppf, at 99 %: of hits and queries over the dispersion d.
// Equal filters have d = 1. Filters of 9,000 to 11,000 hits have a variance of
// 2e6/3, 66.7 times their mean. By theory sd 0.001 of 0.01 at 1e6 queries is d = 101.
func TestIntervalTakesTheSpreadIn(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name      string
		row       *Row
		low, high float64
	}{
		{"no spread", counted(0.01, nan, 0, 250_000, 2500, 2500, 2500, 2500), 0.00974553979876, 0.0102591343021},
		{"as seen", counted(0.01, nan, 0, 1e6, 9_000, 11_000, 10_000, 10_000), 0.00898425809592, 0.0110942819118},
		{"by theory", counted(0.01, 0.01, 0.001, 1e6, 10_000, 10_000, 10_000, 10_000), 0.00875847118441, 0.0113608075119},
		{"three filters show none", counted(0.01, nan, 0, 1e6, 9_000, 11_000, 10_000), 0.00985264028086, 0.0101489159768},
	} {
		c.row.Judge(1)
		if math.Abs(c.row.FPR-0.01) > 1e-15 || math.Abs(c.row.Low/c.low-1) > 1e-5 || math.Abs(c.row.High/c.high-1) > 1e-5 {
			t.Errorf("%s: %v in [%.12g, %.12g], want [%.12g, %.12g]", c.name, c.row.FPR, c.row.Low, c.row.High, c.low, c.high)
		}
	}
}

// A size in bits a key asks for the least rate of a classic filter: 0.6185^14 = 0.0012.
func TestRateOfASize(t *testing.T) {
	if got := (&Cell{PerKey: 14}).Rate(); math.Abs(got/math.Pow(0.5, 14*math.Ln2)-1) > 1e-12 || math.Abs(got-0.0012) > 1e-5 {
		t.Errorf("%v", got)
	}
	if got := (&Cell{FPR: 0.25}).Rate(); got != 0.25 {
		t.Errorf("%v", got)
	}
}

// The first answers are of members, where a no is a lost key; the others are of absent
// keys, where a yes is a false positive. Trials add up.
func TestAnswersAreCounted(t *testing.T) {
	c := Cell{N: 3, Queries: 4}
	var got Counts
	for _, text := range []string{"1\n0\n1\n" + "0\n1\n1\n0\n", "1\n1\n1\n" + "1\n0\n0\n0\n"} {
		if err := receive(strings.NewReader(text), &c, &got); err != nil {
			t.Fatal(err)
		}
	}
	if got.Trials != 2 || got.Inserted != 6 || got.FalseNegatives != 1 || got.Queries != 8 || len(got.FalsePositives) != 2 || got.FalsePositives[0] != 2 || got.FalsePositives[1] != 1 {
		t.Errorf("%+v", got)
	}
}

// The page names the cell that is farthest off, and what of: theory apart from promise.
// In the table each figure stands under its own name.
func TestFiguresInTheirPlaces(t *testing.T) {
	twice, five := counted(0.005, 0.01, 0, 1e6, 20_000), counted(0.02, 0.01, 0, 1e6, 50_000)
	five.Cell.N = 2000
	half := counted(0.01, 0.01, 0, 1e6, 5_000)
	half.Cell.N = 4000
	rows := []Row{*twice, *five, *half}
	for i := range rows {
		rows[i].Judge(3)
	}
	var page, table bytes.Buffer
	if err := WriteMarkdown(&page, rows); err != nil {
		t.Fatal(err)
	}
	want := "| lib | v1 | 3 | 0 | 0 | 3 | 5 times (rate/uint64/n=2e3/fpr=0.02) | 4 times (rate/uint64/n=1e3/fpr=0.005) |  |\n"
	if !strings.Contains(page.String(), want) {
		t.Errorf("%q is missing in\n%s", want, &page)
	}
	if err := WriteCSV(&table, rows); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&table).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range lines[0] {
		figures := map[string]string{"promised_fpr": "0.005", "theory_fpr": "0.01", "fpr": "0.02", "fpr_low": figure(rows[0].Low), "fpr_high": figure(rows[0].High),
			"false_positives": "20000", "queries": "1000000", "trials": "1", "inserted": "1000", "rejected": "0", "false_negatives": "0", "n": "1000",
			"promise": "exceeds", "theory": "deviates", "verdict": "deviates"}
		if want, ok := figures[name]; ok && lines[1][i] != want {
			t.Errorf("%s: %s, want %s", name, lines[1][i], want)
		}
	}
	if rows[0].Low >= rows[0].High {
		t.Errorf("%+v", rows[0])
	}
}
