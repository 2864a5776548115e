package goals

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/record"
)

// planted is a file of made timings.
type planted struct{ rows []record.Timing }

// add plants a row of one filter: a base time that every round shifts by the same
// few per cent for all rows, as a slow minute does.
func (p *planted) add(op, who, hits string, rounds int, ns float64, change func(t *record.Timing)) {
	for round := range rounds {
		t := record.Timing{Op: op, N: 1e6, From: "digest", Hits: hits, Figure: "throughput", Cache: "warm", Goroutines: 1, Round: uint64(round + 1),
			NSPerOp: ns * (1 + 0.3*float64(round%3)), FalsePositives: 10_000, Queries: 1e6, BitsPerKey: 10, AllocatedBits: 1e7, Status: record.StatusOK}
		t.Variant, _, _ = strings.Cut(who, "/")
		t.Name = fmt.Sprintf("%s/variant=%s/n=1e6/hits=%s", op, who, hits)
		if change != nil {
			change(&t)
		}
		p.rows = append(p.rows, t)
	}
}

// control plants a pair of equal filters that differ by apart, for the floor.
func (p *planted) control(op, hits string, apart float64) {
	for aa, ns := range map[string]float64{"a": 50, "b": 50 * (1 + apart)} {
		p.add(op, "control/scheme=x/bpk=1", hits, 10, ns, func(t *record.Timing) { t.AA, t.Name = aa, t.Name+"/aa="+aa })
	}
}

// goal is one of ours against theirs.
func goal(faster float64) experiments.Goal {
	return experiments.Goal{ID: "g", Ours: "mine:bits-per-key=10:f=8", Against: "theirs:fpr=0.01", Op: "ContainsBatch", AgainstOp: "Contains",
		From: "digest", Hits: []uint64{0}, N: []uint64{1e6}, Faster: []float64{faster}, Reason: "because"}
}

const (
	mine   = "mine/scheme=x/bpk=10/f=8"
	theirs = "theirs/scheme=y/fpr=0.01"
)

// one judges a single goal of one row.
func one(t *testing.T, g experiments.Goal, rows []record.Timing) record.Goal {
	t.Helper()
	got := Judge([]experiments.Goal{g, goal(1e-9)}, []File{{RivalsFile, rows}})
	if len(got) != 2 {
		t.Fatalf("%d rows", len(got))
	}
	if _, err := record.EncodeGoals(got); err != nil {
		t.Error(err)
	}
	return got[0]
}

// What is planted is found: times ours twice as fast in every round, with an A/A
// floor of 10 %. The rounds themselves are 30 and 60 % apart, which ratios within
// a round do not see.
func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		name        string
		ours, floor float64
		wanted      float64
		rounds      int
		verdict     string
		why         string
	}{
		{"faster than wanted", 10, 0.1, 1.5, 10, record.GoalMet, ""},
		{"just so by the floor", 10, 0.1, 1.81, 10, record.GoalMet, ""}, // 2/1.1 = 1.818
		{"within the floor", 10, 0.1, 1.9, 10, record.GoalUndecided, "within the A/A floor"},
		{"equal, wanted equal", 20, 0.1, 1, 10, record.GoalUndecided, "within the A/A floor"},
		{"below, within the floor", 10, 0.1, 2.1, 10, record.GoalUndecided, "within the A/A floor"},
		{"slower than wanted", 10, 0.1, 2.3, 10, record.GoalMissed, ""},
		{"slower outright", 40, 0.1, 1, 10, record.GoalMissed, ""},
		{"too few rounds", 10, 0.1, 1.5, 4, record.GoalUndecided, "4 rounds: too few for an interval"},
	} {
		var p planted
		p.control("ContainsBatch", "0", c.floor)
		p.add("ContainsBatch", mine, "0", c.rounds, c.ours, nil)
		p.add("Contains", theirs, "0", c.rounds, 20, nil)
		got := one(t, goal(c.wanted), p.rows)
		if got.Verdict != c.verdict || got.Why != c.why || got.Rounds != c.rounds || math.Abs(got.Ratio-20/c.ours) > 1e-5 || math.Abs(got.Floor-0.0909091) > 1e-6 {
			t.Errorf("%s: %+v", c.name, got)
		}
		if reason := got.Verdict == record.GoalMissed || got.Ratio < c.wanted; reason != (got.Reason != "") {
			t.Errorf("%s: reason %q", c.name, got.Reason)
		}
	}
}

