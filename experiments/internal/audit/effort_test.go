package audit

import (
	"math"
	"testing"
	"time"
)

// TestEnough: by hand, 5.6 standard deviations in 3 % are (5.6/0.03)^2 = 34,844.4 hits, in
// 0.105/0.102 - 1 = 2.94 % 36,252.2, in 1 % 313,600; over the rate and by the filters.
func TestEnough(t *testing.T) {
	nan := math.NaN()
	cell := func(rate float64) Cell { return at("rate", "uint64", 10_000, rate, 0) }
	for _, c := range []struct {
		name            string
		cell            Cell
		expected        Expected
		trials, queries uint64
	}{
		{"34,844.4 hits of 16 filters", cell(0.01), Expected{Promise: nan, Theory: 0.01}, 16, 217_778},
		{"a rate of its own, far below the promise", cell(0.01), Expected{Promise: 0.01, Theory: 0.001}, 16, 2_177_778},
		{"the promise alone", cell(0.01), Expected{Promise: 0.01, Theory: nan}, 16, 217_778},
		{"theory 2.94 % below the edge of the promise", cell(0.1), Expected{Promise: 0.1, Theory: 0.102}, 16, 22_214},
		{"theory at the edge: 1 % is the closest", cell(0.1), Expected{Promise: 0.1, Theory: 0.105}, 16, 186_667},
		{"nothing is known", cell(0.01), Expected{Promise: nan, Theory: nan}, 16, 100_000},
		{"too rare", cell(1e-5), Expected{Promise: 1e-5, Theory: 1e-5}, 16, 1_250_000},
		{"filters apart by 1 % of the rate: 3.48 take off a fifth of 16", cell(0.01), Expected{Promise: nan, Theory: 0.01, TheorySD: 1e-4}, 16, 278_410},
		{"by 10 %: 348 would be lost, so there are 697", cell(0.01), Expected{Promise: nan, Theory: 0.01, TheorySD: 1e-3}, 697, 9_997},
		{"so many would be too much to build", at("rate", "uint64", 100_000, 0.01, 0), Expected{Promise: nan, Theory: 0.01, TheorySD: 1e-3}, 8, 200_000},
		{"the same keys in every trial", at("keys", "sequential", 1000, 0.01, 0), Expected{Promise: nan, Theory: 0.01, TheorySD: 1e-3}, 1, 1_600_000},
		{"a cell of the race detector", Cell{Check: "race-detector", Trials: 1, Queries: 5}, Expected{Promise: nan, Theory: 0.01}, 1, 5},
	} {
		if got := c.cell.Enough(c.expected); got.Trials != c.trials || got.Queries != c.queries {
			t.Errorf("%s: %d filters, %d queries; want %d, %d", c.name, got.Trials, got.Queries, c.trials, c.queries)
		}
	}
}

// TestEnoughDecides: hits as theory has them, in cells that have enough, are called as
// they are in a table of 500.
func TestEnoughDecides(t *testing.T) {
	for _, e := range []Expected{
		{Promise: 0.1, Theory: 0.1026}, {Promise: 0.01, Theory: 0.0105}, {Promise: 0.01, Theory: 0.0036}, {Promise: math.NaN(), Theory: 1.2e-4},
		{Promise: 0.01, Theory: 0.01, TheorySD: 5e-4},
	} {
		c := at("rate", "uint64", 10_000, 0.01, 0).Enough(e)
		hits := make([]uint64, c.Trials)
		for i := range hits {
			hits[i] = uint64(float64(c.Queries) * e.Theory * (1 + slack/2))
		}
		r := counted(e.Promise, e.Theory, e.TheorySD, c.Queries, hits...)
		r.Judge(500)
		exceeds := e.Theory*(1+slack/2) > e.Promise*(1+Tolerance)
		if r.Held != "agrees" || r.Promised == "undecided" && !exceeds {
			t.Errorf("%+v: %d filters, %d queries: %q %q, [%v, %v]", e, c.Trials, c.Queries, r.Held, r.Promised, r.Low, r.High)
		}
	}
}

// TestPatience: a minute for a cell of 20 million queries, and 200 ns for each beyond, in
// whole seconds.
func TestPatience(t *testing.T) {
	for queries, want := range map[uint64]time.Duration{1: time.Minute, 10_000_000: time.Minute, 20_000_001: 64 * time.Second, 20_000_004: 64 * time.Second} {
		c := Cell{Trials: 2, Queries: queries}
		if got := c.Patience(time.Minute); got != want {
			t.Errorf("%d queries of 2 filters: %v, want %v", queries, got, want)
		}
	}
}
