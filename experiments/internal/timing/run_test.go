package timing

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/builtin"
)

// ticks is a clock that moves on by a step at every reading, so that what is
// computed from times is the same everywhere. Several goroutines may read it.
type ticks struct {
	now  atomic.Int64
	step int64
}

func (c *ticks) Now() int64         { return c.now.Add(c.step) }
func (c *ticks) CPU() (int64, bool) { return c.now.Load(), true }

// caches are the states that a test goes through: emptying them takes long under
// the race detector.
func caches() []string {
	if testing.Short() {
		return []string{Warm}
	}
	return []string{Warm, Cold}
}

// named returns the variants of those names.
func named(t testing.TB, names ...string) []Contestant {
	t.Helper()
	var out []Contestant
	for _, v := range builtin.Variants() {
		for _, name := range names {
			if v.Name == name {
				out = append(out, Contestant{Variant: v, Words: []string{"fpr=0.01"},
					Config: variants.Config{FPR: 0.01, Scheme: hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Double}}})
			}
		}
	}
	if len(out) != len(names) {
		t.Fatalf("found %d of %v", len(out), names)
	}
	return out
}

// suite asks for everything at a small n.
func suite(t testing.TB, names ...string) *Suite {
	return &Suite{Contestants: named(t, names...), N: []uint64{500}, Ops: Ops(), From: Froms(), BuildFrom: Froms(), Hits: []int{0, 50, 100},
		Figures: []string{Throughput, Latency}, Caches: []string{Warm}, Goroutines: []int{1},
		Rounds: 2, FixedOps: 512, Pool: 1024, Seed: 1}
}

// run returns all rows of s under clock.
func run(t testing.TB, s *Suite, o Options) (all []record.Timing, sizes []record.TimingSize) {
	t.Helper()
	o.OnSize = func(rows []record.Timing, size record.TimingSize) error {
		all, sizes = append(all, rows...), append(sizes, size)
		return nil
	}
	if _, err := Run(context.Background(), s, o); err != nil {
		t.Fatal(err)
	}
	return all, sizes
}

// Every row that can be timed has one sample a round, every other one row with the
// reason (FF-71), the control has two (FF-53), and all go through the CSV unchanged.
func TestEveryRowHasItsSamples(t *testing.T) {
	s := suite(t, "classic", "cuckoo", "counting")
	s.Caches, s.Goroutines = caches(), []int{1, 2}
	all, _ := run(t, s, Options{Clock: &ticks{step: 1000}})
	planned, err := s.Rows(500)
	if err != nil {
		t.Fatal(err)
	}
	counted := map[string]int{}
	for i := range all {
		r := &all[i]
		if r.Status == record.StatusOK {
			counted[r.Name]++
			if !(r.NSPerOp > 0) || r.Ops == 0 {
				t.Errorf("%s: %v ns, %d ops", r.Name, r.NSPerOp, r.Ops)
			}
		} else if r.Round == 0 && (r.Ops != 0 || !math.IsNaN(r.NSPerOp)) {
			t.Errorf("%s: %s, and yet %d ops", r.Name, r.Status, r.Ops)
		}
	}
	seen := map[string]bool{}
	for i := range planned {
		name := s.Name(&planned[i])
		if seen[name] {
			t.Errorf("%s: planned twice", name)
		}
		seen[name] = true
		want := 2
		if planned[i].Missing != "" {
			want = 0
		}
		if counted[name] != want {
			t.Errorf("%s: %d samples that count, want %d", name, counted[name], want)
		}
	}
	data, err := record.EncodeTimings(all)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := record.DecodeTimings("x.csv", data); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{"NaN", "Inf"} {
		if strings.Contains(string(data), bad) {
			t.Errorf("%s in the CSV", bad)
		}
	}
}