// A round that hit one side alone widens the interval, and only then is a goal
// between its ends undecided by it.
func TestInterval(t *testing.T) {
	var p planted
	p.control("ContainsBatch", "0", 0)
	for _, ns := range []float64{5, 8, 10, 12, 20} { // 2 rounds each
		p.add("ContainsBatch", mine, "0", 2, ns, func(t *record.Timing) { t.Round += uint64(ns) * 100; t.NSPerOp = ns })
		p.add("Contains", theirs, "0", 2, 20, func(t *record.Timing) { t.Round += uint64(ns) * 100; t.NSPerOp = 20 })
	}
	got := one(t, goal(1.8), p.rows)
	// Of ten values the second and the ninth hold the median with 97.9 %: ratios 1 1 5/3 5/3 2 2 2.5 2.5 4 4.
	if got.Ratio != 2 || got.RatioLow != 1 || got.RatioHigh != 4 || math.Abs(got.Confidence-0.978516) > 1e-6 {
		t.Errorf("%+v", got)
	}
	if got.Verdict != record.GoalUndecided || got.Why != "the interval holds what is wanted" {
		t.Errorf("%s: %s", got.Verdict, got.Why)
	}
}

// What makes two filters unlike, and what does not.
func TestIncomparable(t *testing.T) {
	for want, change := range map[string]func(t *record.Timing){
		"":                                     func(t *record.Timing) { t.FalsePositives = 10_200 }, // two standard errors, of each
		"fpr of ours 0.011, of the other 0.01": func(t *record.Timing) { t.FalsePositives = 11_000 },
		"bits a key of ours 10.1, of the other 10": func(t *record.Timing) { t.BitsPerKey = 10.1 },
		"ours lost 1 keys":                         func(t *record.Timing) { t.FalseNegatives = 1 },
	} {
		var p planted
		p.control("ContainsBatch", "0", 0.01)
		p.add("ContainsBatch", mine, "0", 10, 10, change)
		p.add("Contains", theirs, "0", 10, 20, nil)
		got := one(t, goal(1.5), p.rows)
		verdict := record.GoalIncomparable
		if want == "" {
			verdict = record.GoalMet
		}
		if got.Verdict != verdict || got.Why != want {
			t.Errorf("%s: %q, want %q", got.Verdict, got.Why, want)
		}
	}
}

// Rows that there are not: of ours, of the other, of a control; samples that do not
// count; and no row of any goal at all.
func TestMissing(t *testing.T) {
	build := func(skip string, change func(t *record.Timing)) []record.Timing {
		var p planted
		if skip != "control" {
			p.control("ContainsBatch", "0", 0.01)
		}
		if skip != "mine" {
			p.add("ContainsBatch", mine, "0", 10, 10, change)
		}
		if skip != "theirs" {
			p.add("Contains", theirs, "0", 10, 20, nil)
		}
		return p.rows
	}
	if got := one(t, goal(1.5), build("control", nil)); got.Verdict != record.GoalUndecided || !strings.HasPrefix(got.Why, "no pair of equal filters") {
		t.Errorf("%+v", got)
	}
	half := func(t *record.Timing) {
		if t.Round > 5 {
			t.Status = record.StatusSuperseded
		}
	}
	if got := one(t, goal(1.5), build("", half)); got.Rounds != 5 || got.Verdict != record.GoalUndecided {
		t.Errorf("%+v", got)
	}
	other := experiments.Goal{ID: "o", Ours: "mine:bits-per-key=10:f=8", Against: "limit", Op: "ContainsBatch", From: "digest", Hits: []uint64{100}, N: []uint64{1e6}, Faster: []float64{1}}
	for _, skip := range []string{"mine", "theirs"} {
		if got := Judge([]experiments.Goal{goal(1), other}, []File{{RivalsFile, build(skip, nil)}}); got != nil {
			t.Errorf("without %s: %+v", skip, got)
		}
	}
	got := Judge([]experiments.Goal{goal(1), other}, []File{{RivalsFile, build("", nil)}})
	if len(got) != 2 || got[0].Verdict != record.GoalMet || got[1].Verdict != record.GoalUntimed || got[1].Why != "not timed, or only in samples too short to count" {
		t.Errorf("%+v", got)
	}
}

