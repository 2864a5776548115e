package record

import (
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// trialsOf collects c with every trial in pieces of its own.
func trialsOf(t *testing.T, c *Cell) *Trials {
	t.Helper()
	all := NewTrials(c)
	for _, u := range c.TrialUnits() {
		if err := all.Put(pieceOf(u)); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// TestTrialsAreTheirPieces: what is kept in little memory is what was put in, and
// its rows are those that a run records.
func TestTrialsAreTheirPieces(t *testing.T) {
	for _, c := range sample()[:2] {
		all := trialsOf(t, &c)
		if all.Len() != c.Trials {
			t.Fatalf("cell %s: %d trials, want %d", c.ID, all.Len(), c.Trials)
		}
		for i := range c.Trials {
			want := pieceOf(Unit{c.ID, i, 1, 0, c.QueriesPerTrial()}).Count
			if got := all.At(i); !reflect.DeepEqual(got, want) {
				t.Fatalf("cell %s, trial %d: %+v, want %+v", c.ID, i, got, want)
			}
		}
	}
}

// TestTrialsJoinChunks: the third cell's trials come in three chunks each, as it
// is recorded, so its rows are those of Assemble.
func TestTrialsJoinChunks(t *testing.T) {
	cells := sample()[2:]
	want, err := Assemble(cells, allPieces(t, cells))
	if err != nil {
		t.Fatal(err)
	}
	got, err := trialsOf(t, &cells[0]).Rows()
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v (%v), want %+v", got, err, want)
	}
}

// TestTrialsRefuse what belongs elsewhere, comes twice, disagrees or is missing.
func TestTrialsRefuse(t *testing.T) {
	c := sample()[2]
	units := c.TrialUnits()
	for name, f := range map[string]struct {
		change func(*Piece)
		want   string
	}{
		"another cell": {func(p *Piece) { p.CellID = "0000000000" }, "not a trial of cell ffffffffff"},
		"no trial":     {func(p *Piece) { p.FirstTrial = 2 }, "not a trial of cell"},
		"two trials":   {func(p *Piece) { p.Trials = 2 }, "not a trial of cell"},
		"twice":        {func(p *Piece) { p.Queries = 3 * ChunkQueries }, "counted twice"},
		"unlike":       {func(p *Piece) { p.SetBits++ }, "unlike filters"},
	} {
		all := NewTrials(&c)
		if err := all.Put(pieceOf(units[0])); err != nil {
			t.Fatal(err)
		}
		p := pieceOf(units[1])
		f.change(&p)
		if err := all.Put(p); err == nil || !strings.Contains(err.Error(), f.want) {
			t.Errorf("%s: %v, want %q", name, err, f.want)
		}
		if _, err := all.Rows(); err == nil || !strings.Contains(err.Error(), "trial 0: 16777216 of 33554437 queries") {
			t.Errorf("%s: rows of a part: %v", name, err)
		}
	}
}

// TestTrialsAreSmall: a quarter of a million trials, as many as a probe takes, fit
// into 32 MB with an extra each.
func TestTrialsAreSmall(t *testing.T) {
	c := Cell{ID: "abcdef0123", N: 10, Trials: 250_000, Queries: 250_000}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	all := trialsOf(t, &c)
	runtime.GC()
	runtime.ReadMemStats(&after)
	if held := int64(after.HeapAlloc) - int64(before.HeapAlloc); held > 32<<20 {
		t.Errorf("%d bytes are held", held)
	}
	if c := all.At(249_999); c.Extra["stages"] != 1 {
		t.Errorf("%+v: the extra is lost", c)
	}
}

// TestMissingSetBits: filters that count no set bits leave two empty cells and a
// status that says so, and come back as they went in (FF-71).
func TestMissingSetBits(t *testing.T) {
	rows := []Count{{CellID: "0123456789", Trials: 1, Queries: 5, Inserted: 1, NoSetBits: true, Status: StatusNoSetBits}}
	data, err := EncodeCounts(rows)
	if err != nil || !strings.Contains(string(data), ",0,0,,,0,0,the variant counts no set bits\n") {
		t.Fatalf("%s (%v)", data, err)
	}
	got, err := DecodeCounts("x", data)
	if err != nil || !reflect.DeepEqual(got, rows) {
		t.Errorf("%+v (%v), want %+v", got, err, rows)
	}
	for bad, want := range map[string]string{
		strings.Replace(string(data), ",,,", ",7,,", 1):              "not written as this program writes it",
		strings.Replace(string(data), "the variant", "ok,the", 1):    "wrong number of fields",
		strings.Replace(string(data), StatusNoSetBits, StatusOK, 1):  "want a status that says why",
		strings.Replace(string(data), ",,,0,0,", ",,,,0,", 1):        `"": want a whole number`,
		strings.Replace(string(data), ",,,", ",NaN,,", 1):            `"NaN": want a whole number`,
		strings.Replace(string(data), StatusNoSetBits+"\n", "\n", 1): "empty: want some text",
	} {
		if _, err := DecodeCounts("x", []byte(bad)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	sum := Sum([]Count{{Trials: 1, SetBits: 3, Status: StatusOK}, rows[0]})
	if !sum.NoSetBits || sum.Status != StatusNoSetBits {
		t.Errorf("a sum with a row that lacks them: %+v", sum)
	}
}
