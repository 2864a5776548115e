package measure

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// mixedTasks are cells of all sizes: many tiny trials, some middling ones, and
// one whose queries are shared among workers.
func mixedTasks() []Task {
	double := hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Double}
	independent := hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Independent}
	tasks := []Task{
		uint64Task(double, variants.Config{Capacity: 1, Bits: 10, K: 2}, 1, 300, 20),
		uint64Task(independent, variants.Config{Capacity: 1000, BitsPerKey: 10, K: 7}, 1000, 70, 300),
		uint64Task(double, variants.Config{Capacity: 3000, BitsPerKey: 8, K: 5}, 3000, 1, partKeys+77),
		stubTask(&rules{refuse: func(i uint64) bool { return i%5 == 4 }, find: func(j uint64) bool { return j%3 == 0 }}, true, 2000, 10, 1000),
	}
	for i := range tasks {
		tasks[i].Cell.ID = string(rune('a' + i))
		tasks[i].Canonical = "cell " + tasks[i].Cell.ID
	}
	return tasks
}

// Counts are equal for any number of jobs.
func TestJobsChangeNothing(t *testing.T) {
	want := measured(t, mixedTasks(), Options{Jobs: 1})
	for _, jobs := range []int{2, 7} {
		if got := measured(t, mixedTasks(), Options{Jobs: jobs}); !reflect.DeepEqual(got, want) {
			t.Errorf("jobs=%d: other counts than jobs=1", jobs)
		}
	}
	backwards := mixedTasks()
	slices.Reverse(backwards)
	if got := measured(t, backwards, Options{Jobs: 2}); !reflect.DeepEqual(got, want) {
		t.Error("another order of the cells: other counts")
	}
	one := mixedTasks()[1:2] // a cell alone is what it is among others
	if got := measured(t, one, Options{Jobs: 2}); !reflect.DeepEqual(got, of(want, "b")) {
		t.Error("a cell alone: other counts")
	}
}

func of(pieces []record.Piece, cell string) (some []record.Piece) {
	for _, p := range pieces {
		if p.CellID == cell {
			some = append(some, p)
		}
	}
	return some
}

// stopped runs what is missing from all and cancels after so many units, or in
// the middle of the work after so many reports of progress. What it appends is
// put into all, where a unit counted twice is an error.
func stopped(t *testing.T, tasks []Task, all record.Pieces, jobs, units, reports int) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	appended, reported := 0, 0
	err := Run(ctx, missing(tasks, all), Options{Jobs: jobs,
		Append: func(p record.Piece) error {
			if appended++; appended == units {
				cancel()
			}
			return all.Put(p)
		},
		OnProgress: func(Progress) {
			if reported++; reported == reports {
				cancel()
			}
		},
	})
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}

// missing returns tasks with the units that all does not hold.
func missing(tasks []Task, all record.Pieces) []Task {
	rest := slices.Clone(tasks)
	for i := range rest {
		rest[i].Units = all.Missing([]record.Cell{rest[i].Cell})
		if rest[i].Units == nil {
			rest[i].Units = []record.Unit{}
		}
	}
	return rest
}

func cellsOf(tasks []Task) (cells []record.Cell) {
	for _, t := range tasks {
		cells = append(cells, t.Cell)
	}
	return cells
}

// rows assembles the rows of counts.csv.
func rows(t *testing.T, tasks []Task, all record.Pieces) []record.Count {
	t.Helper()
	counts, err := record.Assemble(cellsOf(tasks), all)
	if err != nil {
		t.Fatal(err)
	}
	return counts
}

// A run that is cancelled again and again, at random points, with changing
// numbers of jobs, comes to the rows of a run in one go.
func TestResumeChangesNothing(t *testing.T) {
	whole := record.Pieces{}
	for _, p := range measured(t, mixedTasks(), Options{Jobs: 2}) {
		if err := whole.Put(p); err != nil {
			t.Fatal(err)
		}
	}
	want := rows(t, mixedTasks(), whole)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2 {
		all, stops := record.Pieces{}, 0
		for len(all.Missing(cellsOf(mixedTasks()))) > 0 {
			stops++
			stopped(t, mixedTasks(), all, 1+rng.IntN(4), 1+rng.IntN(20), 1+rng.IntN(80))
		}
		if stops < 2 {
			t.Errorf("only %d runs: nothing was resumed", stops)
		}
		if got := rows(t, mixedTasks(), all); !reflect.DeepEqual(got, want) {
			t.Error("resumed: other rows than in one go")
		}
	}
}

