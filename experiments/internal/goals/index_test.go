package goals

import (
	"math"
	"testing"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/record"
)

// Rows of other ways of timing, and samples that do not count, tell nothing of a goal,
// though they stand first in the file: neither as a side nor as its floor.
func TestOtherWaysOfTiming(t *testing.T) {
	for name, change := range map[string]func(t *record.Timing){
		"latency":    func(t *record.Timing) { t.Figure = "latency" },
		"cold":       func(t *record.Timing) { t.Cache = "cold" },
		"two":        func(t *record.Timing) { t.Goroutines = 2 },
		"short":      func(t *record.Timing) { t.Warnings = "clock=0.02 short=0.1" },
		"superseded": func(t *record.Timing) { t.Status = record.StatusSuperseded },
	} {
		other := func(t *record.Timing) { t.Name += "/other"; change(t) }
		var p planted
		p.add("ContainsBatch", mine, "0", 10, 1000, other)
		p.add("Contains", theirs, "0", 10, 1, other)
		p.control("ContainsBatch", "0", 0.1)
		p.add("ContainsBatch", mine, "0", 10, 10, nil)
		p.add("Contains", theirs, "0", 10, 20, nil)
		for aa, ns := range map[string]float64{"a": 50, "b": 500} {
			p.add("ContainsBatch", "control/scheme=x/bpk=1", "0", 10, ns, func(t *record.Timing) { other(t); t.AA = aa; t.Name += "/aa=" + aa })
		}
		got := one(t, goal(1.5), p.rows)
		if got.Verdict != record.GoalMet || got.Rounds != 10 || got.Ratio != 2 || math.Abs(got.Floor-0.0909091) > 1e-6 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// Where every sample of the control was short, nothing shows the noise.
func TestFloorOfShortSamplesAlone(t *testing.T) {
	var p planted
	p.control("ContainsBatch", "0", 0.1)
	for i := range p.rows {
		p.rows[i].Warnings = "short=0.1"
	}
	p.add("ContainsBatch", mine, "0", 10, 10, nil)
	p.add("Contains", theirs, "0", 10, 20, nil)
	if got := one(t, goal(1.5), p.rows); got.Verdict != record.GoalUndecided || got.Why != "no pair of equal filters shows the noise of this operation" || !math.IsNaN(got.Floor) {
		t.Errorf("%+v", got)
	}
}

// A side that is a control is the mean of its two rows in each round.
func TestControlAsASide(t *testing.T) {
	var p planted
	for aa, ns := range map[string]float64{"a": 8, "b": 12} {
		p.add("ContainsBatch", mine, "0", 10, ns, func(t *record.Timing) { t.AA = aa; t.Name += "/aa=" + aa })
	}
	p.add("Contains", theirs, "0", 10, 20, nil)
	if got := one(t, goal(1.2), p.rows); got.Ratio != 2 || math.Abs(got.Floor-1.0/3) > 1e-6 || got.Verdict != record.GoalMet {
		t.Errorf("%+v", got)
	}
}

// The other filter may lose keys as well; and rates are unlike only where their
// intervals at 99 % lie apart: 10,000 and 10,420 hits in a million do not (+- 257 each),
// 10,600 do.
func TestUnlikeSides(t *testing.T) {
	judged := func(ours, other func(t *record.Timing)) record.Goal {
		var p planted
		p.control("ContainsBatch", "0", 0.01)
		p.add("ContainsBatch", mine, "0", 10, 10, ours)
		p.add("Contains", theirs, "0", 10, 20, other)
		return one(t, goal(1.5), p.rows)
	}
	if got := judged(nil, func(t *record.Timing) { t.FalseNegatives = 2 }); got.Verdict != record.GoalIncomparable || got.Why != "the other lost 2 keys" {
		t.Errorf("%s: %s", got.Verdict, got.Why)
	}
	for hits, want := range map[uint64]string{10_420: record.GoalMet, 10_600: record.GoalIncomparable} {
		if got := judged(func(t *record.Timing) { t.FalsePositives = hits }, nil); got.Verdict != want || got.OursFPR != float64(hits)/1e6 {
			t.Errorf("%d hits: %+v", hits, got)
		}
	}
}

// Of a goal without assembly the floor is the larger of both programs, and their files
// answer for no other goal.
func TestPortableFilesApart(t *testing.T) {
	var ours, other planted
	ours.control("ContainsBatch", "0", 0.02)
	ours.add("ContainsBatch", mine, "0", 10, 30, nil)
	other.control("Contains", "0", 0.25)
	other.add("Contains", theirs, "0", 10, 20, nil)
	g := goal(0.5)
	g.Portable = "yes"
	files := []File{{PortableFile, append(ours.rows, other.rows...)}, {AssemblyFile, append(other.rows, ours.rows...)}}
	got := Judge([]experiments.Goal{g, goal(0.5)}, files)
	if len(got) != 2 || math.Abs(got[0].Floor-0.2) > 1e-6 || got[0].Verdict != record.GoalMet || got[1].Verdict != record.GoalUntimed {
		t.Errorf("%+v", got)
	}
}