// The limit is the faster kernel over as many bytes with one line a key.
func TestLimit(t *testing.T) {
	var p planted
	p.control("ContainsBatch", "0", 0.01)
	p.add("ContainsBatch", mine, "0", 10, 10, nil)
	for name, ns := range map[string]float64{"bytes=1250000/lines=1/kernel=loads": 9, "bytes=1250000/lines=1/kernel=prefetch": 8, "bytes=1250000/lines=7/kernel=prefetch": 2} {
		p.add("Limit", "none", "", 10, ns, func(t *record.Timing) { t.Name, t.Variant, t.Queries = "Limit/"+name+"/n=1e6", "", 0 })
	}
	p.add("Limit", "none", "", 10, 1, func(t *record.Timing) {
		t.Name, t.AllocatedBits = "Limit/bytes=2500000/lines=1/kernel=loads/n=1e6", 2e7
	})
	g := goal(1 / 1.3)
	g.Against, g.Within, g.Faster = experiments.GoalLimit, []float64{1.3}, nil
	if got := one(t, g, p.rows); got.Ratio != 0.8 || got.Verdict != record.GoalMet || !math.IsNaN(got.AgainstFPR) {
		t.Errorf("%+v", got)
	}
}

// A published figure is held against the median of ours and marked.
func TestElsewhere(t *testing.T) {
	var p planted
	p.control("ContainsBatch", "0", 0.01)
	p.add("ContainsBatch", mine, "0", 10, 10, func(t *record.Timing) { t.NSPerOp = 10 })
	g := goal(0)
	g.Against, g.Within, g.Faster, g.NS, g.FPR, g.BitsPerKey, g.Source = "C++", []float64{1.3}, nil, []float64{9}, 0.01, 10, "a paper"
	got := one(t, g, p.rows)
	if got.Machine != record.AnotherMachine || got.Ratio != 0.9 || got.AgainstNS != 9 || got.Verdict != record.GoalMet {
		t.Errorf("%+v", got)
	}
	g.FPR = 0.009
	if got := one(t, g, p.rows); got.Verdict != record.GoalIncomparable {
		t.Errorf("a rate 11 %% above the published one: %+v", got)
	}
}

// Both sides of a goal without assembly are read from files of their own.
func TestPortable(t *testing.T) {
	var ours, other, rivals planted
	ours.control("ContainsBatch", "0", 0.05)
	ours.add("ContainsBatch", mine, "0", 10, 30, nil)
	other.control("Contains", "0", 0.02)
	other.add("Contains", theirs, "0", 10, 20, nil)
	rivals.control("ContainsBatch", "0", 0.01)
	rivals.add("ContainsBatch", mine, "0", 10, 10, nil)
	g := goal(0.5)
	g.Portable = "yes"
	files := []File{{RivalsFile, rivals.rows}, {AssemblyFile, other.rows}, {PortableFile, ours.rows}}
	got := Judge([]experiments.Goal{g}, files)
	if len(got) != 1 || got[0].Portable != "yes" || math.Abs(got[0].Ratio-2.0/3) > 1e-6 || math.Abs(got[0].Floor-0.047619) > 1e-6 || got[0].Verdict != record.GoalMet {
		t.Errorf("%+v", got)
	}
	if got := Judge([]experiments.Goal{g}, files[:2]); got != nil {
		t.Errorf("%+v", got)
	}
}
