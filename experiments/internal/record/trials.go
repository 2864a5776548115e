package record

import "fmt"

// Trials collects the outcomes of a cell's trials one by one, each in about a
// hundred bytes, for those who want every trial's counts: pieces in a map, with a
// map of extras each, take ten times that. It takes pieces made by TrialUnits.
type Trials struct {
	cell  *Cell
	facts []facts
	extra map[string]*tallies
}

// facts are the counts of one trial that its cell does not know already.
type facts struct {
	seed, inserted, rejected, falseNegatives uint64
	queries, falsePositives                  uint64 // so far: of the chunks at hand
	setBits, filterBits, allocatedBits       uint64
	noSetBits                                bool
}

// tallies is one extra of all trials; some may have none.
type tallies struct {
	has    []bool
	values []uint64
}

// NewTrials makes an empty collection for the trials of c.
func NewTrials(c *Cell) *Trials {
	return &Trials{cell: c, facts: make([]facts, c.Trials), extra: map[string]*tallies{}}
}

// Len is the number of trials, measured or not.
func (t *Trials) Len() uint64 { return uint64(len(t.facts)) }

// Put adds a trial, or a chunk of one. What cannot belong to the cell, or was
// counted before, is an error.
func (t *Trials) Put(p Piece) error {
	if p.CellID != t.cell.ID || p.FirstTrial >= t.Len() || p.Trials != 1 {
		return fmt.Errorf("cell %s, trials %d+%d: not a trial of cell %s", p.CellID, p.FirstTrial, p.Trials, t.cell.ID)
	}
	f := &t.facts[p.FirstTrial]
	if f.queries+p.Queries > t.cell.QueriesPerTrial() {
		return fmt.Errorf("cell %s, trial %d, query %d: counted twice", p.CellID, p.FirstTrial, p.FirstQuery)
	}
	if f.queries == 0 {
		t.begin(&p.Count)
	} else if !t.same(&p.Count) {
		return fmt.Errorf("cell %s, trial %d: its chunks come from unlike filters", p.CellID, p.FirstTrial)
	}
	f.queries += p.Queries
	f.falsePositives += p.FalsePositives
	return nil
}

// same compares a further chunk's filter with the one its trial began with. A
// status may come from the hits, of which a chunk has a part.
func (t *Trials) same(c *Count) bool {
	known := t.At(c.FirstTrial)
	known.Status = c.Status
	return sameFilter(&known, c)
}

// begin takes down what c says of its trial's filter.
func (t *Trials) begin(c *Count) {
	t.facts[c.FirstTrial] = facts{seed: c.Seed, inserted: c.Inserted, rejected: c.Rejected, falseNegatives: c.FalseNegatives,
		setBits: c.SetBits, filterBits: c.FilterBits, allocatedBits: c.AllocatedBits, noSetBits: c.NoSetBits}
	for name, value := range c.Extra {
		column := t.extra[name]
		if column == nil {
			column = &tallies{make([]bool, t.Len()), make([]uint64, t.Len())}
			t.extra[name] = column
		}
		column.has[c.FirstTrial], column.values[c.FirstTrial] = true, value
	}
}

// At returns the counts of one trial, i < Len(), as far as they are there.
func (t *Trials) At(i uint64) Count {
	f := &t.facts[i]
	c := Count{CellID: t.cell.ID, FirstTrial: i, Trials: 1, Seed: f.seed, Inserted: f.inserted, Rejected: f.rejected,
		FalseNegatives: f.falseNegatives, Queries: f.queries, FalsePositives: f.falsePositives,
		FalsePositivesSquared: square(f.falsePositives), SetBits: f.setBits, SetBitsSquared: square(f.setBits), NoSetBits: f.noSetBits,
		FilterBits: f.filterBits, AllocatedBits: f.allocatedBits}
	c.Status = c.impliedStatus()
	for name, column := range t.extra {
		if column.has[i] {
			if c.Extra == nil {
				c.Extra = map[string]uint64{}
			}
			c.Extra[name] = column.values[i]
		}
	}
	return c
}

// Rows returns the rows that the cell has in counts.csv. Every trial must be
// there with all its queries.
func (t *Trials) Rows() ([]Count, error) {
	var rows []Count
	step := t.cell.TrialsPerRow()
	for first := uint64(0); first < t.Len(); first += step {
		var batch []Count
		for i := first; i < min(first+step, t.Len()); i++ {
			if got, want := t.facts[i].queries, t.cell.QueriesPerTrial(); got != want {
				return nil, fmt.Errorf("cell %s, trial %d: %d of %d queries are there", t.cell.ID, i, got, want)
			}
			batch = append(batch, t.At(i))
		}
		rows = append(rows, Sum(batch))
	}
	return rows, nil
}
