package record

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

// sample is a plan of three cells: one row a trial, bundled trials, and chunks.
func sample() []Cell {
	cell := func(id string, n, trials, queries uint64) Cell {
		return Cell{ID: id, Experiment: "sample", Variant: "classic", Scheme: "xxh3+double", Keys: "uint64",
			N: n, Capacity: n, Bits: 10 * n, K: 7, Params: "reduce=fastrange", BitsPerKey: 10, Load: 1,
			Trials: trials, Queries: queries, TheoryFPR: 0.008193736512345, TheoryFPRSD: 1.39e-5,
			TheorySetBits: 5.1, TheorySetBitsSD: math.NaN(), TheorySource: "Bloom 1970, \"exact\"",
			Tolerance: 0.02, Expect: "agrees"}
	}
	return []Cell{
		cell("0123456789", 1000, 10, 10_000),
		cell("abcdef0123", 10, 1000, 5000),
		cell("ffffffffff", 1000, 2, 2*(2*ChunkQueries+5)),
	}
}

// pieceOf invents counts for a unit that depend on the unit alone.
func pieceOf(u Unit) Piece {
	fp := (u.FirstTrial + u.FirstQuery) % 5
	p := Piece{FirstQuery: u.FirstQuery, Count: Count{CellID: u.CellID, FirstTrial: u.FirstTrial, Trials: u.Trials,
		Seed: u.FirstTrial + 100, Inserted: 10 * u.Trials, Queries: u.Trials * u.Queries, FalsePositives: fp * u.Trials,
		FalsePositivesSquared: fp * fp * u.Trials, SetBits: 5 * u.Trials, SetBitsSquared: 25 * u.Trials,
		FilterBits: 100 * u.Trials, AllocatedBits: 128 * u.Trials, Status: StatusOK}}
	if u.CellID == "abcdef0123" {
		p.Extra = map[string]uint64{"stages": u.Trials}
	}
	return p
}

