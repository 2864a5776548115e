package report

import (
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// TestFurtherFigures: figures of a cell's row that the sample of the other tests
// does not have. Of three filters two were full, after 700 and 800 keys; the
// further checks that do not agree are named beside the verdict on the rate; bits
// are over the keys held, 500, for the waste, and over the capacity for bits/key.
func TestFurtherFigures(t *testing.T) {
	w := catalogue.Default()
	c := cell("00000000a6", 6, 10_000, 8_440, 0.0082, 0.0087, "undecided")
	c.Row.N, c.Row.Load, c.Row.Trials = 500, 0.5, 3
	c.Counts = []record.Count{
		{CellID: c.Row.ID, Trials: 2, Queries: 200, FalsePositives: 2, FilterBits: 20_000, Rejected: 30, Status: record.StatusOK,
			Extra: map[string]uint64{"first_rejected": 700, "trials_full": 1}},
		{CellID: c.Row.ID, FirstTrial: 2, Trials: 1, Queries: 56, FalsePositives: 2, FilterBits: 10_000, Rejected: 30, Status: record.StatusOK,
			Extra: map[string]uint64{"first_rejected": 800, "trials_full": 1}},
	}
	c.Verdicts[1].Verdict = "deviates"
	c.Verdicts = append(c.Verdicts, record.Verdict{CellID: c.Row.ID, Check: "conditional", Verdict: "agrees"})
	if got := perFilter(&c, "first_rejected"); got != "750" {
		t.Errorf("first_rejected a filter: %s, want 750", got)
	}
	if got := perFilter(&c, "rejected"); got != "20" {
		t.Errorf("rejected a filter: %s, want 20", got)
	}
	got := outcome(w, &c)
	if got[0] != "256" || got[1] != "0.015625" || got[5] != "undecided; fill deviates" {
		t.Errorf("outcome %q", got)
	}
	if got := waste(w, &c); got != "+233.33 %" { // 20 bits a key for log2(64) = 6
		t.Errorf("waste %s, want +233.33 %%", got)
	}
	none := c
	none.Counts = []record.Count{{Queries: 256}}
	none.Verdicts = []record.Verdict{{Check: "fpr", High: 1.0 / 1024}}
	if got := waste(w, &none); got != "at most +100.00 %" { // 20 bits a key where more than 10 are needed
		t.Errorf("waste %s where nothing was found, want at most +100.00 %%", got)
	}
	e := sample()
	e.Cells = []Cell{c}
	theory, measured, err := Bench(&e)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range [][]byte{theory, measured} {
		if n := strings.Count(string(file), " 10 bits/key"); n != len(c.Counts) {
			t.Errorf("%d lines of two with 10 bits a key of the capacity:\n%s", n, file)
		}
	}
}

// TestCrossingAtBothEnds: the rates between which the curves cross must touch the
// claim's from either side.
func TestCrossingAtBothEnds(t *testing.T) {
	e := tenfold()
	for _, c := range []struct {
		low, high float64
		want      string
	}{{0.02, 0.04, No}, {0.0002, 0.0008, No}, {0.0005, 0.005, Yes}, {0.005, 0.05, Yes}} {
		a := experiments.Answer{Experiment: "sweep", Match: experiments.Match{Variant: []string{"classic"}},
			Match2: experiments.Match{Variant: []string{"cuckoo"}}, Column: "bits_per_key", How: "crossing", Low: c.low, High: c.high}
		if got, why := answer(catalogue.Default(), &a, []Experiment{e}); got != c.want {
			t.Errorf("%g to %g: %s, %s; want %s", c.low, c.high, got, why, c.want)
		}
	}
}
