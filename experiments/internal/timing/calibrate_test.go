package timing

import (
	"testing"
	"time"
)

// steady takes 10 ns an operation, by a clock of its own, but for one sample in which
// the machine stalls for a second.
type steady struct {
	now     int64
	samples int
	stalls  int // the number of that sample; none is 0
}

func (w *steady) Now() int64         { return w.now }
func (w *steady) CPU() (int64, bool) { return w.now, true }
func (w *steady) granule() uint64    { return 8 }
func (w *steady) fixed() uint64      { return 0 }

func (w *steady) run(t timer, ops uint64) {
	w.samples++
	t.StartTimer()
	w.now += 10 * int64(ops)
	if w.samples == w.stalls {
		w.now += int64(time.Second)
	}
	t.StopTimer()
}

// TestCalibrateThroughAStall: a stall in any of the samples of a calibration leaves the
// operations that a quiet machine would be given: a millisecond's, at 10 ns each.
func TestCalibrateThroughAStall(t *testing.T) {
	quiet := 0
	for stalls := 0; stalls <= quiet; stalls++ {
		w := &steady{stalls: stalls}
		r := &runner{suite: &Suite{BenchTime: time.Millisecond}, clock: w}
		b := &bench{work: w}
		r.calibrate(b)
		if stalls == 0 {
			quiet = w.samples
		}
		if b.ops < 99_000 || b.ops > 101_000 {
			t.Errorf("sample %d of %d stalls: %d operations, want 100000", stalls, quiet, b.ops)
		}
	}
	if quiet < 3 {
		t.Errorf("%d samples", quiet)
	}
}
