package audit

import (
	"math"
	"time"
)

// What it takes to decide a cell, and what is spent on one.
const (
	// sure is how many standard deviations the hits must be away from the edge of what is
	// let pass: 4.3 are the interval's, at the confidence that a table of some 500 cells
	// leaves to each, and 1.3 more let nine in ten such cells be decided.
	sure = 4.3 + 1.3

	// slack is how far a rate may be from the formula while nobody minds: a cell
	// whose rate is that far away is to be decided still.
	slack = 0.02

	// closest is the nearest that the edge of a promise may be to the rate of theory for
	// queries to be spent on telling them apart.
	closest = 0.01

	patience = 400_000_000           // queries of a cell, all filters together
	perQuery = 200 * time.Nanosecond // that a query beyond most adds to a cell's limit
	built    = 10_000_000            // keys added in a cell, all filters together
)

// Enough returns c with as many queries, and filters where they differ, as decide it if
// the library does what is expected of it. A cell that would take more than patience stays as
// it is, and so do those that are not about a rate: of the nearly empty filter, and of
// the race detector.
//
// Hits x decide where sure/sqrt(x) is at most the relative distance between rate and
// edge. Filters whose rates have the standard deviation s and that are asked q queries
// each count as 1 + q s^2/rate times fewer (see Row.Judge), so that there must be more of
// them than x (s/rate)^2: twice as many are taken.
func (c Cell) Enough(e Expected) Cell {
	rate, distance := e.edge()
	if c.Check == "large" || c.Check == "race-detector" || !(rate > 0) {
		return c
	}
	hits := math.Pow(sure/distance, 2)
	trials, total := float64(c.Trials), hits/rate
	if spread := hits * math.Pow(e.TheorySD/rate, 2); spread > 0 {
		if c.Keys != "sequential" && c.Jobs == 1 { // otherwise all trials would be one
			trials = max(trials, math.Ceil(2*spread))
		}
		total /= 1 - spread/trials
	}
	if !(total > 0 && total <= patience) || trials > float64(c.Trials) && trials*float64(c.N) > built {
		return c
	}
	if least := float64(c.Trials * c.Queries); total > least || trials > float64(c.Trials) {
		c.Trials, c.Queries = uint64(trials), uint64(math.Ceil(max(total, least)/trials))
	}
	return c
}

// Patience is the limit of c's processor time: limit, and something for every query that
// a cell has only since so many decide; a library that is asked much does not hang. It is in
// whole seconds: a row of the record names it.
func (c Cell) Patience(limit time.Duration) time.Duration {
	total := c.Trials * c.Queries
	return (limit + time.Duration(total-min(total, most+c.Trials))*perQuery).Round(time.Second)
}

// edge returns the rate to expect, NaN where nothing is known, and its relative distance
// from the nearest edge of what is let pass.
func (e Expected) edge() (rate, distance float64) {
	distance = Tolerance - slack
	if !(e.Theory > 0) {
		return e.Promise, distance
	}
	if e.Promise > 0 {
		distance = min(distance, max(closest, math.Abs(e.Promise*(1+Tolerance)/e.Theory-1)))
	}
	return e.Theory, distance
}
