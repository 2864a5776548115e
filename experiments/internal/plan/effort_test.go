package plan

import (
	"math"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

func TestRoundUp(t *testing.T) {
	for x, want := range map[uint64]uint64{0: 0, 1: 1, 99: 99, 100: 100, 101: 110, 8_501: 8_600, 1_234_567: 1_300_000} {
		if got := roundUp(x); got != want {
			t.Errorf("roundUp(%d) = %d, want %d", x, got, want)
		}
	}
}

// At most 64 rows a cell, all of equally many trials: 65 trials are 33 rows of two.
func TestWholeRows(t *testing.T) {
	for trials, want := range map[uint64]uint64{0: 1, 1: 1, 64: 64, 65: 66, 127: 128, 128: 128, 129: 129, 1000: 1008} {
		if got := wholeRows(trials); got != want {
			t.Errorf("wholeRows(%d) = %d, want %d", trials, got, want)
		}
	}
}

// The tolerances are those the issue states; the bounds between decades are
// half of each, so that a filter sized for 0.1 % falls in the decade of 1e-3
// whether its rate is a little above or below.
func TestTolerances(t *testing.T) {
	for _, c := range []struct {
		profile, scheme string
		fpr, want       float64
	}{
		{"standard", "xxh3+double", 0.3, 0.02}, {"standard", "sha256+sliced", 0.00098, 0.02},
		{"standard", "sha256+sliced", 5e-4, 0.02}, {"standard", "sha256+sliced", 4.99e-4, 0.05},
		{"standard", "xxh3+double", 1e-4, 0.02}, {"standard", "xxh3+enhanced", 1e-4, 0.05},
		{"standard", "xxh3+double", 5e-5, 0.02}, {"standard", "xxh3+double", 4.99e-5, 0.25},
		{"standard", "xxh3+double", 1e-6, 0.25}, {"standard", "xxh3+independent", 1e-5, math.NaN()},
		{"full", "xxh3+independent", 1e-5, 0.25}, {"full", "sha256+sliced", 0.01, 0.02},
		{"smoke", "sha256+sliced", 1e-3, 0.10}, {"smoke", "xxh3+double", 1e-4, math.NaN()},
	} {
		p, err := ProfileByName(c.profile)
		if err != nil {
			t.Fatal(err)
		}
		got := p.Tolerance(c.fpr, c.scheme)
		if got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%s: %s at %g: %v, want %v", c.profile, c.scheme, c.fpr, got, c.want)
		}
	}
	if _, err := ProfileByName("quick"); err == nil || !strings.Contains(err.Error(), `"quick": want one of smoke, standard, full`) {
		t.Errorf("unknown profile: %v", err)
	}
}

// A profile leaves small rates of slow schemes to a larger one and says so.
func TestLeftOut(t *testing.T) {
	grid := strings.NewReplacer("bits-per-key = [10]\nk            = [7]", "fpr = [1e-2, 1e-5]",
		`"xxh3+double"`, `"xxh3+double", "xxh3+independent"`).Replace(simple)
	p := planned(t, experiments.Standard, grid)
	if len(p.Cells) != 6 || len(p.LeftOut) != 2 || !strings.Contains(p.LeftOut[0].Canonical, "xxh3+independent") {
		t.Errorf("%d cells, left out %+v", len(p.Cells), p.LeftOut)
	}
}

// Enough hits for the tolerance: by theory.md section 9.5, hits are at least
// (z(1-alpha/family) + z(1-beta/2))^2 / tolerance^2, 4.42 and 3.29 here: these cells are cheap, and not
// half as many again (the spread between filters and rounding up to two digits
// come on top); and at least ten filters.
func TestEffortIsEnough(t *testing.T) {
	for _, c := range planned(t, experiments.Standard, simple).Cells {
		hits := float64(c.Row.Queries) * c.Row.TheoryFPR
		if want := (4.42 + 3.29) * (4.42 + 3.29) / (0.02 * 0.02); hits < 0.95*want || hits > 1.45*want {
			t.Errorf("%s: %.0f hits expected, want about %.0f", c.Canonical, hits, want)
		}
		if c.Row.Trials < 10 || c.PerTrial()*c.Row.Trials != c.Row.Queries {
			t.Errorf("%d trials, %d queries", c.Row.Trials, c.Row.Queries)
		}
	}
}

// A finite set of keys is never asked for more absent ones than it has left;
// there are more filters instead.
func TestFiniteKeys(t *testing.T) {
	c := planned(t, experiments.Standard, strings.NewReplacer(`"uint64"`, `"words"`, "[1_000, 2_000]", "[80_000]").Replace(simple)).Cells[0]
	hits, want := float64(c.Row.Queries)*c.Row.TheoryFPR, (4.42+2.58)*(4.42+2.58)/(0.02*0.02)
	if c.PerTrial() != 24_334 || hits < 0.95*want || c.Row.Trials != wholeRows(c.Row.Trials) {
		t.Errorf("%d queries a trial, %d trials, %.0f hits expected, want %.0f", c.PerTrial(), c.Row.Trials, hits, want)
	}
}

