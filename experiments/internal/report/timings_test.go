package report

import (
	"math"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// timed makes the three samples of one row.
func timed(name, variant, op, aa string, n uint64, ns ...float64) []record.Timing {
	var rows []record.Timing
	for i, x := range ns {
		rows = append(rows, record.Timing{Name: op + "/variant=" + name + "/n=" + keysOf(n) + "/hits=0", Op: op, Variant: variant, N: n, From: "digest", Hits: "0",
			Figure: "throughput", Cache: "warm", Goroutines: 1, AA: aa, Round: uint64(i + 1), NSPerOp: x, Lines: x / 4, LimitRatio: x / 2,
			Queries: 1000, FalsePositives: 9, BitsPerKey: 10, Status: record.StatusOK})
		if aa != "" {
			rows[i].Name += "/aa=" + aa
		}
	}
	return rows
}

// sampleTimings are a control, a filter that is half as slow in one doubtful sample
// of three, and one without a batch form.
func sampleTimings() []record.Timing {
	rows := timed("classic/scheme=x", "classic", "Contains", "a", 1e6, 8, 9, 7)
	rows = append(rows, timed("classic/scheme=x", "classic", "Contains", "b", 1e6, 10, 11, 9)...)
	rows = append(rows, timed("blocked/scheme=x", "blocked", "Contains", "", 1e6, 4, 4, 5)...)
	rows[7].Warnings = "clock=0.1"
	rows[8].Status = record.StatusSuperseded
	latency := timed("blocked/scheme=x", "blocked", "Contains", "", 1e6, 40)
	latency[0].Name, latency[0].Figure = latency[0].Name+"/figure=latency", "latency"
	missing := timed("blocked/scheme=x", "blocked", "Remove", "", 1e6, math.NaN())
	missing[0].Status = "blocked cannot remove"
	return append(append(rows, latency...), missing...)
}

func sampleMachines() []Machine {
	missing := math.NaN()
	about := record.TimingFile{SchemaVersion: 1, Name: "standard", MachineID: "some-cpu-2-cores", Runs: []record.TimingRun{{
		Machine: record.Machine{Revision: "abc", GoVersion: "go1.26", Platform: "linux/amd64", CPU: "Some CPU"}, Kernel: "6.1", HugePages: "madvise", Cores: 2,
		BenchTime: "5ms", Rounds: 3, Command: []string{"runexp", "bench"}, Start: "2026-12-02T01:45:47Z",
		Sizes:    []record.TimingSize{{N: 1e6, PoolKeys: 65536, AAPairs: 1, AAMedian: 0.2, AAWorst: 0.25, CPUShare: 0.99, Blocks: 4, Repeated: 1}},
		Warnings: []string{"3 rounds: want at least 10 for a comparison"}}}}
	matched := about
	matched.Name = "matched"
	rows := sampleTimings()
	figure := Figure{Name: "standard-speed", SVG: []byte(drawing), Alt: "two lines", Caption: "Speed by n."}
	return []Machine{{ID: "some-cpu-2-cores", Goals: sampleGoals(), Files: []Timings{
		{About: about, Rows: record.SumTimings(rows), Warnings: record.TimingWarnings(rows), Figures: []Figure{figure}},
		{About: matched, Rows: record.SumTimings(rows), Front: []record.Front{
			{N: 1e6, Match: "fpr", Target: 0.01, Variant: "classic", BitsPerKey: 9.6, FPR: 0.0099, Absent: 16.61, Present: 15.19, Batch: 3.857, BatchAll: 8.9, OnFront: "yes", Status: "ok"},
			{N: 1e6, Match: "bits_per_key", Target: 12, Variant: "xor", BitsPerKey: 9.84, FPR: 0.004, Absent: 5, Present: 5, Batch: missing, BatchAll: missing, OnFront: "no", Status: "bits_per_key is -18 % of the target away"},
		}}}}}
}

// sampleGoals are a goal met at one n and missed at the next, one of another
// machine, one that is not comparable, and one that nobody timed.
func sampleGoals() []record.Goal {
	missing := math.NaN()
	g := record.Goal{Goal: "blocked-batch", Ours: "blocked:bits-per-key=10", Against: "peer-some:fpr=0.01", Op: "ContainsBatch", AgainstOp: "Contains", N: 1e6,
		From: "digest", Hits: "0", Portable: "no", Machine: record.SameMachine, Wanted: 1.5, Rounds: 10, OursNS: 2, AgainstNS: 6, Ratio: 3.012, RatioLow: 2.9,
		RatioHigh: 3.1, Confidence: 0.978516, Floor: 0.02, OursFPR: 0.01, AgainstFPR: 0.01, OursPerKey: 10, AgainstPerKey: 10, Verdict: record.GoalMet}
	larger, limit, portable, cpp, none := g, g, g, g, g
	larger.N, larger.Ratio, larger.Wanted, larger.Verdict = 1e7, 1.2, 2, record.GoalMissed
	limit.Goal, limit.Against, limit.AgainstOp, limit.Wanted, limit.Ratio, limit.Verdict, limit.Reason = "limit", "limit", "ContainsBatch", 1/1.3, 0.7, record.GoalMissed, "Because of the walls."
	portable.Goal, portable.From, portable.Portable, portable.Verdict, portable.OursFPR = "slow", "bytes8", "yes", record.GoalIncomparable, 0.02
	cpp.Goal, cpp.Machine, cpp.Against, cpp.Verdict = "cpp", record.AnotherMachine, "fastfilter: blocked", record.GoalUndecided
	none.Goal, none.Verdict, none.Ratio = "none", record.GoalUntimed, missing
	return []record.Goal{g, larger, limit, portable, cpp, none}
}

// The cells of goals: a row a goal, a column an n, and the reasons below.
func TestGoalParts(t *testing.T) {
	w := catalogue.Default()
	parts := goalParts(w, sampleGoals())
	if len(parts) != 4 || !strings.Contains(parts[0].Text, "1 met, 2 missed, 1 undecided, 1 incomparable, 1 not timed") {
		t.Fatalf("%d parts: %s", len(parts), parts[0].Text)
	}
	for i, want := range map[int]string{
		1: `goal | ours | against | % present | n = 1e6 | n = 1e7
blocked-batch | blocked ContainsBatch | peer-some Contains | 0 | 3.01 (1.5) met | 1.2 (2) missed
limit | blocked ContainsBatch | limit | 0 | 0.7 (1/1.3) missed | 
slow | blocked ContainsBatch, hashing included on both sides, without assembly | peer-some Contains | 0 | 3.01 (1.5) incomparable | `,
		2: `goal | ours | against | % present | n = 1e6
cpp | blocked ContainsBatch | fastfilter: blocked | 0 | 3.01 (1.5) undecided`,
		3: `goals | why
blocked-batch | no reason is known yet
limit | Because of the walls.
slow | not comparable: rates 0.02 and 0.01, bits per key 10 and 10`,
	} {
		var lines []string
		for _, r := range append([][]string{parts[i].Table.Header}, parts[i].Table.Rows...) {
			lines = append(lines, strings.Join(r, " | "))
		}
		if got := strings.Join(lines, "\n"); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
	twice := sampleGoals()[2:3]
	twice = append(twice, twice[0])
	twice[1].Goal = "other-limit"
	if s := goalReasons(w, twice); len(s.Rows) != 1 || s.Rows[0][0] != "limit, other-limit" {
		t.Errorf("one reason of two goals: %q", s.Rows)
	}
	if elsewhere := parts[2].Note; strings.Contains(elsewhere, "over the rounds, of the other's") || !strings.Contains(elsewhere, "without an interval") {
		t.Errorf("a published figure has no rounds: %s", elsewhere)
	}
	if goalParts(w, nil) != nil {
		t.Error("parts of no goals")
	}
}

// The medians, by hand: six samples of the control are 7 to 11, in the middle 9; its
// pair is 8 and 10, apart by a fifth. Of blocked two samples count, 4 and 4.
func TestTimesTable(t *testing.T) {
	w := catalogue.Default()
	file := sampleMachines()[0].Files[0]
	s, same := timesTable(w, file.at(1e6, usualRow))
	var lines []string
	for _, r := range append([][]string{s.Header}, s.Rows...) {
		lines = append(lines, strings.Join(r, " | "))
	}
	want := `filter | operation | ns/op | lines | of the limit | A/A floor | with warnings | fpr | bits_per_key
classic | Contains | 9 | 2.25 | 450 % | 20 % |  | 0.009 | 10
blocked | Contains | 4 | 1 | 200 % | 20 % | 1 of 2 | 0.009 | 10`
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if same != "from digest, % present 0, figure throughput, cache warm, goroutines 1" {
		t.Errorf("the same in all: %s", same)
	}
	if s, _ := timesTable(w, file.at(1e6, everyRow)); len(s.Rows) != 3 || s.Rows[2][2] != "latency" {
		t.Errorf("with all rows: %q", s.Rows)
	}
}

// Times never stand without their machine, and the pages need none.
func TestTimingPages(t *testing.T) {
	for _, lang := range catalogue.Languages() {
		w := words(t, lang)
		m := sampleMachines()
		golden(t, named("machine", lang, ".md"), MachinePage(w, &m[0]))
		index := string(Index(w, []Experiment{sample()}, nil, m))
		if !strings.Contains(index, "(timings/some-cpu-2-cores/"+PageFile(lang)+")") || !strings.Contains(index, "(timings/some-cpu-2-cores/figures/standard-speed.svg)") {
			t.Error("the index lacks the machine's page or its figure")
		}
		if index := string(Index(w, []Experiment{sample()}, nil, nil)); strings.Contains(index, w.Say("timings.intro")) {
			t.Error("a section on timings where there are none")
		}
	}
}
