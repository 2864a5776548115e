package check

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/stats"
)

// small is a classic cell of m = 1000, n = 100, k = 7 with its exact moments (theory.csv classic-056, -059, -085: the mean
// rate, the sd of the fill and of the rates; mean fill 1-(1-1/m)^700) and a design for a tolerance of 10 %.
func small(id string) record.Cell {
	c := record.Cell{ID: id, Variant: "classic", N: 100, Bits: 1000, K: 7, TheoryFPR: 0.00826624751, TheoryFPRSD: 0.00101112814,
		TheorySetBits: 503.588587, TheorySetBitsSD: 8.79647107, Tolerance: 0.1, Expect: "agrees"}
	d := stats.PlanTrials(c.TheoryFPR, c.TheoryFPRSD, 0, c.Tolerance, 0.01, 0.0001, 30, 1e-5, 1e-8)
	c.Trials, c.Queries = d.Trials, d.Queries()
	return c
}

// measure fills real tables of c.Bits bits with n keys of k uniform positions and draws the hits of each, in 10 batches.
// factor multiplies every filter's rate (X/m)^7: hits that the fill does not explain.
func measure(c record.Cell, k int, factor float64, seed uint64) []record.Count {
	src := rand.NewPCG(seed, 1)
	r := rand.New(src)
	each := c.Queries / c.Trials
	rows := make([]record.Count, 10)
	for trial := range c.Trials {
		row := &rows[trial*10/c.Trials]
		if row.Trials == 0 {
			*row = record.Count{CellID: c.ID, FirstTrial: trial, Status: "ok"}
		}
		table := make([]bool, c.Bits)
		set := uint64(0)
		for range c.N * uint64(k) {
			if i := r.Uint64N(c.Bits); !table[i] {
				table[i] = true
				set++
			}
		}
		rate := factor * math.Pow(float64(set)/float64(c.Bits), 7)
		hits := uint64(distuv.Binomial{N: float64(each), P: rate, Src: src}.Rand())
		row.Trials++
		row.Inserted += c.N
		row.Queries += each
		row.FalsePositives += hits
		row.FalsePositivesSquared += hits * hits
		row.SetBits += set
		row.SetBitsSquared += set * set
		row.FilterBits += c.Bits
	}
	return rows
}

// power7 is the rate given the fill, for k = 7: E[X^7]/m^7 to second order.
func power7(c record.Cell, mean, variance float64) (float64, bool) {
	p := mean / float64(c.Bits)
	return math.Pow(p, 7) * (1 + 21*variance/(mean*mean)), true
}

// words are the verdicts of a cell's checks in order.
func words(verdicts []record.Verdict, id string) string {
	var s []string
	for _, v := range verdicts {
		if v.CellID == id {
			s = append(s, v.Check+" "+v.Verdict)
		}
	}
	return strings.Join(s, ", ")
}

