package measure

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments/internal/keys"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/classic"
)

// FF-60, FF-62: a filter that says yes to every tenth absent key has rate 0.1
// exactly, however many members it holds and is asked for.
func TestRateIsOfAbsentQueriesOnly(t *testing.T) {
	both(t, func(t *testing.T, batch bool) {
		r := &rules{find: func(j uint64) bool { return j%10 == 0 }}
		for _, queries := range []uint64{1000, 10_000, 100_000} {
			for _, n := range []uint64{1, 1000} {
				c := measured(t, []Task{stubTask(r, batch, n, 1, queries)}, Options{})[0]
				if c.Queries != queries || c.FalsePositives != queries/10 || c.FalseNegatives != 0 || c.Inserted != n {
					t.Errorf("n=%d: %d of %d, want every tenth of %d", n, c.FalsePositives, c.Queries, queries)
				}
				if c.FalsePositivesSquared != queries/10*queries/10 {
					t.Errorf("n=%d: sum of squares %d", n, c.FalsePositivesSquared)
				}
			}
		}
	})
}

// Every single member that a filter loses is counted, wherever it stands in a
// block, and members are all asked for though nothing but queries is wanted.
func TestFalseNegativesAreCounted(t *testing.T) {
	both(t, func(t *testing.T, batch bool) {
		for _, lost := range []uint64{0, 63, 64, 255, 256, 999} {
			r := &rules{lose: func(i uint64) bool { return i == lost }}
			if c := measured(t, []Task{stubTask(r, batch, 1000, 1, 1)}, Options{})[0]; c.FalseNegatives != 1 {
				t.Errorf("member %d lost: %d false negatives, want 1", lost, c.FalseNegatives)
			}
		}
		r := &rules{lose: func(i uint64) bool { return i%3 == 0 }}
		c := measured(t, []Task{stubTask(r, batch, 1000, 4, 100)}, Options{})[0]
		if c.FalseNegatives != 334 || c.Inserted != 1000 {
			t.Errorf("%d false negatives of %d members, want 334 of 1000", c.FalseNegatives, c.Inserted)
		}
	})
}

// Keys that a full filter refuses are no members: they are neither inserted
// nor missed, and a key that is really lost is still found among them.
func TestRejectedKeysAreNoMembers(t *testing.T) {
	both(t, func(t *testing.T, batch bool) {
		r := &rules{refuse: func(i uint64) bool { return i >= 500 && i%7 == 0 }, lose: func(i uint64) bool { return i == 511 || i == 512 }}
		c := measured(t, []Task{stubTask(r, batch, 1000, 1, 1000)}, Options{})[0]
		// multiples of 7 from 504 to 994: 71; 511 is one of them
		if c.Inserted != 929 || c.Rejected != 71 || c.FalseNegatives != 1 {
			t.Errorf("inserted %d, rejected %d, false negatives %d; want 929, 71, 1", c.Inserted, c.Rejected, c.FalseNegatives)
		}
		if c.Extra["first_rejected"] != 504 || c.Extra["trials_full"] != 1 {
			t.Errorf("extra %v, want first_rejected 504 in 1 trial", c.Extra)
		}
		if c := measured(t, []Task{stubTask(&rules{}, batch, 10, 1, 10)}, Options{})[0]; c.Extra != nil {
			t.Errorf("extra %v where nothing was rejected", c.Extra)
		}
		all := &rules{refuse: func(uint64) bool { return true }}
		c = measured(t, []Task{stubTask(all, batch, 1000, 1, 10)}, Options{})[0]
		if c.Inserted != 0 || c.Rejected != 1000 || c.FalseNegatives != 0 {
			t.Errorf("all refused: inserted %d, rejected %d, false negatives %d", c.Inserted, c.Rejected, c.FalseNegatives)
		}
	})
}