// A grid's own numbers are taken, and a cell that is only shown gets little.
func TestFixedEffort(t *testing.T) {
	for name, c := range map[string]struct {
		lines           string
		trials, queries uint64
	}{
		"both":  {"trials = 3\nqueries = 1234\nreason = \"x\"\n", 3, 3702},
		"shown": {"expect = \"none\"\nreason = \"x\"\n", 10, 1_000_000},
	} {
		cell := planned(t, experiments.Standard, strings.Replace(simple, "[[grid]]\n", "[[grid]]\n"+c.lines, 1)).Cells[0]
		if cell.Row.Trials != c.trials || cell.Row.Queries != c.queries {
			t.Errorf("%s: %d trials, %d queries, want %d, %d", name, cell.Row.Trials, cell.Row.Queries, c.trials, c.queries)
		}
	}
	one := planned(t, experiments.Standard, strings.Replace(simple, "[[grid]]\n", "[[grid]]\ntrials = 1\nreason = \"x\"\n", 1)).Cells[0]
	if free := planned(t, experiments.Standard, simple).Cells[0]; one.Row.Trials != 1 || one.Row.Queries < free.Row.Queries/2 {
		t.Errorf("one trial: %d queries, %d with %d trials", one.Row.Queries, free.Row.Queries, free.Row.Trials)
	}
}

// Where no seed enters the hash and the keys are those of every trial, all filters are one: it is asked what the many
// would have been asked, and no query is lost.
func TestRepeatedTrialsAreOne(t *testing.T) {
	c := fakes()
	c.KeyLimit = func(string) (uint64, error) { return math.MaxUint64, nil }
	own := func(name string, unseeded, raw bool) {
		v, f := *plain, *hashes.XXH3
		f.Name, f.Unseeded, f.Raw = name, unseeded, raw
		v.Name, v.Scheme = name, &hashes.Scheme{Function: &f, Probing: hashes.Own}
		v.Shape = func(c variants.Config, n uint64) (variants.Shape, error) {
			c.Scheme = hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Double} // plain's shape is of positions that have a name
			return plainShape(c, n)
		}
		c.Variants = append(c.Variants, &v)
	}
	own("seeded", false, false)
	own("unseeded", true, false)
	own("raw", false, true)
	lines := strings.Replace(simple, "[[grid]]\n", "[[grid]]\ntrials = 3\nqueries = 1234\nreason = \"x\"\n", 1)
	for _, at := range []struct {
		variant, keys string
		trials        uint64
	}{
		{"seeded", "sequential", 3}, {"unseeded", "uint64", 3}, {"raw", "uint64", 3}, {"unseeded", "sequential", 1}, {"raw", "sequential", 1},
	} {
		grids := strings.NewReplacer(`"plain"`, `"`+at.variant+`"`, `"xxh3+double"`, `"own"`, `"uint64"`, `"`+at.keys+`"`).Replace(lines)
		p, err := New([]experiments.Spec{spec(t, grids)}, experiments.Standard, c, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, cell := range p.Cells {
			if cell.Row.Trials != at.trials || cell.Row.Queries != 3*1234 || cell.PerTrial() != 3*1234/at.trials || cell.Repeats() != (at.trials == 1) {
				t.Errorf("%s: %d trials, %d queries in all, want %d and %d", cell.Canonical, cell.Row.Trials, cell.Row.Queries, at.trials, 3*1234)
			}
		}
	}
}

// What a budget is for.
func TestBudget(t *testing.T) {
	p := planned(t, experiments.Standard, simple)
	if err := p.CheckBudget(); err != nil {
		t.Errorf("two small cells: %v", err)
	}
	p.Profile.Budget = 0.01
	if err := p.CheckBudget(); err == nil || !strings.Contains(err.Error(), "its budget is 0") {
		t.Errorf("over the budget: %v", err)
	}
}

// The cost of a cell grows with what it does.
func TestCostOrder(t *testing.T) {
	cost := func(grid string) Cost { return planned(t, experiments.Standard, grid).Cells[0].Cost }
	base := cost(simple)
	for name, more := range map[string]Cost{
		"independent": cost(strings.Replace(simple, "+double", "+independent", 1)),
		"more probes": cost(strings.Replace(simple, "[7]", "[12]", 1)),
		"more keys":   cost(strings.Replace(simple, "[1_000, 2_000]", "[1_000_000]", 1)),
	} {
		if more.TrialSeconds <= base.TrialSeconds || more.CoreSeconds <= 0 {
			t.Errorf("%s: %+v, base %+v", name, more, base)
		}
	}
}
