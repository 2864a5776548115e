package goals

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"golang.org/x/perf/benchmath"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/record"
)

// Confidence is that of the interval of a ratio, at least.
const Confidence = 0.95

// File is one file of timings of a machine.
type File struct {
	Name string
	Rows []record.Timing
}

// The names of the files that goals are read off: the run of all pairs, and the two
// sides of goals without assembly, which are programs of their own.
const (
	RivalsFile   = "rivals"
	PortableFile = "rivals-portable" // ours without assembly
	AssemblyFile = "rivals-assembly" // the other, with its own
)

// Files returns those names.
func Files() []string { return []string{RivalsFile, PortableFile, AssemblyFile} }

// Judge holds each goal against the files of one machine: a row an n and a share of
// present keys, in the order of the goals. No file with any of their rows gives nil.
func Judge(all []experiments.Goal, files []File) []record.Goal {
	var rows []record.Goal
	timed := false
	t := index(files)
	for i := range all {
		g := &all[i]
		hits := []string{""}
		for j, h := range g.Hits {
			hits = append(hits[:j], strconv.FormatUint(h, 10))
		}
		for at := range g.N {
			for _, h := range hits {
				row := t.judge(g, at, h)
				timed = timed || row.Verdict != record.GoalUntimed
				rows = append(rows, row)
			}
		}
	}
	if !timed {
		return nil
	}
	return rows
}

// judge is the row of a goal at its n number at.
func (t tables) judge(g *experiments.Goal, at int, hits string) record.Goal {
	nan := math.NaN()
	row := record.Goal{Goal: g.ID, Ours: g.Ours, Against: g.Against, Op: g.Op, AgainstOp: g.AgainstOp, N: g.N[at], From: g.From, Hits: hits,
		Portable: "no", Machine: record.SameMachine, Wanted: record.Round(g.Wanted(at), record.VerdictDigits), OursNS: nan, AgainstNS: nan, Ratio: nan, RatioLow: nan, RatioHigh: nan,
		Confidence: nan, Floor: nan, OursFPR: nan, AgainstFPR: nan, OursPerKey: nan, AgainstPerKey: nan, Note: g.Note}
	if g.Portable != "" {
		row.Portable = "yes"
	}
	p, missing := t.pair(g, at, hits)
	if missing != "" {
		row.Verdict, row.Why = record.GoalUntimed, missing
		return row
	}
	if g.Elsewhere() {
		row.Machine = record.AnotherMachine
	}
	p.facts(g, &row)
	p.compare(&row)
	row.Verdict, row.Why = p.verdict(g, &row)
	if row.Verdict == record.GoalMissed || row.Verdict == record.GoalUndecided && row.Ratio < row.Wanted {
		row.Reason = g.Reason
	}
	return row
}

// compare fills in the ratio and what it can be believed to.
func (p *pair) compare(row *record.Goal) {
	var ours, against, ratios []float64
	for _, round := range p.rounds() {
		a, b := p.ours.at[round], p.against.at[round]
		ours, against, ratios = append(ours, a), append(against, b), append(ratios, b/a)
	}
	row.Rounds, row.Floor = len(ratios), record.Round(p.floor, record.VerdictDigits)
	if len(ratios) == 0 {
		return
	}
	six := func(x float64) float64 { return record.Round(x, record.VerdictDigits) }
	row.OursNS, row.AgainstNS = six(summary(ours).Center), six(summary(against).Center)
	s := summary(ratios)
	if math.IsInf(s.Lo, 0) || math.IsInf(s.Hi, 0) {
		return // so few rounds tell nothing, and one of them may be a stall
	}
	row.Ratio, row.RatioLow, row.RatioHigh, row.Confidence = six(s.Center), six(s.Lo), six(s.Hi), six(s.Confidence)
}

// summary is the median of values with its interval.
func summary(values []float64) benchmath.Summary {
	return benchmath.AssumeNothing.Summary(benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds), Confidence)
}

// verdict is what comes of it all, and why where the ratio does not say.
func (p *pair) verdict(g *experiments.Goal, row *record.Goal) (verdict, why string) {
	if why := p.unlike(g, row); why != "" {
		return record.GoalIncomparable, why
	}
	if math.IsNaN(row.RatioLow) {
		return record.GoalUndecided, fmt.Sprintf("%d rounds: too few for an interval", row.Rounds)
	}
	floor := row.Floor
	if math.IsNaN(floor) {
		return record.GoalUndecided, "no pair of equal filters shows the noise of this operation"
	}
	low, high := row.RatioLow/(1+floor), row.RatioHigh*(1+floor)
	switch {
	case low >= row.Wanted:
		return record.GoalMet, ""
	case high < row.Wanted:
		return record.GoalMissed, ""
	case row.RatioLow >= row.Wanted || row.RatioHigh < row.Wanted:
		return record.GoalUndecided, "within the A/A floor"
	}
	return record.GoalUndecided, "the interval holds what is wanted"
}