// Churn: the further keys go in before the members and out after them, in
// order, and those that were refused are not removed.
func TestChurn(t *testing.T) {
	both(t, func(t *testing.T, batch bool) {
		var f *stub
		r := &rules{made: func(made *stub) { f = made }, refuse: func(i uint64) bool { return i == 1001 }, deny: func(i uint64) bool { return i == 1005 }}
		task := stubTask(r, batch, 1000, 1, 100)
		task.Cell.Params = "churn=0.3;reduce=fastrange"
		task.Config.Params = variants.Params{"churn": "0.3"}
		task.Variant.New, task.Config.Params["x"] = withoutChurn(t, task.Variant.New), "y"
		c := measured(t, []Task{task}, Options{})[0]
		var want []int64
		for i := int64(1000); i < 1300; i++ {
			want = append(want, i+1)
		}
		for i := range int64(1000) {
			want = append(want, i+1)
		}
		for i := int64(1000); i < 1300; i++ {
			want = append(want, -i-1)
		}
		want = append(want[:1], want[2:]...)       // 1001 was refused
		want = append(want[:1300], want[1301:]...) // and so is not removed
		if len(f.log) != len(want) {
			t.Fatalf("%d operations, want %d", len(f.log), len(want))
		}
		for i := range want {
			if f.log[i] != want[i] {
				t.Fatalf("operation %d is %d, want %d", i, f.log[i], want[i])
			}
		}
		if c.Inserted != 1000 || c.Rejected != 0 || c.FalseNegatives != 1 || c.Extra["churn_rejected"] != 1 {
			t.Errorf("inserted %d, rejected %d, false negatives %d, extra %v; want 1000, 0, 1 (1005 denied), churn_rejected 1",
				c.Inserted, c.Rejected, c.FalseNegatives, c.Extra)
		}
	})
}

// withoutChurn wraps New to see that the harness's parameter does not reach it.
func withoutChurn(t *testing.T, make func(variants.Config) (variants.Filter, error)) func(variants.Config) (variants.Filter, error) {
	return func(c variants.Config) (variants.Filter, error) {
		if c.Params.String() != "x=y" {
			t.Errorf("New got the parameters %q", c.Params)
		}
		return make(c)
	}
}

// splitmix is a hash function of 8-byte keys that any language has in a line.
var splitmix = &hashes.Function{
	Name: "splitmix", Doc: "SplitMix64 of the key and the seed", Paper: "Steele, Lea and Flood 2014", Width: 64,
	Sum64: func(key []byte, seed uint64) uint64 { return hashes.SplitMix64(number.Sum64(key, 0) ^ seed) },
	Sum128: func(key []byte, seed uint64) (a, b uint64) {
		a = hashes.SplitMix64(number.Sum64(key, 0) ^ seed)
		return a, hashes.SplitMix64(a)
	},
}

func uint64Task(scheme hashes.Scheme, c variants.Config, n, trials, perTrial uint64) Task {
	source, err := keys.Parse("uint64", nil)
	if err != nil {
		panic(err)
	}
	c.Scheme = scheme
	return Task{Cell: record.Cell{ID: "0123456789", N: n, Trials: trials, Queries: trials * perTrial},
		Canonical: "an experiment, a cell", Seed: 7, Variant: classic.Variant, Config: c, Keys: source}
}

// The whole way from seed to counts, against an independent program: Python's
// integers, hashlib and sets for trials 0 to 2 of this cell. THESE COUNTS MUST
// NEVER CHANGE.
func TestCountsAgainstAnotherProgram(t *testing.T) {
	task := uint64Task(hashes.Scheme{Function: splitmix, Probing: hashes.Double}, variants.Config{Capacity: 200, Bits: 1000, K: 3}, 200, 3, 5000)
	got := measured(t, []Task{task}, Options{})
	want := []record.Count{
		{Seed: 4959536094193429, FalsePositives: 448, SetBits: 453},
		{Seed: 8609871244505906, FalsePositives: 499, SetBits: 453},
		{Seed: 5019735919980904, FalsePositives: 461, SetBits: 458},
	}
	for i, w := range want {
		if g := got[i]; g.Seed != w.Seed || g.FalsePositives != w.FalsePositives || g.SetBits != w.SetBits || g.SetBitsSquared != w.SetBits*w.SetBits || g.FilterBits != 1000 {
			t.Errorf("trial %d: %+v, want %+v", i, g, w)
		}
	}
}

