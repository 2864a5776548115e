package runexp

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/timing"
)

var positiveInfinity = math.Inf(1)

// benchDefaults are what a profile times where the flags do not say.
type benchDefaults struct {
	n         []uint64
	from      []string
	buildFrom []string
	rounds    uint64
	time      time.Duration
	absent    uint64
}

// benchProfile returns the defaults of a profile: smoke is for trying that all
// works, in seconds; standard takes some three minutes (larger n, for a few filters, are
// what make large is for); full some hours.
func benchProfile(profile string) benchDefaults {
	switch profile {
	case experiments.Smoke:
		return benchDefaults{[]uint64{1000}, []string{timing.Digest, timing.Bytes8}, []string{timing.Digest}, 3, 50 * time.Microsecond, 1 << 16}
	case experiments.Full:
		return benchDefaults{[]uint64{1e3, 1e4, 1e5, 1e6, 1e7, 1e8}, timing.Froms(), timing.Froms(), leastRounds, 50 * time.Millisecond, 1 << 24}
	}
	return benchDefaults{[]uint64{1e4, 1e6}, timing.Froms(), []string{timing.Digest}, leastRounds, 5 * time.Millisecond, 1 << 22}
}

// benchSuites makes what is timed, one suite a table.
func (s *call) benchSuites(ctx context.Context, f *benchFlags) ([]*timing.Suite, error) {
	if err := checkProfile("bench", f.profile); err != nil {
		return nil, err
	}
	if f.append && f.again {
		return nil, errors.New("bench: --append and --again: want at most one of them")
	}
	if err := f.oneKind(); err != nil {
		return nil, err
	}
	var err error
	if f.variants, err = splitVariants(f.variantList); err != nil {
		return nil, err
	}
	suite := s.baseSuite(f)
	var suites []*timing.Suite
	switch {
	case f.front:
		suites, err = s.frontSuites(f, *suite)
	case f.audited:
		suites, err = s.auditedSuites(ctx, f, *suite)
	case len(f.goals.words) > 0:
		suites, err = s.goalSuites(f, *suite)
	default:
		suite.Contestants, err = s.contestants(f)
		suites = []*timing.Suite{suite}
	}
	if err != nil {
		return nil, err
	}
	for _, suite := range suites {
		if err := suite.Validate(); err != nil {
			return nil, fmt.Errorf("bench: %w", err)
		}
	}
	return suites, nil
}

// oneKind refuses two kinds of suites at once.
func (f *benchFlags) oneKind() error {
	switch goals := len(f.goals.words) > 0; {
	case f.front && goals:
		return errors.New("bench: --front and --goals: want at most one of them")
	case f.audited && (f.front || goals):
		return errors.New("bench: --audited with --front or --goals: want at most one of them")
	}
	return nil
}

// baseSuite is the suite of the flags without contestants. What the flags leave
// open comes from the profile.
func (s *call) baseSuite(f *benchFlags) *timing.Suite {
	d := benchProfile(f.profile)
	f.defaultTime(d.time)
	if !f.rounds.given {
		f.rounds.value = d.rounds
	}
	list := func(c *choice, otherwise []string) []string {
		if !c.given {
			c.values = otherwise
		}
		return c.values
	}
	all := func(c *choice) []string { return list(c, c.allowed) }
	if !f.n.given {
		f.n.values = d.n
	}
	suite := &timing.Suite{
		N: f.n.values, Ops: all(&f.ops), From: list(&f.from, d.from), BuildFrom: d.buildFrom,
		Figures: all(&f.figures), Caches: all(&f.caches),
		Rounds: int(f.rounds.value), BenchTime: f.time.time, FixedOps: f.time.ops, Pool: f.pool.value, Absent: d.absent, Seed: f.seed.value,
	}
	if f.from.given {
		suite.BuildFrom = suite.From
	}
	all(&f.hits)
	all(&f.goroutines)
	suite.Hits, suite.Goroutines = f.hits.numbers(), f.goroutines.numbers()
	return suite
}

// benchFits refuses what the memory cannot hold.
func (s *call) benchFits(f *benchFlags, suites []*timing.Suite) error {
	e := effort{memory: f.memory}
	budget := e.budget()
	for _, suite := range suites {
		for _, n := range suite.N {
			x, err := suite.Estimate(n)
			if err != nil {
				return fmt.Errorf("bench: %w", err)
			}
			if x.Bytes > budget {
				return fmt.Errorf("bench: --memory %s: n = %d takes about %s; want more memory, fewer variants or a smaller -n", formatBytes(budget), n, formatBytes(x.Bytes))
			}
		}
	}
	return nil
}

// printBenchPlan prints what would be timed and about how long it takes.
func (s *call) printBenchPlan(f *benchFlags, suites []*timing.Suite) error {
	g := grid{header: []string{"n", "contestants", "rows", "not_possible", "samples", "seconds", "memory"}}
	seconds := 0.0
	for _, suite := range suites {
		for _, n := range suite.N {
			x, err := suite.Estimate(n)
			if err != nil {
				return fmt.Errorf("bench: %w", err)
			}
			seconds += x.Seconds
			g.rows = append(g.rows, []string{timing.Count(n), fmt.Sprint(len(suite.Contestants)), fmt.Sprint(x.Rows), fmt.Sprint(x.Missing), fmt.Sprint(x.Samples), fmt.Sprintf("%.0f", x.Seconds), formatBytes(x.Bytes)})
		}
	}
	if err := g.write(s.out, "table"); err != nil {
		return err
	}
	_, err := fmt.Fprintf(s.out, "\nabout %.0f seconds in %d rounds, more where the machine is busy and blocks are repeated\n", seconds, f.rounds.value)
	return err
}