// The same for the chunks of one huge trial: what is recorded of it is not
// asked again, and the chunks fit together.
func TestChunksOfOneTrial(t *testing.T) {
	if testing.Short() || raceDetector {
		t.Skip("asks 3 * 2^24 questions; the smaller trials of the other tests take the same ways")
	}
	const chunk = record.ChunkQueries
	asked := atomic.Uint64{}
	r := &rules{find: func(j uint64) bool { return j%1000 < 3 }, asked: func(_ *stub, n int) { asked.Add(uint64(n)) }}
	tasks := []Task{stubTask(r, true, 1000, 1, 2*chunk+5000)}
	all := record.Pieces{}
	stopped(t, tasks, all, 2, 1, -1)
	if len(all) < 1 || len(all) > 2 {
		t.Fatalf("%d chunks recorded before the stop, want 1 or 2", len(all))
	}
	rest := uint64(0)
	for _, u := range all.Missing(cellsOf(tasks)) {
		rest += u.Queries
	}
	asked.Store(0)
	stopped(t, tasks, all, 7, -1, -1)
	if got := asked.Load(); got != rest+1000 {
		t.Errorf("%d questions after resuming, want %d and 1000 of members", got, rest)
	}
	got := rows(t, tasks, all)[0]
	want := uint64(0)
	for j := uint64(0); j < 2*chunk+5000; j += 1000 {
		want += min(3, 2*chunk+5000-j)
	}
	if got.Queries != 2*chunk+5000 || got.FalsePositives != want || got.FalsePositivesSquared != want*want || got.Inserted != 1000 {
		t.Errorf("%+v, want %d false positives", got, want)
	}
}

// Filters wait until they fit into the memory allowed, and none starves.
func TestMemoryIsKept(t *testing.T) {
	const queries = 100
	var mu sync.Mutex
	live, most := uint64(0), uint64(0)
	count := map[*stub]int{}
	task := func(bytes, n, trials uint64) Task {
		r := &rules{shape: variants.Shape{Allocated: bytes * 8}}
		r.made = func(f *stub) {
			mu.Lock()
			defer mu.Unlock()
			live += bytes
			most = max(most, live)
		}
		r.asked = func(f *stub, n int) { // after its last question a filter is gone
			mu.Lock()
			defer mu.Unlock()
			if count[f] += n; uint64(count[f]) == 10+queries {
				live -= bytes
			}
		}
		return stubTask(r, true, n, trials, queries)
	}
	var tasks []Task
	for range 20 {
		tasks = append(tasks, task(100, 10, 3), task(60, 10, 3), task(10, 10, 3))
	}
	measured(t, tasks, Options{Jobs: 7, MemoryBytes: 100})
	if live != 0 || most > 100 || most < 100 {
		t.Errorf("at most %d bytes at once and %d at the end, want 100 and 0", most, live)
	}
}

// What can never fit is named before anything runs.
func TestMemoryNeverEnough(t *testing.T) {
	small := stubTask(&rules{made: func(*stub) { t.Error("a filter was made") }}, true, 10, 1, 10)
	large := stubTask(&rules{shape: variants.Shape{Allocated: 8001}}, true, 10, 1, 10)
	large.Cell.ID = "large"
	err := Run(context.Background(), []Task{small, large}, Options{Jobs: 1, MemoryBytes: 1000, Append: func(record.Piece) error { return nil }})
	want := "cell large: one filter of variant stub with n=10 takes 1001 bytes; the memory allowed is 1000 bytes and can never hold it"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
}

// A job that does not fit is passed by at most so many smaller ones.
func TestNobodyStarves(t *testing.T) {
	s := &scheduler{options: Options{MemoryBytes: 100}, free: 50}
	large := &job{subject: &subject{bytes: 100}}
	s.waiting = []*job{large}
	for range 2 * patience {
		s.waiting = append(s.waiting, &job{subject: &subject{bytes: 1}})
	}
	started := 0
	for s.admit() != nil {
		started++
		s.free++ // it is done at once
	}
	if started != patience || s.waiting[0] != large {
		t.Fatalf("%d jobs passed the large one, want %d", started, patience)
	}
	s.free = 100
	if s.admit() != large || s.admit() != nil {
		t.Fatal("the large job does not start alone when there is room")
	}
}

// A run that is cancelled before it starts does nothing; progress ends at all.
func TestCancelAndProgress(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	reason := errors.New("enough")
	cancel(reason)
	untouched := func(record.Piece) error { t.Error("something was measured"); return nil }
	if err := Run(ctx, mixedTasks(), Options{Jobs: 2, Append: untouched}); !errors.Is(err, reason) {
		t.Errorf("error %v, want the cause", err)
	}
	var last Progress
	measured(t, mixedTasks(), Options{Jobs: 3, OnProgress: func(p Progress) {
		if p.Work < last.Work || p.Units < last.Units {
			t.Error("progress went back")
		}
		last = p
	}})
	if last.Work != last.AllWork || last.Units != last.AllUnits || last.Units == 0 {
		t.Errorf("progress ends at %+v", last)
	}
}