// A filter of one key, m = 10 and k = 2 independent probes has 2 set bits with
// probability 9/10 and 1 with 1/10, so its mean rate is .9*.04 + .1*.01 = 0.037
// and its second moment .9*.04^2 + .1*.01^2. Five standard deviations.
func TestTinyFiltersAgainstEnumeration(t *testing.T) {
	trials, queries := uint64(5000), uint64(200)
	if raceDetector {
		trials = 640
	}
	task := uint64Task(hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Independent}, variants.Config{Capacity: 1, Bits: 10, K: 2}, 1, trials, queries)
	var row record.Count
	pieces := measured(t, []Task{task}, Options{Jobs: 2})
	if len(pieces) != 64 {
		t.Fatalf("%d pieces, want 64 rows", len(pieces))
	}
	for _, p := range pieces {
		fold(&row, p.Count)
	}
	if row.Trials != trials || row.Queries != trials*queries || row.Inserted != trials || row.FalseNegatives != 0 {
		t.Fatalf("totals %+v", row)
	}
	p := float64(row.FalsePositives) / float64(row.Queries)
	variance := .9*.04*.04 + .1*.01*.01 - .037*.037 // between filters
	sd := math.Sqrt(variance/float64(trials) + .037*(1-.037)/float64(trials*queries))
	if math.Abs(p-.037) > 5*sd {
		t.Errorf("rate %g, want 0.037 +- %g", p, 5*sd)
	}
	bits := float64(row.SetBits) / float64(trials)
	if sd := math.Sqrt(.09 / float64(trials)); math.Abs(bits-1.9) > 5*sd {
		t.Errorf("%g set bits, want 1.9 +- %g", bits, 5*sd)
	}
}

// FF-27: keys with a long common prefix are told apart by a function that reads
// all of a key, and not by one that truncates: the harness shows it.
func TestTruncationShows(t *testing.T) {
	short := *hashes.XXH3
	short.Sum128 = func(key []byte, seed uint64) (a, b uint64) { return hashes.XXH3.Sum128(key[:8], seed) }
	short.Batch = nil
	for _, c := range []struct {
		function  *hashes.Function
		low, high float64
	}{{hashes.XXH3, 0.0087, 0.0113}, {&short, 1, 1}} {
		task := uint64Task(hashes.Scheme{Function: c.function, Probing: hashes.Double}, variants.Config{Capacity: 1000, Bits: 9586, K: 7}, 1000, 1, 100_000)
		task.Keys, _ = keys.Parse("prefixed", nil)
		p := measured(t, []Task{task}, Options{})[0]
		if rate := float64(p.FalsePositives) / float64(p.Queries); rate < c.low || rate > c.high {
			t.Errorf("rate %g, want %g to %g", rate, c.low, c.high)
		}
	}
}

// Keys of a file: members and absent keys are lines, and running out is an
// error before anything runs.
func TestKeysOfAFile(t *testing.T) {
	source, err := keys.Parse("-", strings.NewReader(strings.Repeat("a\nb\nc\nd\ne\n", 2)))
	if err != nil {
		t.Fatal(err)
	}
	task := uint64Task(hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Double}, variants.Config{Capacity: 3, Bits: 1 << 20, K: 7}, 3, 50, 2)
	task.Keys = source
	for _, p := range measured(t, []Task{task}, Options{}) {
		if p.Inserted != 3 || p.FalsePositives != 0 || p.FalseNegatives != 0 {
			t.Errorf("3 members of 5 lines: %+v", p)
		}
	}
	task.Cell.Queries = 50 * 3
	err = Run(context.Background(), []Task{task}, Options{Jobs: 1, Append: func(record.Piece) error { t.Error("something ran"); return nil }})
	if err == nil || !strings.Contains(err.Error(), "5 distinct keys") {
		t.Errorf("error %v, want one that says there are 5", err)
	}
}

// Errors name the cell, and end the run.
func TestErrors(t *testing.T) {
	boom := errors.New("boom")
	r := func() *rules { return &rules{} }
	for name, c := range map[string]struct {
		change func(*Task)
		want   string
	}{
		"add": {func(x *Task) { *x = stubTask(&rules{addError: boom}, false, 10, 1, 10) }, "trial 0: add: boom"},
		"new": {func(x *Task) { x.Variant.New = func(variants.Config) (variants.Filter, error) { return nil, boom } }, "boom"},
		"shape": {func(x *Task) {
			x.Variant.Shape = func(variants.Config, uint64) (variants.Shape, error) { return variants.Shape{}, boom }
		}, "boom"},
		"churn word":  {func(x *Task) { x.Cell.Params = "churn=-1" }, "parameter churn=-1"},
		"churn NaN":   {func(x *Task) { x.Cell.Params = "churn=NaN" }, "parameter churn=NaN"},
		"churn stuck": {func(x *Task) { x.Cell.Params, x.Variant.Can = "churn=1", nil }, "cannot remove"},
		"n":           {func(x *Task) { x.Cell.N = 0 }, "want all of them"},
		"liar":        {func(x *Task) { x.Variant.New = newLiar }, "another number of hits"},
		"counts":      {func(x *Task) { x.Variant.New = newMiscounter }, "AddBatch of 10 keys returned 9 and error <nil>"},
		"built churn": {func(x *Task) { x.Variant.New, x.Cell.Params = newBuilt, "churn=1" }, "takes all its keys at once"},
		"neither":     {func(x *Task) { x.Variant.New = newMute }, "neither Add nor Build"},
	} {
		task := stubTask(r(), false, 10, 1, 10)
		c.change(&task)
		err := Run(context.Background(), []Task{task}, Options{Jobs: 2, Append: func(record.Piece) error { return nil }})
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "cell 0123456789: ") {
			t.Errorf("%s: error %v, want one with %q and the cell", name, err, c.want)
		}
	}
	err := Run(context.Background(), []Task{stubTask(r(), false, 10, 1, 10)}, Options{Jobs: 1, Append: func(record.Piece) error { return boom }})
	if !errors.Is(err, boom) {
		t.Errorf("error %v, want that of Append", err)
	}
}

