package record

import (
	"math"
	"strings"
	"testing"
)

// TestUnitsCoverEveryQueryOnce adds up the units of cells of all sorts.
func TestUnitsCoverEveryQueryOnce(t *testing.T) {
	for _, c := range []Cell{
		{ID: "a", N: 1, Trials: 1, Queries: 1},
		{ID: "b", N: 500_000, Trials: 10, Queries: 10_000_000},
		{ID: "c", N: 10, Trials: 6400, Queries: 640_000},
		{ID: "d", N: 10, Trials: 6401, Queries: 640_100},
		{ID: "e", N: 1 << 30, Trials: 3, Queries: 3 * (5*ChunkQueries + 1)},
		{ID: "f", N: 10, Trials: 65, Queries: 0},
	} {
		var trials, queries uint64
		for i, u := range c.Units() {
			if u.FirstQuery == 0 {
				if u.FirstTrial != trials {
					t.Fatalf("cell %s, unit %d: starts at trial %d, want %d", c.ID, i, u.FirstTrial, trials)
				}
				trials += u.Trials
			}
			if u.FirstTrial/c.TrialsPerRow() != (u.FirstTrial+u.Trials-1)/c.TrialsPerRow() {
				t.Errorf("cell %s, unit %d: lies in two rows", c.ID, i)
			}
			queries += u.Trials * u.Queries
		}
		if trials != c.Trials || queries != c.Queries {
			t.Errorf("cell %s: units hold %d trials and %d queries, want %d and %d", c.ID, trials, queries, c.Trials, c.Queries)
		}
	}
}

func TestAssemble(t *testing.T) {
	cells := sample()
	rows, err := Assemble(cells, allPieces(t, cells))
	if err != nil {
		t.Fatal(err)
	}
	r := Record{Cells: cells, Counts: rows}
	if err := r.match(); err != nil {
		t.Fatal(err)
	}
	// Trial 0 of the third cell: chunks at queries 0, 2^24 and 2^25 have by
	// pieceOf 0 mod 5, 2^24 mod 5 = 1 and 2^25 mod 5 = 2 hits: 3 in all.
	last := CountsOf(rows, "ffffffffff")
	if got := last[0]; got.FalsePositives != 3 || got.FalsePositivesSquared != 9 || got.SetBits != 5 || got.Trials != 1 {
		t.Errorf("joined chunks: %+v", got)
	}
	// 1000 trials in rows of 16: 63 rows, the last of 8.
	if middle := CountsOf(rows, "abcdef0123"); len(middle) != 63 || middle[62].Trials != 8 || middle[62].Extra["stages"] != 8 {
		t.Errorf("%d rows, last %+v", len(middle), middle[len(middle)-1])
	}
}

func TestAssembleRefuses(t *testing.T) {
	cells := sample()
	one := cells[2].Units()[1]
	for name, c := range map[string]struct {
		change func(Pieces)
		want   string
	}{
		"a missing piece": {func(all Pieces) { delete(all, one) }, "1 pieces missing, the first: cell ffffffffff, trial 0, query 16777216"},
		"a foreign piece": {func(all Pieces) { u := one; u.CellID = "0000000000"; all[u] = pieceOf(u) }, "cell 0000000000"},
		"unlike filters":  {func(all Pieces) { p := all[one]; p.SetBits++; all[one] = p }, "unlike filters"},
	} {
		all := allPieces(t, cells)
		c.change(all)
		if _, err := Assemble(cells, all); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.want)
		}
	}
	all := allPieces(t, cells)
	if err := all.Put(pieceOf(one)); err == nil {
		t.Error("a doubled piece was taken")
	}
}

func TestSumsSaturate(t *testing.T) {
	if got := square(1 << 40); got != ^uint64(0) {
		t.Errorf("square(2^40) = %d", got)
	}
	if got := square(1<<32 - 1); got != 18446744065119617025 { // (2^32-1)^2 = 2^64 - 2^33 + 1
		t.Errorf("square(2^32-1) = %d", got)
	}
	if got := saturatingAdd(^uint64(0)-1, 2); got != ^uint64(0) {
		t.Errorf("saturatingAdd = %d", got)
	}
}

// Ten bits a key at a rate of 1/32 are twice the least, five; a rate of 0 has no least.
func TestOverhead(t *testing.T) {
	c := Cell{Bits: 1000, N: 100}
	if got := c.Overhead(1.0 / 32); got != 2 {
		t.Errorf("at 1/32: %v, want 2", got)
	}
	for _, p := range []float64{0, math.NaN()} {
		if got := c.Overhead(p); !math.IsNaN(got) {
			t.Errorf("at %v: %v, want none", p, got)
		}
	}
}
