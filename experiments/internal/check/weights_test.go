package check

import (
	"math"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// rated is a cell of so many filters with a million queries each that theory gives a rate of 1 % and no spread, and its
// rows, one a filter, with exactly the hits that factor says.
func rated(trials uint64, factor float64) (record.Cell, []record.Count) {
	c := record.Cell{ID: "0123456789", N: 10, Bits: 1000, K: 7, Trials: trials, Queries: trials * 1_000_000, TheoryFPR: 0.01,
		TheorySetBits: math.NaN(), TheorySetBitsSD: math.NaN(), Tolerance: 0.1, Expect: "none"}
	rows := make([]record.Count, trials)
	for i := range rows {
		hits := uint64(math.Round(1e4 * factor))
		rows[i] = record.Count{CellID: c.ID, FirstTrial: uint64(i), Trials: 1, Inserted: 10, Queries: 1_000_000, FalsePositives: hits,
			FalsePositivesSquared: hits * hits, NoSetBits: true, FilterBits: 1000, Status: "ok"}
	}
	return c, rows
}

// swing gives every other filter by more hits and the others fewer.
func swing(rows []record.Count, by uint64) {
	for i := range rows {
		rows[i].FalsePositives += by - 2*by*uint64(i%2)
		rows[i].FalsePositivesSquared = rows[i].FalsePositives * rows[i].FalsePositives
	}
}

// filled is the same with the rate right and set bits counted: 500 expected, with a spread of sd; every filter has so many.
func filled(trials uint64, sd float64, set ...uint64) (record.Cell, []record.Count) {
	c, rows := rated(trials, 1)
	c.TheorySetBits, c.TheorySetBitsSD = 500, sd
	for i := range rows {
		s := set[i%len(set)]
		rows[i].NoSetBits, rows[i].SetBits, rows[i].SetBitsSquared = false, s, s*s
	}
	return c, rows
}

// TestEveryNumberWeighs: each number that a check is given decides some cell. In every case the words would be others if
// it were left out; the scores in the comments are in standard deviations, of which a joint level of 1 % asks for 2.6
// where there is one test and 2.8 where there are two.
func TestEveryNumberWeighs(t *testing.T) {
	for _, c := range []struct {
		name string
		want string
		make func() (record.Cell, []record.Count)
	}{
		// 3 % too many hits in 4e6 queries: score 6.
		{"a deviation", "fpr deviates", func() (record.Cell, []record.Count) { return rated(4, 1.03) }},
		{"within the model error", "fpr agrees", func() (record.Cell, []record.Count) {
			c, rows := rated(4, 1.03)
			c.ModelError = 0.04
			return c, rows
		}},
		// Four filters whose rates spread by 3 % make a mean known to 1.5 %: score 2, its tails a Poisson law's of 4 x 1000 units.
		{"the spread predicted", "fpr agrees", func() (record.Cell, []record.Count) {
			c, rows := rated(4, 1.03)
			c.TheoryFPRSD, c.TheorySetBitsSD = 0.0003, 31.6
			return c, rows
		}},
		// The same 4.2 above: enough where the law of the tails is known, and not by Cantelli's inequality (1/(1+4.2^2) = 5 %).
		{"the law of few filters", "fpr deviates", func() (record.Cell, []record.Count) {
			c, rows := rated(4, 1.066)
			c.TheoryFPRSD, c.TheorySetBitsSD = 0.0003, 31.6
			return c, rows
		}},
		{"no law of few filters", "fpr undecided", func() (record.Cell, []record.Count) {
			c, rows := rated(4, 1.066)
			c.TheoryFPRSD = 0.0003
			return c, rows
		}},
		// Twenty filters that spread by 10 % have a mean known to 2.3 %: 3 % is nothing, and undecided for a band of 10 %
		// on 19 degrees of freedom (7 % to its edge are 3.0 of them, p 0.4 %: agrees).
		{"the spread seen", "fpr agrees", func() (record.Cell, []record.Count) {
			c, rows := rated(20, 1.03)
			swing(rows, 1000)
			return c, rows
		}},
		{"squares that overran", "fpr deviates", func() (record.Cell, []record.Count) {
			c, rows := rated(20, 1.03)
			rows[3].FalsePositivesSquared = math.MaxUint64
			return c, rows
		}},
		// A filter asked twice as often has twice the hits, which is no spread.
		{"trials of unequal queries", "fpr deviates", func() (record.Cell, []record.Count) {
			c, rows := rated(20, 1.03)
			for i := range 10 {
				rows[i].Queries *= 2
				rows[i].FalsePositives *= 2
				rows[i].FalsePositivesSquared *= 4
			}
			return c, rows
		}},
		// 2 % of the keys refused excuse 2 %: 3 % too few is then score 2.
		{"keys refused", "fpr agrees", func() (record.Cell, []record.Count) {
			c, rows := rated(4, 0.97)
			c.N = 100
			for i := range rows {
				rows[i].Inserted, rows[i].Rejected = 98, 2
			}
			return c, rows
		}},
		// Set bits 1 % off, known to 0.2 %; a band of 10 % in the rate is one of 1.43 % in the fill.
		{"a fill that is off", "fpr agrees, fill deviates", func() (record.Cell, []record.Count) { return filled(20, 4, 505) }},
		{"its model error, divided by k", "fpr agrees, fill deviates", func() (record.Cell, []record.Count) {
			c, rows := filled(20, 2, 505)
			c.ModelError = 0.035
			return c, rows
		}},
		{"its model error", "fpr agrees, fill agrees", func() (record.Cell, []record.Count) {
			c, rows := filled(20, 2, 503, 502)
			c.ModelError = 0.035
			return c, rows
		}},
		// Known to 1 %, and right: inside a band of 10 %, not inside one of 1.43 %.
		{"its tolerance, divided by k", "fpr agrees, fill undecided", func() (record.Cell, []record.Count) { return filled(4, 10, 500) }},
		// A spread of 40 that theory puts at 4 makes 1 % a thing of chance (score 0.55).
		{"its spread seen", "fpr agrees, fill undecided", func() (record.Cell, []record.Count) { return filled(20, 4, 545, 465) }},
		{"its squares that overran", "fpr agrees, fill deviates", func() (record.Cell, []record.Count) {
			c, rows := filled(20, 4, 545, 465)
			rows[3].SetBitsSquared = math.MaxUint64
			return c, rows
		}},
		{"its keys refused", "fpr agrees, fill undecided", func() (record.Cell, []record.Count) {
			c, rows := filled(20, 4, 490)
			c.N = 100
			for i := range rows {
				rows[i].Inserted, rows[i].Rejected = 98, 2
			}
			return c, rows
		}},
	} {
		cell, rows := c.make()
		verdicts, err := Run([]record.Cell{cell}, rows, nil, Options{})
		if got := words(verdicts, cell.ID); err != nil || got != c.want {
			t.Errorf("%s: %s (%v); want %s", c.name, got, err, c.want)
		}
	}
}

// TestConditionalKnowsWhatItLeavesOut: mean and variance of the fill do not make E[X^k]; what the third and fourth moment
// may add is excused, and where it is more than half the tolerance nothing is asked.
func TestConditionalKnowsWhatItLeavesOut(t *testing.T) {
	// X of 1000 cells, mean 500 and sd 10, k = 7: at most 35 x 100/500^3 + 35 (100 + 3e4)/500^4 = 4.5e-5.
	for _, c := range []struct {
		sd, factor float64
		want       string
	}{
		{10, 1 + 4e-5, "conditional agrees"},   // score 4 in 1e12 queries, and excused
		{10, 1 + 9e-5, "conditional deviates"}, // 4.5 beyond
		{300, 1, ""},                           // 35 x 9e4/500^3 + 35 (9e4 + 2.4e10)/500^4 = 14
	} {
		cell, rows := filled(1, c.sd, 500)
		cell.Queries, rows[0].Queries = 1e12, 1e12
		rows[0].FalsePositives = uint64(math.Round(1e10 * c.factor))
		rows[0].FalsePositivesSquared = math.MaxUint64
		given := func(record.Cell, float64, float64) (float64, bool) { return 0.01, true }
		verdicts, err := Run([]record.Cell{cell}, rows, given, Options{})
		got := words(verdicts, cell.ID)
		if i := strings.Index(got, "conditional"); i < 0 {
			got = ""
		} else {
			got = got[i:]
		}
		if err != nil || got != c.want {
			t.Errorf("sd %g, factor %g: %q (%v); want %q", c.sd, c.factor, got, err, c.want)
		}
	}
}

// TestColumnsOfAVerdict: what a row says of its test. Two cells make a family of two, so the smaller p-value is doubled
// by Holm and the level of 1 % is that of the family; the checks beside the rate of a cell that is to deviate are shown
// and not gated.
func TestColumnsOfAVerdict(t *testing.T) {
	off, rows := rated(4, 1.014) // score 2.8: p between 1 % and half of it
	off.Tolerance = 0.05
	fine, more := filled(20, 4, 500)
	fine.ID, fine.Expect = "abcdef0123", "deviates"
	for i := range more {
		more[i].CellID = fine.ID
	}
	verdicts, err := Run([]record.Cell{off, fine}, append(rows, more...), nil, Options{})
	if err != nil || len(verdicts) != 3 {
		t.Fatalf("%+v, %v", verdicts, err)
	}
	v := verdicts[0]
	if !(v.P > 0.004 && v.P < 0.0095) || math.Abs(v.PAdjusted/v.P-3) > 1e-4 || v.FamilySize != 3 || v.Verdict != "agrees" {
		t.Errorf("p %g, adjusted %g in a family of %d, %s", v.P, v.PAdjusted, v.FamilySize, v.Verdict)
	}
	if verdicts[1].Expect != "deviates" || verdicts[2].Check != Fill || verdicts[2].Expect != "none" {
		t.Errorf("expected: %s of the rate, %s of the fill; want deviates and none", verdicts[1].Expect, verdicts[2].Expect)
	}
}