type liar struct{ batchStub }

func (f liar) ContainsBatch(b *hashes.Batch, hits *variants.Hits) int {
	return f.batchStub.ContainsBatch(b, hits) + 1
}

func newLiar(variants.Config) (variants.Filter, error) {
	return liar{batchStub{&stub{rules: &rules{}}}}, nil
}

type miscounter struct{ batchStub }

func (f miscounter) AddBatch(b *hashes.Batch) (int, error) { return b.Len() - 1, nil }

func newMiscounter(variants.Config) (variants.Filter, error) {
	return miscounter{batchStub{&stub{rules: &rules{}}}}, nil
}

type mute struct{ variants.Filter }

func newMute(variants.Config) (variants.Filter, error) { return mute{}, nil }

// The sums of squares stop at 2^64-1 and say so.
func TestSquaresSaturate(t *testing.T) {
	r := &rules{setBits: 1 << 32}
	if p := measured(t, []Task{stubTask(r, true, 1, 1, 1)}, Options{})[0]; p.SetBitsSquared != math.MaxUint64 || p.Status == record.StatusOK {
		t.Errorf("one trial: %d, status %q", p.SetBitsSquared, p.Status)
	}
	r.setBits = 3 << 30 // its square fits; the sum of two does not
	p := measured(t, []Task{stubTask(r, true, 1, 128, 1)}, Options{})[0]
	if p.Trials != 2 || p.SetBitsSquared != math.MaxUint64 || p.Status == record.StatusOK || p.SetBits != 3<<31 {
		t.Errorf("two trials: %d, status %q", p.SetBitsSquared, p.Status)
	}
}

// The loop over blocks allocates nothing.
func TestLoopAllocatesNothing(t *testing.T) {
	for _, probing := range hashes.Probings() {
		task := uint64Task(hashes.Scheme{Function: hashes.XXH3, Probing: probing}, variants.Config{Capacity: 1000, Bits: 10_000, K: 7}, 1000, 1, 1)
		sub, err := prepare(task)
		if err != nil {
			t.Fatal(err)
		}
		s, w := &scheduler{ctx: context.Background(), options: Options{Jobs: 1}}, new(worker)
		tr, err := s.build(w, sub, 0)
		if err != nil {
			t.Fatal(err)
		}
		got := testing.AllocsPerRun(100, func() {
			_, err1 := w.falsePositives(tr, 0, 256)
			_, err2 := w.missing(tr, 0, 256)
			w.members(tr, 0, 256)
			if err := errors.Join(err1, err2, tr.addBatch(tr.filter.(variants.BatchAdder), 0, &w.batch)); err != nil {
				t.Fatal(err)
			}
		})
		if got != 0 {
			t.Errorf("%s: %v allocations a block", probing, got)
		}
	}
}