func TestPlantedCells(t *testing.T) {
	cells := []record.Cell{small("true"), small("high"), small("low"), small("probes"), small("noformula")}
	cells[4].Scheme = "none"
	var counts []record.Count
	counts = append(counts, measure(cells[0], 7, 1, 1)...)
	counts = append(counts, measure(cells[1], 7, 1.1, 2)...)
	counts = append(counts, measure(cells[2], 7, 0.9, 3)...)
	counts = append(counts, measure(cells[3], 6, 1, 4)...)
	counts = append(counts, measure(cells[4], 7, 1, 5)...)
	given := func(c record.Cell, mean, variance float64) (float64, bool) {
		rate, _ := power7(c, mean, variance)
		return rate, c.Scheme == ""
	}
	verdicts, err := Run(cells, counts, given, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{
		"true":      "fpr agrees, fill agrees, conditional agrees",
		"high":      "fpr deviates, fill agrees, conditional deviates", // dependent positions
		"low":       "fpr deviates, fill agrees, conditional deviates", // too good is no better
		"probes":    "fpr deviates, fill deviates, conditional agrees", // six probes set, seven asked
		"noformula": "fpr agrees, fill agrees",
	} {
		if got := words(verdicts, id); got != want {
			t.Errorf("%s: %s; want %s", id, got, want)
		}
	}
	if len(verdicts) != 14 {
		t.Fatalf("%d verdicts", len(verdicts))
	}
	for _, v := range verdicts {
		if v.FamilySize != 14 || v.Confidence != 0.99 || v.Expect != "agrees" || !(v.Low < v.FPR && v.FPR < v.High) || !(v.Detectable > 0 && v.Detectable < 0.1) {
			t.Errorf("%+v", v)
		}
	}
	findings := Gate(verdicts)
	if len(findings) != 6 {
		t.Errorf("%d findings, want 6: %v", len(findings), findings)
	}
}

// Many true cells: with joint level 0.01 a false verdict is a rare accident (fixed seeds: none), and the columns hold
// what they say.
func TestTrueCells(t *testing.T) {
	var cells []record.Cell
	var counts []record.Count
	for i := range 10 {
		c := small(string(rune('a' + i)))
		cells = append(cells, c)
		counts = append(counts, measure(c, 7, 1, uint64(100+i))...)
	}
	verdicts, err := Run(cells, counts, power7, Options{Confidence: 0.99})
	if err != nil {
		t.Fatal(err)
	}
	if findings := Gate(verdicts); len(findings) > 0 || len(verdicts) != 30 {
		t.Errorf("%d verdicts, %v", len(verdicts), findings)
	}
	v := verdicts[0]
	hits, queries := 0.0, 0.0
	for _, r := range counts[:10] {
		hits, queries = hits+float64(r.FalsePositives), queries+float64(r.Queries)
	}
	if v.CellID != "a" || v.Check != FPR || v.FPR != stats.Round(hits/queries, 6) || v.Theory != 0.00826624751 || v.QueriesNeeded != 0 {
		t.Errorf("%+v", v)
	}
	if want := stats.Round((hits/queries-v.Theory)/v.Theory, 6); v.RelativeError != want {
		t.Errorf("relative error %g, want %g", v.RelativeError, want)
	}
	// Order of the counts changes nothing.
	for i, j := 0, len(counts)-1; i < j; i, j = i+1, j-1 {
		counts[i], counts[j] = counts[j], counts[i]
	}
	again, err := Run(cells, counts, power7, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range again {
		if again[i] != verdicts[i] {
			t.Errorf("other order: %+v, was %+v", again[i], verdicts[i])
		}
	}
}

// one is a cell and its only count row.
func one() (record.Cell, record.Count) {
	c := record.Cell{ID: "0123456789", N: 10, Bits: 100, K: 2, Trials: 1, Queries: 1000, TheoryFPR: 0.05, TheorySetBits: math.NaN(),
		TheorySetBitsSD: math.NaN(), Tolerance: 0.1, Expect: "agrees"}
	r := record.Count{CellID: c.ID, Trials: 1, Inserted: 10, Queries: 1000, FalsePositives: 50, FalsePositivesSquared: 2500,
		FilterBits: 100, Status: "ok"}
	return c, r
}

// TestMissingSetBitsAreNotChecked: where set bits were not counted there is no
// verdict on them; where they were, 0 of 18 is a deviation.
func TestMissingSetBitsAreNotChecked(t *testing.T) {
	c, r := one()
	c.TheorySetBits, c.TheorySetBitsSD = 18, 1
	for missing, want := range map[bool]int{true: 1, false: 2} {
		r.NoSetBits = missing
		verdicts, err := Run([]record.Cell{c}, []record.Count{r}, nil, Options{})
		if err != nil || len(verdicts) != want {
			t.Fatalf("missing %v: %d verdicts (%v), want %d", missing, len(verdicts), err, want)
		}
		if last := verdicts[len(verdicts)-1]; !missing && (last.Check != Fill || last.Verdict != "deviates") {
			t.Errorf("no bit set in a filter of 10 keys: %+v", last)
		}
	}
}

func TestBadCounts(t *testing.T) {
	for _, c := range []struct {
		name     string
		spoil    func(c *record.Cell, r []record.Count) []record.Count
		kind     error
		text     string
		verdicts int
	}{
		{"false negative", func(_ *record.Cell, r []record.Count) []record.Count { r[0].FalseNegatives = 1; return r },
			ErrFalseNegative, "cell 0123456789, trial 0 on: 1 of 10 inserted keys denied", 0},
		{"no counts", func(_ *record.Cell, _ []record.Count) []record.Count { return nil },
			ErrMissing, "cell 0123456789: 0 of 1 trials", 0},
		{"too few trials", func(c *record.Cell, r []record.Count) []record.Count {
			c.Trials = 3
			r[0].Status = "out of memory"
			return r
		},
			ErrMissing, "cell 0123456789: 1 of 3 trials: out of memory", 1},
		{"too few queries", func(c *record.Cell, r []record.Count) []record.Count { c.Queries = 3000; return r },
			ErrMissing, "1000 of 3000 queries", 1},
		{"unknown cell", func(_ *record.Cell, r []record.Count) []record.Count {
			return append(r, record.Count{CellID: "abcdef0123", Trials: 1})
		}, ErrInconsistent, "cell abcdef0123 is not among the cells", 1},
		{"counted twice", func(_ *record.Cell, r []record.Count) []record.Count { return append(r, r[0]) },
			ErrInconsistent, "counted twice", 0},
		{"more hits than queries", func(_ *record.Cell, r []record.Count) []record.Count { r[0].FalsePositives = 1001; return r },
			ErrInconsistent, "1001 false positives in 1000 queries", 0},
		{"wrong squares", func(_ *record.Cell, r []record.Count) []record.Count { r[0].FalsePositives = 49; return r },
			ErrInconsistent, "do not sum to 2500", 0},
		{"more set bits than bits", func(_ *record.Cell, r []record.Count) []record.Count {
			r[0].SetBits, r[0].FilterBits = 101, 100
			return r
		}, ErrInconsistent, "101 set bits in 100 bits", 0},
		{"a key too few", func(_ *record.Cell, r []record.Count) []record.Count { r[0].Inserted, r[0].Rejected = 8, 1; return r },
			ErrInconsistent, "8 keys inserted and 1 rejected, the plan has 10 in each of 1 filters", 0},
		{"more memory than the plan says", func(c *record.Cell, r []record.Count) []record.Count {
			c.Bits, r[0].FilterBits = 100_000, 101_001 // 1 % and a bit
			return r
		}, ErrInconsistent, "101001 bits, the plan has 100000 in each of 1 filters", 0},
		{"no trials", func(_ *record.Cell, r []record.Count) []record.Count { r[0].Trials = 0; return r },
			ErrInconsistent, "no trials", 0},
	} {
		cell, row := one()
		counts := c.spoil(&cell, []record.Count{row})
		verdicts, err := Run([]record.Cell{cell}, counts, nil, Options{})
		if !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.text) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %q, want %q", c.name, err, c.text)
		}
		if len(verdicts) != c.verdicts {
			t.Errorf("%s: %d verdicts, want %d", c.name, len(verdicts), c.verdicts)
		}
	}
}

