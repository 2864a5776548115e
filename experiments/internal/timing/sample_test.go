package timing

import (
	"bytes"
	"encoding"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// split is work in pieces of known time on the wall and on the processor, by a clock of
// its own.
type split struct {
	now, used, wall, cpu int64
	pieces               int
}

func (w *split) Now() int64         { return w.now }
func (w *split) CPU() (int64, bool) { return w.used, true }
func (w *split) granule() uint64    { return 1 }
func (w *split) fixed() uint64      { return 0 }

func (w *split) run(t timer, _ uint64) {
	for range w.pieces {
		t.StartTimer()
		w.now, w.used = w.now+w.wall, w.used+w.cpu
		t.StopTimer()
	}
}

// A sample's figure is its time on the wall over its operations. It is marked where the
// processor did less than 95 % of that for each goroutine, and where two readings of the
// clock a piece are more than 1 % of it.
func TestSampleIsMarked(t *testing.T) {
	for _, c := range []struct {
		name       string
		work       split
		goroutines int
		clock      float64
		want       string
	}{
		{"quiet", split{wall: 1000, cpu: 960, pieces: 1}, 1, 0, ""},
		{"shared", split{wall: 1000, cpu: 940, pieces: 1}, 1, 0, "cpu-share=0.94"},
		{"two goroutines", split{wall: 1000, cpu: 1940, pieces: 1}, 2, 0, ""},
		{"two on one processor", split{wall: 1000, cpu: 1000, pieces: 1}, 2, 0, "cpu-share=0.5"},
		{"clock", split{wall: 1000, cpu: 1000, pieces: 1}, 1, 6, "clock=0.012"},
		{"hardly any clock", split{wall: 1000, cpu: 1000, pieces: 1}, 1, 4, ""},
		{"ten pieces", split{wall: 100, cpu: 100, pieces: 10}, 1, 0.6, "clock=0.012"},
	} {
		b := &bench{work: &c.work, facts: record.Timing{Op: Contains, Goroutines: c.goroutines}}
		got := (&runner{suite: &Suite{FixedOps: 100}, clock: &c.work, clockCost: c.clock}).sample(b, 100)
		if got.Warnings != c.want || got.NSPerOp != 10 || got.ElapsedNS != 1000 || got.Ops != 100 {
			t.Errorf("%s: %q, %v ns, want %q, 10 ns: %+v", c.name, got.Warnings, got.NSPerOp, c.want, got)
		}
	}
}

// The share of keys that were refused is told with each sample.
func TestRefusedIsAShare(t *testing.T) {
	b := &bench{facts: record.Timing{N: 10}}
	b.of(&instance{refused: map[uint64]bool{1: true, 5: true, 9: true}})
	if b.facts.Warnings != "refused=0.3" {
		t.Errorf("%q", b.facts.Warnings)
	}
}

// Lines of the benchmark file by hand: each figure under its own unit, what was counted
// on the first line alone, and no line for a sample that was superseded.
func TestTextLines(t *testing.T) {
	row := func(ns float64, status string) record.Timing {
		r := record.Timing{Name: "Contains/x=y", Op: Contains, N: 10, Ops: 100, NSPerOp: ns, Queries: 200, FalsePositives: 3, BitsPerKey: 9.5, Status: status}
		r.Hold(2, 4)
		return r
	}
	text, err := Text([]record.Timing{row(6, record.StatusOK), row(77, record.StatusSuperseded), row(8, record.StatusOK)}, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, lines, _ := bytes.Cut(text, []byte("BenchmarkContains/x=y-2 "))
	want := "100 6 ns/op 3 lines 1.5 limit-ratio 0.015 fpr 9.5 bits/key 0 B/op 0 false-negatives\nBenchmarkContains/x=y-2 100 8 ns/op 4 lines 2 limit-ratio\n"
	if string(lines) != want {
		t.Errorf("%s\nwant %s", lines, want)
	}
}

// hungry allocates 64 bytes an operation.
type hungry struct{ sink []byte }

func (h *hungry) granule() uint64 { return 1000 }
func (h *hungry) fixed() uint64   { return 0 }

func (h *hungry) run(t timer, ops uint64) {
	t.StartTimer()
	for range ops {
		h.sink = make([]byte, 64)
	}
	t.StopTimer()
}

func TestAllocatedBytes(t *testing.T) {
	if got := allocated(&hungry{}); got != 64 {
		t.Errorf("%d bytes an operation, want 64", got)
	}
}

// leaver is a filter that keys are taken out of. It looks at the timer.
type leaver struct {
	lazy
	removed int
}

func (l *leaver) Finish() {}

func (l *leaver) Remove(hashes.Digest) bool {
	l.removed++
	l.untimed = l.untimed || !l.watch.on
	return true
}

// Keys are removed while the timer is on, and put in while it is off.
func TestRemovalIsTimed(t *testing.T) {
	w := &stopwatch{}
	filter := &leaver{lazy: lazy{watch: w}}
	l := &list{keys: 300, a: make([]uint64, 300), b: make([]uint64, 300)}
	f := &filling{op: Remove, n: 300, make: func() (variants.Filter, error) { return filter, nil }, feed: newFeed(l, nil)}
	f.run(w, 300)
	if f.failed != nil || filter.added != 300 || filter.removed != 300 || filter.untimed || w.on {
		t.Errorf("%v, %+v", f.failed, *filter)
	}
}

// saved is a filter that can be saved.
type saved struct {
	lazy
	times int
}

func (s *saved) MarshalBinary() ([]byte, error) { s.times++; return []byte("x"), nil }

var _ encoding.BinaryMarshaler = &saved{}

// Save writes the filter each time, Load reads what was written once.
func TestSaveAndLoad(t *testing.T) {
	for op, want := range map[string][2]int{Save: {3, 0}, Load: {1, 3}} {
		loaded := 0
		c := &Contestant{Variant: &variants.Variant{Load: func([]byte, hashes.Scheme) (variants.Filter, error) { loaded++; return nil, nil }}}
		f := &saved{}
		w, err := newSaving(op, c, f, 10)
		if err != nil {
			t.Fatal(err)
		}
		w.run(&meter{}, 30)
		if f.times != want[0] || loaded != want[1] {
			t.Errorf("%s: written %d times, read %d times, want %v", op, f.times, loaded, want)
		}
	}
	if _, err := newSaving(Save, nil, &lazy{}, 10); err == nil || !strings.Contains(err.Error(), "MarshalBinary") {
		t.Errorf("%v", err)
	}
}