func allPieces(t *testing.T, cells []Cell) Pieces {
	t.Helper()
	all := Pieces{}
	for _, u := range all.Missing(cells) {
		if err := all.Put(pieceOf(u)); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func TestCellsRoundTrip(t *testing.T) {
	data, err := EncodeCells(sample())
	if err != nil {
		t.Fatal(err)
	}
	cells, err := DecodeCells("cells.csv", data)
	if err != nil {
		t.Fatal(err)
	}
	if got := cells[0].TheoryFPR; got != 0.00819373651 { // 9 significant digits of the value above
		t.Errorf("theory_fpr = %v", got)
	}
	if !math.IsNaN(cells[0].TheorySetBitsSD) {
		t.Errorf("a missing value came back as %v", cells[0].TheorySetBitsSD)
	}
	again, err := EncodeCells(cells)
	if err != nil || !bytes.Equal(data, again) {
		t.Errorf("second writing differs (%v):\n%s\n%s", err, data, again)
	}
}

// TestFloatForms holds FF-70 (no precision lost) and FF-71 (one form of what is
// missing) of the field's faults.
func TestFloatForms(t *testing.T) {
	for _, c := range []struct {
		x      float64
		digits int
		want   string
	}{
		{7.246287290132387e-10, shortest, "7.246287290132387e-10"},
		{1.785e-08, shortest, "1.785e-08"},
		{0.1, shortest, "0.1"},
		{math.NaN(), shortest, ""},
		{math.Inf(1), 6, ""},
		{math.Copysign(0, -1), shortest, "0"},
		{1.0 / 3, 6, "0.333333"},
		{2517000.4, 6, "2517000"},
		{123456789.4, 9, "123456789"},
		{1.25e-5, 6, "0.0000125"},
		{1e21, 6, "1e+21"},
		{5e-324, 6, "5e-324"},
		{math.MaxFloat64, 3, "1.7976931348623157e+308"},
	} {
		if got := FormatFloat(c.x, c.digits); got != c.want {
			t.Errorf("FormatFloat(%v, %d) = %q, want %q", c.x, c.digits, got, c.want)
		}
	}
	for _, bad := range []string{"NaN", "+Inf", "-", "n/a", "0x1p-2", "1_000", " 1", "0,5", "1e999"} {
		if _, err := parseFloat(bad); err == nil {
			t.Errorf("parseFloat(%q) took it", bad)
		}
	}
}

func TestReadersRefuse(t *testing.T) {
	good, err := EncodeCells(sample())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, old, new, want string }{
		{"another header", "cell_id,", "id,", "cells.csv:1: header"},
		{"a letter in a number", ",1000,1000,", ",1000,10x0,", "cells.csv:2: column capacity"},
		{"a sign", ",1000,1000,", ",+1000,1000,", "cells.csv:2: column n"},
		{"a word of our own", ",agrees\n", ",maybe\n", "cells.csv:2: column expect"},
		{"a decimal comma", ",0.02,agrees\n", ",\"0,02\",agrees\n", "cells.csv:2: column tolerance"},
		{"a number in another form", ",0.02,", ",0.020,", "cells.csv:2: not written as"},
		{"needless quotes", ",classic,", ",\"classic\",", "cells.csv:2: not written as"},
		{"CRLF", "\n", "\r\n", "cells.csv:1: not written as"},
		{"a missing field", ",7,reduce=fastrange", ",reduce=fastrange", "cells.csv:2: wrong number of fields"},
		{"no trial", ",10,10000,", ",0,10000,", "trials 0"},
		{"two equal ids", "abcdef0123", "0123456789", "twice"},
		{"an odd id", "0123456789", "012345678G", "10 lower-case hex digits"},
	} {
		bad := strings.Replace(string(good), c.old, c.new, 1)
		if _, err := DecodeCells("cells.csv", []byte(bad)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
	}
	for cut := range len(good) - 1 { // cut anywhere but between lines, it is refused
		_, err := DecodeCells("cells.csv", good[:cut])
		if whole := cut > 0 && good[cut-1] == '\n'; err == nil != whole {
			t.Errorf("cut at byte %d: error %v", cut, err)
		}
	}
}

func TestCountsExtraColumns(t *testing.T) {
	rows, err := Assemble(sample(), allPieces(t, sample()))
	if err != nil {
		t.Fatal(err)
	}
	data, err := EncodeCounts(rows)
	if err != nil {
		t.Fatal(err)
	}
	header, _, _ := strings.Cut(string(data), "\n")
	if !strings.HasSuffix(header, ",status,stages") {
		t.Errorf("header %q", header)
	}
	back, err := DecodeCounts("counts.csv", data)
	if err != nil {
		t.Fatal(err)
	}
	if back[0].Extra != nil || back[10].Extra["stages"] != 16 {
		t.Errorf("extras came back as %v and %v", back[0].Extra, back[10].Extra)
	}
	bad := strings.Replace(string(data), ",status,stages", ",status,Stages", 1)
	if _, err := DecodeCounts("counts.csv", []byte(bad)); err == nil {
		t.Error("an extra column with a bad name was taken")
	}
}

// TestRateAboveOneIsRefused: more false positives than queries cannot be.
func TestRateAboveOneIsRefused(t *testing.T) {
	c := pieceOf(Unit{"0123456789", 0, 1, 0, 10}).Count
	c.FalsePositives = 11
	data, err := EncodeCounts([]Count{c})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := DecodeCounts("counts.csv", data); err == nil {
		t.Error("taken")
	}
}

func FuzzCells(f *testing.F) {
	data, _ := EncodeCells(sample())
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		cells, err := DecodeCells("x", data)
		if err != nil {
			return
		}
		if again, err := EncodeCells(cells); err != nil || !bytes.Equal(data, again) {
			t.Errorf("read without error but written otherwise (%v)", err)
		}
	})
}

func FuzzCounts(f *testing.F) {
	cells := sample()[:2]
	all := Pieces{}
	for _, u := range all.Missing(cells) {
		all[u] = pieceOf(u)
	}
	rows, _ := Assemble(cells, all)
	data, _ := EncodeCounts(rows)
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		counts, err := DecodeCounts("x", data)
		if err != nil {
			return
		}
		for _, c := range counts {
			if c.Queries > 0 && float64(c.FalsePositives)/float64(c.Queries) > 1 {
				t.Error("a rate above 1")
			}
		}
	})
}
