package check

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// The kinds of errors that Run joins; each error says which cell and which numbers.
var (
	ErrFalseNegative = errors.New("false negatives")     // an inserted key was denied: the filter is broken
	ErrMissing       = errors.New("counts are missing")  // a cell of the plan has no or too few trials
	ErrInconsistent  = errors.New("counts are not sane") // rows that no run can have written
)

// total is what all trials of one cell counted.
type total struct {
	rows            []record.Count
	trials, queries uint64
	hits            uint64
	inserted        uint64
	rejected        uint64
	setBits         float64
	hitsSquared     float64 // 0 where the trials are not comparable
	setBitsSquared  float64 // 0 where the sum of squares is saturated
	unequal         bool    // trials of unequal queries
	noSetBits       bool    // filters that do not count them
	hitsOverran     bool    // squares past 64 bits
	bitsOverran     bool
}

// group sorts the counts by cell, in the order of the trials.
func group(counts []record.Count) map[string][]record.Count {
	by := make(map[string][]record.Count)
	for _, c := range counts {
		by[c.CellID] = append(by[c.CellID], c)
	}
	for _, rows := range by {
		slices.SortFunc(rows, func(a, b record.Count) int { return cmp.Compare(a.FirstTrial, b.FirstTrial) })
	}
	return by
}

// strangers names the cells of counts that are not in the plan, in the order of the counts.
func strangers(cells []record.Cell, counts []record.Count) []error {
	known := make(map[string]bool, len(cells))
	for _, c := range cells {
		known[c.ID] = true
	}
	var errs []error
	for _, c := range counts {
		if !known[c.CellID] {
			known[c.CellID] = true
			errs = append(errs, fmt.Errorf("%w: cell %s is not among the cells", ErrInconsistent, c.CellID))
		}
	}
	return errs
}

// add up the rows of cell c. An error makes the cell unfit for checks.
func add(c record.Cell, rows []record.Count) (total, error) {
	t := total{rows: rows}
	next := uint64(0)
	for _, r := range rows {
		if err := sane(r, next); err != nil {
			return t, err
		}
		if err := planned(c, r); err != nil {
			return t, err
		}
		next = r.FirstTrial + r.Trials
		t.unequal = t.unequal || r.Queries*rows[0].Trials != rows[0].Queries*r.Trials
		t.hitsOverran = t.hitsOverran || r.FalsePositivesSquared == math.MaxUint64
		t.bitsOverran = t.bitsOverran || r.SetBitsSquared == math.MaxUint64
		t.trials += r.Trials
		t.queries += r.Queries
		t.hits += r.FalsePositives
		t.inserted += r.Inserted
		t.rejected += r.Rejected
		t.setBits += float64(r.SetBits)
		t.noSetBits = t.noSetBits || r.NoSetBits
		t.hitsSquared += float64(r.FalsePositivesSquared)
		t.setBitsSquared += float64(r.SetBitsSquared)
	}
	if t.unequal || t.hitsOverran {
		t.hitsSquared = 0
	}
	if t.bitsOverran {
		t.setBitsSquared = 0
	}
	return t, nil
}

// refused is the share of the keys that full filters did not take.
func (t total) refused() float64 {
	if t.rejected == 0 {
		return 0
	}
	return float64(t.rejected) / (float64(t.inserted) + float64(t.rejected))
}

// insane is the error for a row, saying why.
func insane(r record.Count, format string, args ...any) error {
	return fmt.Errorf("%w: cell %s, trial %d on: %s", ErrInconsistent, r.CellID, r.FirstTrial, fmt.Sprintf(format, args...))
}

// planned refuses a row of other filters than the cell's. Keys and bits a key are published from the plan, so filters
// that hold fewer keys, or take more memory, would make every such figure wrong and no verdict would show it. A cache
// line or 1 % of bits is let pass: RocksDB's ribbon filter takes a segment more or less as its smallest key has it. Where
// theory predicts nothing (no rate, or an error of 1) the filters may be what their keys made of them.
func planned(c record.Cell, r record.Count) error {
	const line = 512
	off := math.Abs(float64(r.FilterBits)/float64(r.Trials) - float64(c.Bits))
	switch {
	case r.Inserted+r.Rejected != c.N*r.Trials:
		return insane(r, "%d keys inserted and %d rejected, the plan has %d in each of %d filters", r.Inserted, r.Rejected, c.N, r.Trials)
	case c.TheoryFPR >= 0 && orZero(c.ModelError) < 1 && off > max(line, float64(c.Bits)/100):
		return insane(r, "%d bits, the plan has %d in each of %d filters", r.FilterBits, c.Bits, r.Trials)
	}
	return nil
}

// sane refuses a row that no run can have written; next is the first trial that was not counted yet.
func sane(r record.Count, next uint64) error {
	bad := func(format string, args ...any) error { return insane(r, format, args...) }
	switch {
	case r.FalseNegatives > 0:
		return fmt.Errorf("%w: cell %s, trial %d on: %d of %d inserted keys denied", ErrFalseNegative, r.CellID, r.FirstTrial, r.FalseNegatives, r.Inserted)
	case r.FirstTrial < next:
		return bad("counted twice, up to trial %d", next-1)
	case r.Trials == 0:
		return bad("no trials")
	case r.FalsePositives > r.Queries:
		return bad("%d false positives in %d queries", r.FalsePositives, r.Queries)
	case r.FilterBits > 0 && r.SetBits > r.FilterBits:
		return bad("%d set bits in %d bits", r.SetBits, r.FilterBits)
	}
	// Squares of so many whole numbers: at least the mean's, at most all in one trial.
	hits, squares := float64(r.FalsePositives), float64(r.FalsePositivesSquared)
	const slack = 1e-12 // of float64
	if r.FalsePositivesSquared == math.MaxUint64 {
		return nil
	}
	if squares < hits*hits/float64(r.Trials)*(1-slack) || squares > hits*hits*(1+slack) {
		return bad("squares of %d false positives in %d trials do not sum to %d", r.FalsePositives, r.Trials, r.FalsePositivesSquared)
	}
	return nil
}

// missing says what the plan wants and the counts do not have.
func missing(c record.Cell, t total) error {
	why := ""
	for _, r := range t.rows {
		if r.Status != "" && r.Status != "ok" {
			why = ": " + r.Status
			break
		}
	}
	switch {
	case t.trials < c.Trials:
		return fmt.Errorf("%w: cell %s: %d of %d trials%s", ErrMissing, c.ID, t.trials, c.Trials, why)
	case t.queries < c.Queries:
		return fmt.Errorf("%w: cell %s: %d of %d queries%s", ErrMissing, c.ID, t.queries, c.Queries, why)
	}
	return nil
}
