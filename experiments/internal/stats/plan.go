package stats

import "math"

// Design is how many filters a cell builds and how many queries each of them answers.
type Design struct{ Trials, QueriesPerTrial uint64 }

// Queries returns the queries of all trials together, at most the largest signed 64-bit integer.
func (d Design) Queries() uint64 { return toCount(float64(d.Trials) * float64(d.QueriesPerTrial)) }

// Goal is what a design must reach and what it costs.
type Goal struct {
	FPR, SD                   float64 // predicted mean rate, and its standard deviation between filters
	ModelError, Tolerance     float64 // relative to FPR, ModelError < Tolerance
	Alpha                     float64 // joint level of the family
	Beta                      float64 // largest probability to miss the right verdict
	FamilySize                int     // tests in the family
	BuildSeconds              float64 // to build one filter
	QuerySeconds              float64 // for one query
	LeastTrials, LeastQueries uint64  // never fewer filters, never fewer queries in all; 0 is 1
}

// leastQueriesInAll is the least PlanTrials asks for, so that rates of exactly 0 or 1 are claimed for something.
const leastQueriesInAll = 10_000

// PlanTrials is Goal.Design for a cell without wishes of its own: at least one filter and 10,000 queries in all.
func PlanTrials(fpr, sd, modelError, tolerance, alpha, beta float64, familySize int, buildSeconds, querySeconds float64) Design {
	return Goal{fpr, sd, modelError, tolerance, alpha, beta, familySize, buildSeconds, querySeconds, 1, leastQueriesInAll}.Design()
}

// negligible is the share of the wanted variance that the spread between filters may take in one filter before it counts.
const negligible = 0.05

// Design chooses filters and queries so that a cell, as one of FamilySize tests at the joint level Alpha, is
//
//   - called agrees with probability at least 1-Beta when its rate is within prediction x (1 +- ModelError), and
//   - called deviates with probability at least 1-Beta when it is off by Tolerance,
//
// apart from the false alarms that Alpha allows anyway, Alpha/FamilySize of them for one cell.
//
// Where the spread matters (one filter would owe it more than 5 % of the variance it may have) there are at least ten
// filters, with at most P*/5 queries each, P* = f(1-f)/SD^2; within this the cost Trials x (BuildSeconds + queries x
// QuerySeconds) is least. Elsewhere as few filters as allowed do. The widening by an observed spread
// (Sample.ObservedEffect) is reckoned with.
//
// What cannot be reached (a tolerance not above the model error, a rate of 1e-18) asks for the largest signed 64-bit
// integer. A rate that is 0, 1 or not a number needs only the least.
func (g Goal) Design() Design {
	least := float64(max(g.LeastTrials, 1))
	if !(g.FPR > 0 && g.FPR < 1) {
		return g.atLeast(least, 1, false)
	}
	p := planner{question{g.FPR, g.ModelError, g.Tolerance, perTest(g.Alpha, g.FamilySize)}, g.SD, 1 - g.Beta}
	independent := leastQueries(func(n float64) bool { return p.least(n, 1, 1) >= p.power })
	rho := Correlation(g.FPR, g.SD)
	if math.IsInf(independent, 1) {
		return Design{toCount(least), enough}
	}
	if independent*rho <= negligible {
		return g.atLeast(least, p.queriesEach(least), false)
	}
	// Minimise (F/P + V)(build + P query): P = sqrt(P* build/query), within the rule.
	most := math.Max(1, math.Floor(0.2/rho))
	each := math.Min(most, math.Max(1, math.Ceil(math.Sqrt(g.BuildSeconds/g.QuerySeconds/rho))))
	if math.IsNaN(each) {
		each = most
	}
	trials, each := p.filters(math.Max(least, minTrials), each)
	return g.atLeast(trials, each, true)
}

// atLeast raises a design to the least number of queries, by more filters where their spread matters.
func (g Goal) atLeast(trials, each float64, spread bool) Design {
	if want := float64(g.LeastQueries); trials*each < want {
		if spread {
			trials = math.Ceil(want / each)
		} else {
			each = math.Ceil(want / trials)
		}
	}
	return Design{toCount(trials), toCount(each)}
}

// planner is a question, the spread and the power wanted.
type planner struct {
	question
	sd, power float64
}

// filters finds the least number of filters of so many queries each, and where the least allowed number is more than
// enough, the fewest queries for these.
func (p planner) filters(least, each float64) (trials, queries float64) {
	trials = leastQueries(func(r float64) bool { return p.reached(math.Max(r, least), each) })
	if trials > least {
		return trials, each
	}
	return least, math.Min(each, p.queriesEach(least))
}

// queriesEach is the least number of queries a filter with so many filters.
func (p planner) queriesEach(trials float64) float64 {
	return leastQueries(func(q float64) bool { return p.reached(trials, q) })
}

// reached tells whether so many trials of so many queries have the wanted power.
func (p planner) reached(trials, each float64) bool {
	design := DesignEffect(each, p.f, p.sd)
	if trials < minTrials {
		return p.least(trials*each, design, 1) >= p.power
	}
	return p.average(trials, func(widen float64) float64 { return p.least(trials*each, design, widen) }) >= p.power
}

// least is the smaller of the powers of the two verdicts. A rate inside the model error's band agrees with the least
// probability at one of its ends.
func (p planner) least(n, design, widen float64) float64 {
	low, high := p.f*(1-p.modelError), math.Min(1, p.f*(1+p.modelError))
	agree := math.Min(p.agreePower(low, n, design, widen), p.agreePower(high, n, design, widen))
	return math.Min(agree, p.deviatePower(n, design, widen))
}

// average is the mean power over what the observed spread will do: with a probability of a half it is below the
// predicted one and nothing happens, else the design effect grows by chi-squared over its trials-1 degrees of freedom
// (Wilson and Hilferty's cube of a normal).
func (p planner) average(trials float64, power func(widen float64) float64) float64 {
	const dz = 0.25
	nine := 2 / (9 * (trials - 1))
	sum := 0.5 * power(1)
	for z := dz / 2; z < 5; z += dz {
		root := 1 - nine + float64(z*math.Sqrt(nine))
		sum += float64(normalBetween(z-dz/2, z+dz/2) * power(math.Max(1, root*root*root)))
	}
	return sum
}
