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

// leastTrials is how many filters a cell has at least, to choose from: benchstat
// compares samples of ten lines or more. Of a few filters the spread observed is
// uncertain, which the interval pays for with queries: a third more at ten than
// at sixty. So the cheapest of these is taken, filters and queries together.
var leastTrials = [...]uint64{10, 14, 20, 32, 48, 64}

// maxRows is the number of rows of counts.csv that a cell's trials fill at most.
const maxRows = 64

// setEffort chooses the cell's trials and queries.
func (c *Cell) setEffort(g *experiments.Grid, profile *Profile) error {
	trials, each := uint64(shownTrials), uint64(shownQueries)
	if c.Row.Expect != experiments.None {
		d := c.design(g, profile)
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

// A run of hundreds of cells that each miss one time in a hundred would now and
// then have an undecided one. Where it takes no more than this, a cell misses ten
// times as rarely.
const (
	cheapSeconds = 1
	cheapBeta    = Beta / 10
)

// design returns the cheapest way to reach the verdict that the profile wants.
func (c *Cell) design(g *experiments.Grid, profile *Profile) stats.Design {
	d, cost := c.cheapest(g, profile, cheapBeta)
	if cost > cheapSeconds {
		d, _ = c.cheapest(g, profile, Beta)
	}
	return d
}

// cheapest returns the design of the least cost in core-seconds, and that.
func (c *Cell) cheapest(g *experiments.Grid, profile *Profile, beta float64) (best stats.Design, least float64) {
	goal := stats.Goal{
		FPR: c.Row.TheoryFPR, SD: c.Row.TheoryFPRSD, ModelError: c.Row.ModelError, Tolerance: c.Row.Tolerance,
		Alpha: Alpha, Beta: beta, FamilySize: profile.Family,
		BuildSeconds: c.Cost.TrialSeconds, QuerySeconds: c.Cost.QuerySeconds, LeastQueries: 10_000,
	}
	least = math.Inf(1)
	for _, trials := range leastTrials {
		goal.LeastTrials = max(trials, g.Trials)
		d := goal.Design()
		cost := float64(wholeRows(d.Trials)) * (goal.BuildSeconds + float64(roundUp(d.QueriesPerTrial))*goal.QuerySeconds)
		if cost < 0.99*least { // not for a trifle
			best, least = d, cost
		}
	}
	return best, least
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
	each := max(ceilDiv(trials, maxRows), 1) // a row
	return max(ceilDiv(trials, each), 1) * each
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