// Members, the further keys of a churn and absent keys are different lines.
func TestChurnTakesLinesOfItsOwn(t *testing.T) {
	var text strings.Builder
	for i := range 300 {
		fmt.Fprintf(&text, "line-%03d\n", i)
	}
	source, err := keys.Parse("-", strings.NewReader(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	recording := *number
	recording.Sum128 = func(key []byte, _ uint64) (a, b uint64) { seen[string(key)] = true; return 1, 1 }
	task := stubTask(&rules{}, true, 100, 1, 100)
	task.Keys, task.Cell.Params, task.Config.Scheme.Function = source, "churn=1", &recording
	measured(t, []Task{task}, Options{})
	if len(seen) != 300 {
		t.Errorf("%d lines in use, want all 300", len(seen))
	}
}

// The filter's own seed is the trial's, by label.
func TestFilterSeeds(t *testing.T) {
	task := stubTask(&rules{}, true, 1, 3, 1)
	make, got := task.Variant.New, []uint64(nil)
	task.Variant.New = func(c variants.Config) (variants.Filter, error) {
		got = append(got, c.Seed)
		return make(c)
	}
	for i, p := range measured(t, []Task{task}, Options{}) {
		if want := keys.Derive(keys.TrialSeed(1, "stub", uint64(i)), "filter"); got[i] != want || p.Seed != keys.TrialSeed(1, "stub", uint64(i)) {
			t.Errorf("trial %d: filter seed %d, want %d", i, got[i], want)
		}
	}
}

// A chunk is final only when all members are checked, however early it is done.
func TestChunksWaitForTheCheck(t *testing.T) {
	sub := &subject{Task: Task{Cell: record.Cell{ID: "x", N: partKeys + 1}}}
	units := []record.Unit{{Queries: 10}, {FirstQuery: 10, Queries: 10}}
	q := newInquiry(&trial{subject: sub}, units, func(*worker, record.Piece) error { return nil })
	s := &scheduler{}
	for _, p := range []part{{-1, 0, partKeys}, {0, 0, 10}} {
		if final := s.book(q, p, 3); len(final) != 0 {
			t.Fatalf("%+v: %d chunks are final too early", p, len(final))
		}
	}
	final := s.book(q, part{-1, partKeys, 1}, 1)
	if len(final) != 1 || final[0].FalseNegatives != 4 || final[0].FalsePositives != 3 || final[0].Queries != 10 {
		t.Fatalf("%+v, want chunk 0 with 4 false negatives and 3 false positives", final)
	}
	if final = s.book(q, part{1, 10, 10}, 7); len(final) != 1 || final[0].FirstQuery != 10 || final[0].FalsePositives != 7 {
		t.Fatalf("%+v, want chunk 1 with 7 false positives", final)
	}
}

// The parts of an inquiry are the members and every chunk's queries, each key once
// and in order, in steps of at most partKeys.
func TestPartsCoverTheQuestions(t *testing.T) {
	sub := &subject{Task: Task{Cell: record.Cell{ID: "x", N: 2*partKeys + 1}}}
	units := []record.Unit{{FirstQuery: 5, Queries: partKeys}, {FirstQuery: 7 * partKeys, Queries: partKeys + 3}}
	q := newInquiry(&trial{subject: sub}, units, nil)
	want := []part{{-1, 0, partKeys}, {-1, partKeys, partKeys}, {-1, 2 * partKeys, 1}, {0, 5, partKeys}, {1, 7 * partKeys, partKeys}, {1, 8 * partKeys, 3}}
	var got []part
	for s := new(scheduler); ; {
		p, ok := s.take(q)
		if !ok {
			break
		}
		got = append(got, p)
	}
	if !slices.Equal(got, want) || q.left != len(want) || q.checks != 3 || q.chunks[1].left != 2 {
		t.Errorf("parts %v, want %v; %d left, %d of them checks", got, want, q.left, q.checks)
	}
}

// built is a static filter: the exact set of what it was built from.
type built struct {
	variants.Filter
	has map[uint64]bool
}

func newBuilt(variants.Config) (variants.Filter, error) { return &built{}, nil }

func (f *built) Build(all []hashes.Digest) error {
	f.has = map[uint64]bool{}
	for _, d := range all {
		f.has[d.A] = d.More == nil
	}
	return nil
}
func (f *built) Tries() int                    { return 3 }
func (f *built) Contains(d hashes.Digest) bool { return f.has[d.A] }
func (f *built) Shape() variants.Shape         { return variants.Shape{Bits: 5, Allocated: 64} }

// A Builder gets every member's digest, without a Source even of a lazy scheme.
func TestBuilder(t *testing.T) {
	for _, probing := range []hashes.Probing{hashes.Double, hashes.Independent} {
		task := stubTask(&rules{}, false, 1000, 2, 100)
		task.Variant.New, task.Variant.Can, task.Config.Scheme.Probing = newBuilt, []variants.Ability{variants.CanBuild}, probing
		for _, p := range measured(t, []Task{task}, Options{}) {
			if p.Inserted != 1000 || p.FalseNegatives != 0 || p.FalsePositives != 0 || p.Extra["build_tries"] != 3 || p.AllocatedBits != 64 {
				t.Errorf("%s: %+v", probing, p)
			}
		}
	}
}