// Predictions at the ends: an underflowed 0 never agrees by absence, an empty filter does; none is no member.
func TestPredictionsAtTheEnds(t *testing.T) {
	for _, c := range []struct {
		name   string
		spoil  func(c *record.Cell, r *record.Count)
		want   string
		family int
	}{
		{"underflow", func(c *record.Cell, r *record.Count) {
			c.TheoryFPR = 0
			r.FalsePositives, r.FalsePositivesSquared = 0, 0
		}, "undecided", 1},
		{"empty filter", func(c *record.Cell, r *record.Count) {
			c.TheoryFPR, c.N, r.Inserted = 0, 0, 0
			r.FalsePositives, r.FalsePositivesSquared = 0, 0
		}, "agrees", 1},
		{"empty filter that says yes", func(c *record.Cell, r *record.Count) { c.TheoryFPR, c.N, r.Inserted = 0, 0, 0 }, "deviates", 1},
		{"full filter", func(c *record.Cell, r *record.Count) {
			c.TheoryFPR = 1
			r.FalsePositives, r.FalsePositivesSquared = 1000, 1e6
		}, "agrees", 1},
		{"no prediction", func(c *record.Cell, _ *record.Count) { c.TheoryFPR = math.NaN() }, "undecided", 0},
		{"other bits where nothing is predicted", func(c *record.Cell, r *record.Count) { c.ModelError, r.FilterBits = 1, 10_000 }, "undecided", 1},
		{"a line more than planned", func(_ *record.Cell, r *record.Count) { r.FilterBits += 512 }, "undecided", 1},
		{"half of the keys refused", func(c *record.Cell, r *record.Count) {
			r.Inserted, r.Rejected = 5, 5
			r.FalsePositives, r.FalsePositivesSquared = 28, 784
		}, "undecided", 1},
	} {
		cell, row := one()
		c.spoil(&cell, &row)
		verdicts, err := Run([]record.Cell{cell}, []record.Count{row}, power7, Options{})
		if err != nil || len(verdicts) != 1 || verdicts[0].Verdict != c.want || verdicts[0].FamilySize != c.family {
			t.Errorf("%s: %+v, %v; want %s", c.name, verdicts, err, c.want)
		}
	}
}