// A run that is interrupted hands over what it has: of every row the samples of the
// rounds before, and of the round in work those that were taken.
func TestInterruptedRun(t *testing.T) {
	s := suite(t, "classic")
	s.Ops, s.Rounds = []string{Contains, ContainsBatch}, 5
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	rounds := map[string]uint64{}
	calls := 0
	_, err := Run(ctx, s, Options{Clock: &ticks{step: 1000},
		OnProgress: func(done, all uint64) {
			if done > all/2 {
				cancel()
			}
		},
		OnSize: func(rows []record.Timing, size record.TimingSize) error {
			calls++
			for i := range rows {
				if rows[i].Status == record.StatusOK {
					rounds[rows[i].Name]++
				}
			}
			return nil
		}})
	if !errors.Is(err, context.Canceled) || calls != 1 || len(rounds) == 0 {
		t.Fatalf("%v after %d calls with %d rows", err, calls, len(rounds))
	}
	for name, n := range rounds {
		if n < 2 || n > 3 {
			t.Errorf("%s: %d samples, want 2 or 3 of 5", name, n)
		}
	}
}

// The facts are counts: equal in both rows of the control and in two runs, and
// those of a filter that loses no key and errs at the rate it was sized for. 1 % of
// 100,000 with 500 keys: the bounds are 10 standard deviations of both variances.
func TestFactsAreCounted(t *testing.T) {
	s := suite(t, "classic", "blocked")
	s.Ops, s.Absent = []string{Contains, Save}, 100_000
	first, _ := run(t, s, Options{Clock: &ticks{step: 1000}})
	second, _ := run(t, s, Options{Clock: &ticks{step: 77}})
	facts := map[string]record.Timing{}
	for _, r := range first {
		facts[r.Name] = r
	}
	for _, r := range second {
		a := facts[r.Name]
		if a.FalsePositives != r.FalsePositives || a.Queries != r.Queries || a.BitsPerKey != r.BitsPerKey && r.Variant != "" || a.BytesPerOp != r.BytesPerOp {
			t.Errorf("%s: %d/%d, %v bits, %d B; before %d/%d, %v, %d", r.Name, r.FalsePositives, r.Queries, r.BitsPerKey, r.BytesPerOp,
				a.FalsePositives, a.Queries, a.BitsPerKey, a.BytesPerOp)
		}
		if b, ok := facts[strings.Replace(r.Name, "aa=a", "aa=b", 1)]; r.AA == "a" && (!ok || b.FalsePositives != r.FalsePositives) {
			t.Errorf("%s: the control's other row differs", r.Name)
		}
		if r.Variant == "" {
			continue
		}
		if r.FalseNegatives != 0 || r.Queries != 100_000 || r.FalsePositives < 600 || r.FalsePositives > 1400 {
			t.Errorf("%s: %d false negatives, %d of %d false positives", r.Name, r.FalseNegatives, r.FalsePositives, r.Queries)
		}
		if r.Op == Contains && r.BytesPerOp != 0 {
			t.Errorf("%s: allocates %d bytes", r.Name, r.BytesPerOp)
		}
	}
}

// The benchmark file reads back with the names and units it was written with, for
// any number of processors; no name ends in -digits (FF-58).
func TestTextReadsBack(t *testing.T) {
	all, _ := run(t, suite(t, "classic", "cuckoo"), Options{Clock: &ticks{step: 1000}})
	for _, procs := range []int{1, 8, 16} {
		config := []benchfmt.Config{{Key: "goos", Value: []byte("linux"), File: true}, {Key: "machine", Value: []byte("x-2-cores"), File: true}}
		text, err := Text(all, procs, config)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]int{}
		for _, r := range all {
			if r.Status == record.StatusOK {
				want[r.Name]++
			}
		}
		reader := benchfmt.NewReader(bytes.NewReader(text), "x.txt")
		for reader.Scan() {
			switch x := reader.Result().(type) {
			case *benchfmt.SyntaxError:
				t.Fatal(x)
			case *benchfmt.Result:
				if x.GetConfig("machine") != "x-2-cores" {
					t.Errorf("configuration %v", x.Config)
				}
				name := x.Name.Full()
				base, parts := x.Name.Parts()
				if procs > 1 {
					parts = parts[:len(parts)-1] // the number of processors
					name = name[:bytes.LastIndexByte(name, '-')]
				}
				want[string(name)]--
				for _, p := range parts {
					if !bytes.Contains(p, []byte("=")) {
						t.Fatalf("%s %s: part %s is not key=value", base, name, p)
					}
				}
				if _, ok := x.Value("sec/op"); !ok {
					t.Errorf("%s: no time", name)
				}
			}
		}
		for name, left := range want {
			if left != 0 {
				t.Errorf("procs=%d: %s: %d lines too few", procs, name, left)
			}
		}
		if exact := reader.Units().GetAssumption("fpr"); exact == nil {
			t.Error("no assumption about fpr")
		}
		if reader.Units().GetBetter("ns/op") >= 0 {
			t.Error("ns/op: lower is not better")
		}
	}
}

