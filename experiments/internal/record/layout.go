package record

// The layout of a cell's work is a pure function of the cell: how many jobs
// share it, in what order and on which machines changes no unit and no row.
const (
	// MaxRows is the largest number of rows a cell has in counts.csv.
	MaxRows = 64
	// ChunkQueries is the length of the pieces a trial's queries are cut into,
	// so that even one huge cell can be resumed, sharded and merged.
	ChunkQueries = 1 << 24
)

// Unit is one piece of work: consecutive trials of a cell with all their
// queries, or one chunk of the queries of one trial. It is comparable, and is
// the key under which a journal holds its outcome.
type Unit struct {
	CellID     string
	FirstTrial uint64
	Trials     uint64
	FirstQuery uint64 // of each trial
	Queries    uint64 // of each trial
}

// QueriesPerTrial returns the queries each filter of c gets.
func (c *Cell) QueriesPerTrial() uint64 { return c.Queries / c.Trials }

// TrialsPerRow returns how many consecutive trials share a row of counts.csv.
func (c *Cell) TrialsPerRow() uint64 { return (c.Trials-1)/MaxRows + 1 }

// Rows returns the number of rows that c has in counts.csv.
func (c *Cell) Rows() uint64 { return (c.Trials-1)/c.TrialsPerRow() + 1 }

// Units returns the work of c in order. Small trials are bundled, within their
// row, until a unit has about ChunkQueries insertions and queries; long ones
// are cut into chunks.
func (c *Cell) Units() []Unit {
	var units []Unit
	for row := range c.Rows() {
		units = append(units, c.RowUnits(row)...)
	}
	return units
}

// RowUnits returns the work of one row, 0 <= row < Rows().
func (c *Cell) RowUnits(row uint64) []Unit {
	var units []Unit
	first := row * c.TrialsPerRow()
	end := min(first+c.TrialsPerRow(), c.Trials)
	if c.QueriesPerTrial() > ChunkQueries {
		for t := first; t < end; t++ {
			units = append(units, c.chunks(t)...)
		}
		return units
	}
	step := c.bundle()
	for t := first; t < end; t += step {
		units = append(units, Unit{c.ID, t, min(step, end-t), 0, c.QueriesPerTrial()})
	}
	return units
}

// TrialUnits returns the work of c with every trial in units of its own, for
// those who want each trial's counts.
func (c *Cell) TrialUnits() []Unit {
	if c.QueriesPerTrial() > ChunkQueries {
		return c.Units()
	}
	units := make([]Unit, c.Trials)
	for t := range units {
		units[t] = Unit{c.ID, uint64(t), 1, 0, c.QueriesPerTrial()}
	}
	return units
}

// bundle returns the number of trials of about one chunk's work together.
func (c *Cell) bundle() uint64 {
	work := c.QueriesPerTrial() + c.N
	return max(1, ChunkQueries/max(1, work))
}

// chunks cuts the queries of one trial.
func (c *Cell) chunks(trial uint64) []Unit {
	var units []Unit
	all := c.QueriesPerTrial()
	for q := uint64(0); q < all; q += ChunkQueries {
		units = append(units, Unit{c.ID, trial, 1, q, min(ChunkQueries, all-q)})
	}
	return units
}

// Piece is the outcome of one unit. Its Queries are those of all its trials
// together; where the unit is a chunk, FalsePositivesSquared is left 0.
type Piece struct {
	Count
	FirstQuery uint64
}

// Unit returns the unit that p is the outcome of.
func (p *Piece) Unit() Unit {
	return Unit{p.CellID, p.FirstTrial, p.Trials, p.FirstQuery, p.Queries / max(1, p.Trials)}
}