func TestGate(t *testing.T) {
	verdict := func(said, expected string) record.Verdict {
		return record.Verdict{CellID: "0123456789", Check: FPR, FPR: 0.009, Low: 0.0089, High: 0.0091, Theory: 0.0082, PAdjusted: 1e-9,
			FamilySize: 12, Verdict: said, Expect: expected, QueriesNeeded: 77}
	}
	for _, c := range []struct{ said, expected, want string }{
		{"agrees", "agrees", ""}, {"deviates", "deviates", ""},
		{"deviates", "none", ""}, {"undecided", "none", ""}, {"undecided", "", ""},
		{"deviates", "agrees", "cell 0123456789: fpr deviates, expected agrees: measured 0.009 in [0.0089, 0.0091], theory 0.0082; p 1e-09 after Holm over 12"},
		{"undecided", "agrees", "cell 0123456789: fpr undecided, expected agrees: measured 0.009 in [0.0089, 0.0091], theory 0.0082; 77 queries would decide"},
		{"agrees", "deviates", "cell 0123456789: fpr agrees, expected deviates: measured 0.009 in [0.0089, 0.0091], theory 0.0082; p 1e-09 after Holm over 12"},
	} {
		findings := Gate([]record.Verdict{verdict(c.said, c.expected)})
		if (c.want == "") != (len(findings) == 0) {
			t.Errorf("%s for %s: %v", c.said, c.expected, findings)
			continue
		}
		if c.want != "" && (findings[0].Message != c.want || findings[0].Undecided() != (c.said == "undecided")) {
			t.Errorf("%s for %s: %q, want %q", c.said, c.expected, findings[0].Message, c.want)
		}
	}
	// What undecided checks want more of: of the fill filters, and not queries; and where nothing would do, why.
	fill := verdict("undecided", "agrees")
	fill.Check = Fill
	never := verdict("undecided", "agrees")
	never.QueriesNeeded = record.NoNumber
	for want, v := range map[string]record.Verdict{"; 77 filters would decide": fill, "; no number of queries below 2^53 would decide: the rate is too small, or": never} {
		if got := Gate([]record.Verdict{v})[0].Message; !strings.Contains(got, want) {
			t.Errorf("%q, want %q in it", got, want)
		}
	}
}