// FF-54: one key and one question leave no figure that is not a number, and a clock
// that does not move leaves an empty cell with the reason.
func TestOneKeyOneQuestion(t *testing.T) {
	s := suite(t, "classic", "blocked", "cuckoo")
	s.N, s.FixedOps, s.Caches = []uint64{1}, 1, caches()
	for _, clock := range []Clock{&ticks{step: 1}, &ticks{step: 0}} {
		all, sizes := run(t, s, Options{Clock: clock})
		data, err := record.EncodeTimings(all)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte("Inf")) || bytes.Contains(data, []byte("NaN")) {
			t.Error("a figure that is no number")
		}
		about := record.TimingFile{SchemaVersion: record.SchemaVersion, Runs: []record.TimingRun{{Sizes: sizes}}}
		if _, err := about.Encode(); err != nil {
			t.Error(err)
		}
		for _, r := range all {
			if r.Round > 0 && math.IsNaN(r.NSPerOp) && !strings.HasPrefix(r.Status, "no time was seen") {
				t.Errorf("%s: no figure and status %q", r.Name, r.Status)
			}
		}
	}
}

// FF-53: the order of a round derives from seed and round number: rounds that are appended
// are the rounds that a longer run has, and no two are in the same order.
func TestOrderOfRounds(t *testing.T) {
	s := suite(t, "classic", "blocked")
	order := func(rounds int, first uint64) [][]string {
		s.Rounds = rounds
		st, err := s.newStage(500)
		if err != nil {
			t.Fatal(err)
		}
		defer st.close()
		var out [][]string
		for i := range uint64(rounds) {
			var names []string
			for _, b := range st.order(first + i) {
				names = append(names, b.facts.Name)
			}
			out = append(out, names)
		}
		return out
	}
	three, again := order(3, 1), order(1, 3)
	if strings.Join(three[2], "\n") != strings.Join(again[0], "\n") {
		t.Error("round 3 depends on the rounds before")
	}
	if strings.Join(three[0], "\n") == strings.Join(three[1], "\n") {
		t.Error("two rounds in the same order")
	}
}

// A block around which the limit moved is timed again, what was timed before stays,
// and a block that does not settle says so; one in quiet is timed once.
func TestLimitThatMoves(t *testing.T) {
	s := suite(t, "classic")
	s.Ops, s.From, s.BuildFrom = []string{Contains}, []string{Digest}, []string{Digest}
	for _, c := range []struct {
		clock    Clock
		attempts uint64
	}{{&ticks{step: 1000}, 1}, {&slowing{ticks: ticks{step: 1000}}, attempts}} {
		st, err := s.newStage(500)
		if err != nil {
			t.Fatal(err)
		}
		r := &runner{suite: s, clock: c.clock}
		for _, b := range st.benches {
			b.ops = 256
		}
		p := newProber(r, st)
		if err := r.block(context.Background(), p, st.benches, 1); err != nil {
			t.Fatal(err)
		}
		if p.size.Repeated != int(c.attempts)-1 || p.size.Unsettled != int(c.attempts)-1 {
			t.Errorf("%+v: want %d repeated and unsettled", p.size, c.attempts-1)
		}
		for _, b := range st.benches {
			last := b.samples[len(b.samples)-1]
			if uint64(len(b.samples)) != c.attempts || last.Attempt != c.attempts || last.Status != record.StatusOK {
				t.Errorf("%s: %d samples, the last is attempt %d: %s", last.Name, len(b.samples), last.Attempt, last.Status)
			}
			if moved := strings.Contains(last.Warnings, "limit-moved="); moved != (c.attempts > 1) {
				t.Errorf("%s: warnings %q", last.Name, last.Warnings)
			}
			if c.attempts > 1 && b.samples[0].Status != record.StatusSuperseded {
				t.Errorf("%s: the first attempt is %s", last.Name, b.samples[0].Status)
			}
		}
		st.close()
	}
}

