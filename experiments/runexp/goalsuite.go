package runexp

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/goals"
	"github.com/filterlab/filterlab/experiments/internal/timing"
	"github.com/filterlab/filterlab/variants"
)

// What bench --goals takes: all pairs that are timed in one program, or one side of
// the goals without assembly, which take two.
const (
	goalsAll      = "all"
	goalsPortable = "portable" // ours
	goalsAssembly = "assembly" // the others
)

var goalSides = []string{goalsAll, goalsPortable, goalsAssembly}

// goalFiles are the names of the files that each of them makes.
var goalFiles = map[string]string{goalsAll: goals.RivalsFile, goalsPortable: goals.PortableFile, goalsAssembly: goals.AssemblyFile}

// checkBuild refuses to time with assembly what should be without, and the reverse.
func checkBuild(side string) error {
	info, ok := debug.ReadBuildInfo()
	pure := ok && slices.Contains(strings.Split(buildSetting(info, "-tags"), ","), "purego")
	switch {
	case side == goalsPortable && !pure:
		return errors.New("bench: --goals=portable: this program has assembly: want one built with -tags purego (make rivals)")
	case side == goalsAssembly && pure:
		return errors.New("bench: --goals=assembly: this program was built with -tags purego, without assembly")
	}
	return nil
}

// longFill is the number of keys from which filling a filter takes so long that it
// is not timed in each of many rounds: a third of them, at least ten, take most of the
// minutes even so.
const longFill = 4_000_000

// goalPlan is what the goals ask of one contestant, item by item of --variant, at one n.
type goalPlan struct {
	items     []string
	asks      map[string][]timing.Ask
	unlimited map[string]bool
}

// goalSuites makes a suite an n of the pairs that the goals want, each row once
// however many goals it serves. Goals of published figures need ours alone.
func (s *call) goalSuites(f *benchFlags, base timing.Suite) ([]*timing.Suite, error) {
	side := f.goals.words[0]
	if err := checkBuild(side); err != nil {
		return nil, err
	}
	picked, err := s.goalsOf(f.variants)
	if err != nil {
		return nil, err
	}
	picked = slices.DeleteFunc(slices.Clone(picked), func(g experiments.Goal) bool { return (g.Portable != "") != (side != goalsAll) })
	if len(picked) == 0 {
		return nil, fmt.Errorf("bench: --goals=%s: no such goal of %s", side, strings.Join(f.variants, ", "))
	}
	var suites []*timing.Suite
	for _, n := range goalSizes(picked, f) {
		suite := base
		suite.N = []uint64{n}
		if n >= longFill {
			suite.FillRounds = max(leastRounds, suite.Rounds/3)
		}
		p := planGoals(picked, n, side)
		for _, item := range p.items {
			c, err := s.contestant(item, f.shape, variants.Params{})
			if err != nil {
				return nil, fmt.Errorf("%w (other people's libraries are in ./peers, by make peers)", err)
			}
			c.Asks, c.Unlimited = p.asks[item], p.unlimited[item]
			suite.Contestants = append(suite.Contestants, c)
		}
		suites = append(suites, &suite)
	}
	return suites, nil
}

// goalsOf returns the goals of ours of those names, all where there are none.
func (s *call) goalsOf(names []string) ([]experiments.Goal, error) {
	if len(s.Goals) == 0 {
		return nil, errors.New("bench: --goals: this program has no goals")
	}
	if len(names) == 0 {
		return s.Goals, nil
	}
	var ours []string
	var picked []experiments.Goal
	for _, g := range s.Goals {
		name, _, _ := strings.Cut(g.Ours, ":")
		if !slices.Contains(ours, name) {
			ours = append(ours, name)
		}
		if slices.Contains(names, name) {
			picked = append(picked, g)
		}
	}
	for _, name := range names {
		if !slices.Contains(ours, name) {
			return nil, fmt.Errorf("bench: --variant %q: with --goals want some of ours in them: %s", name, strings.Join(ours, ", "))
		}
	}
	return picked, nil
}

// goalSizes are the n at which something is timed, rising: those of the flags, or of
// the goals.
func goalSizes(picked []experiments.Goal, f *benchFlags) []uint64 {
	if f.n.given {
		return f.n.values
	}
	var all []uint64
	for i := range picked {
		all = append(all, picked[i].N...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// planGoals collects what is asked at n: of the goals of that n or, where it is that of
// none, of all.
func planGoals(picked []experiments.Goal, n uint64, side string) *goalPlan {
	p := &goalPlan{asks: map[string][]timing.Ask{}, unlimited: map[string]bool{}}
	known := slices.ContainsFunc(picked, func(g experiments.Goal) bool { return slices.Contains(g.N, n) })
	for i := range picked {
		g := &picked[i]
		if known && !slices.Contains(g.N, n) {
			continue
		}
		if side != goalsAssembly {
			p.add(g.Ours, g.Op, g)
		}
		switch {
		case side == goalsPortable:
		case g.Against == experiments.GoalLimit:
			p.unlimited[g.Ours] = false
		case !g.Elsewhere():
			p.add(g.Against, g.AgainstOp, g)
		}
	}
	return p
}

// add asks an item for an operation of a goal.
func (p *goalPlan) add(item, op string, g *experiments.Goal) {
	if !slices.Contains(p.items, item) {
		p.items = append(p.items, item)
		p.unlimited[item] = true
	}
	hits := []int{-1}
	for i, h := range g.Hits {
		hits = append(hits[:i], int(h))
	}
	for _, h := range hits {
		if a := (timing.Ask{Op: op, From: g.From, Hits: h}); !slices.Contains(p.asks[item], a) {
			p.asks[item] = append(p.asks[item], a)
		}
	}
}
