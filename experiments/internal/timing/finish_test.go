package timing

import (
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// lazy is a filter that makes its table when it is finished. It looks at the timer.
type lazy struct {
	watch           *stopwatch
	added, finished int
	early, untimed  bool
}

// stopwatch says whether it runs.
type stopwatch struct{ on bool }

func (w *stopwatch) StartTimer() { w.on = true }
func (w *stopwatch) StopTimer()  { w.on = false }

func (l *lazy) Add(hashes.Digest) error     { l.added++; return nil }
func (l *lazy) Contains(hashes.Digest) bool { return true }
func (l *lazy) Shape() variants.Shape       { return variants.Shape{} }

func (l *lazy) AddBatch(b *hashes.Batch) (int, error) {
	l.added += b.Len()
	return b.Len(), nil
}

func (l *lazy) Finish() {
	l.finished++
	l.early = l.early || l.added != 300
	l.untimed = l.untimed || !l.watch.on
}

// TestFinishIsTimed: what a filter does with all its keys together is in the time of
// adding and building, once, after the last key.
func TestFinishIsTimed(t *testing.T) {
	for _, op := range []string{Add, AddBatch, Build} {
		w := &stopwatch{}
		filter := &lazy{watch: w}
		l := &list{keys: 300, a: make([]uint64, 300), b: make([]uint64, 300)}
		f := &filling{op: op, n: 300, make: func() (variants.Filter, error) { return filter, nil }, feed: newFeed(l, nil)}
		f.run(w, 300)
		if f.failed != nil || filter.added != 300 || filter.finished != 1 || filter.early || filter.untimed || w.on {
			t.Errorf("%s: %v, %+v", op, f.failed, *filter)
		}
	}
}