// slowing is a clock whose every step is longer than the one before.
type slowing struct{ ticks }

func (c *slowing) Now() int64 { c.step += c.step/20 + 1; return c.ticks.Now() }

// FF-49, FF-50: a figure that is no longer than the loop around nothing is marked, as
// is one that the readings of the clock are a part of.
func TestDoubtfulFiguresAreMarked(t *testing.T) {
	s := suite(t, "classic")
	s.FixedOps, s.Ops = 1<<14, []string{Contains}
	all, _ := run(t, s, Options{Clock: &ticks{step: 1}})
	for _, r := range all {
		if reference(r.Op) {
			continue
		}
		for _, want := range []string{"under-0.3ns=", "near-empty-loop=", "clock="} {
			if !strings.Contains(r.Warnings, want) {
				t.Fatalf("%s at %v ns: warnings %q, want %s", r.Name, r.NSPerOp, r.Warnings, want)
			}
		}
	}
}

// A warm question that took less than a quarter of the time asked for is marked where
// it is taken, once; with a number of operations no time is asked for.
func TestShortSamplesAreMarked(t *testing.T) {
	for _, c := range []struct {
		wall  int64
		fixed uint64
		op    string
		want  string
	}{{249, 0, Contains, "short=0.249"}, {250, 0, Contains, ""}, {249, 9, Contains, ""}, {249, 0, Build, ""}} {
		r := &runner{suite: &Suite{BenchTime: 1000, FixedOps: c.fixed}}
		row := record.Timing{Op: c.op, Cache: Warm, Goroutines: 1, Ops: 1000, ElapsedNS: uint64(c.wall), CPUNS: uint64(c.wall), NSPerOp: float64(c.wall), Status: record.StatusOK}
		r.judge(&row, &watch{wall: c.wall, cpu: c.wall})
		if row.Warnings != c.want {
			t.Errorf("%+v: warnings %q", c, row.Warnings)
		}
		again := []record.Timing{row}
		if record.MarkShort(again, 1000); c.fixed == 0 && again[0].Warnings != c.want {
			t.Errorf("%+v: marked again: %q", c, again[0].Warnings)
		}
	}
}

// What only runs: the system's clock, samples chosen by their length.
func TestSystemClock(t *testing.T) {
	s := suite(t, "blocked")
	s.FixedOps, s.BenchTime, s.Caches, s.Goroutines = 0, 20*time.Microsecond, caches(), []int{1, 2}
	all, sizes := run(t, s, Options{})
	if len(all) == 0 || sizes[0].AAPairs == 0 {
		t.Errorf("%d rows, %+v", len(all), sizes)
	}
}

// BenchmarkSuite is the plain door, in blocks: go test -bench Suite/Contains/variant=classic ./experiments/internal/timing
func BenchmarkSuite(b *testing.B) {
	s := suite(b, "classic", "partitioned", "blocked", "counting", "cuckoo", "scalable")
	s.N, s.Pool, s.FixedOps, s.BenchTime, s.BuildFrom = []uint64{10_000, 1_000_000}, 0, 0, time.Second, []string{Digest}
	s.Bench(b)
}
