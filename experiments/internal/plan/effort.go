package plan

import (
	"fmt"
	"math"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/stats"
)

// The effort of cells whose rate is shown and not gated.
const (
	shownTrials  = 10
	shownQueries = 100_000 // a trial
)

// leastTrials is how many filters a cell has at least: benchstat compares
// samples of ten lines or more.
const leastTrials = 10

// maxRows is the number of rows of counts.csv that a cell's trials fill at most.
const maxRows = 64

// setEffort chooses the cell's trials and queries.
func (c *Cell) setEffort(g *experiments.Grid, profile *Profile) error {
	trials, each := uint64(shownTrials), uint64(shownQueries)
	if c.Row.Expect != experiments.None {
		d := stats.Goal{
			FPR: c.Row.TheoryFPR, SD: c.Row.TheoryFPRSD, ModelError: c.Row.ModelError, Tolerance: c.Row.Tolerance,
			Alpha: Alpha, Beta: Beta, FamilySize: profile.Family,
			BuildSeconds: c.Cost.TrialSeconds, QuerySeconds: c.Cost.QuerySeconds,
			LeastTrials: max(leastTrials, g.Trials), LeastQueries: 10_000,
		}.Design()
		trials, each = d.Trials, d.QueriesPerTrial
		if each > math.MaxInt64/max(trials, 1) {
			return fmt.Errorf("a rate of %.3g cannot be measured to %.3g; expect none, or take a rate that can", c.Row.TheoryFPR, c.Row.Tolerance)
		}
	}
	trials, each = c.fixed(g, trials, each)
	if c.Repeats() { // more filters would be the same filter
		trials, each = 1, trials*each
	}
	if each > c.absent { // a finite set of keys: split it anew in more trials
		trials, each = ceilDiv(trials*each, c.absent), c.absent
	}
	c.Row.Trials = wholeRows(trials)
	c.Row.Queries = c.Row.Trials * each
	c.total()
	return nil
}

// fixed applies the numbers that a grid insists on.
func (c *Cell) fixed(g *experiments.Grid, trials, each uint64) (uint64, uint64) {
	switch {
	case g.Trials > 0 && g.Queries > 0:
		return g.Trials, g.Queries
	case g.Trials > 0: // as many queries in all
		return g.Trials, roundUp(ceilDiv(trials*each, g.Trials))
	case g.Queries > 0:
		return ceilDiv(trials*each, g.Queries), g.Queries
	}
	return trials, roundUp(each)
}

// wholeRows rounds up so that all rows of counts.csv hold equally many trials.
func wholeRows(trials uint64) uint64 {
	if trials <= maxRows {
		return max(trials, 1)
	}
	return ceilDiv(trials, maxRows) * maxRows
}

// roundUp rounds up to two significant digits: readable, and the same on
// processors whose last bit differs.
func roundUp(x uint64) uint64 {
	unit := uint64(1)
	for x/unit >= 100 {
		unit *= 10
	}
	return ceilDiv(x, unit) * unit
}

func ceilDiv(a, b uint64) uint64 { return a/b + min(a%b, 1) }
