package filtertest_test

import (
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/classic"
)

// whole is a classic filter that sets its bits when it is finished, or asked.
type whole struct {
	*classic.Filter
	config  variants.Config
	waiting []hashes.Digest
	finish  func(w *whole)
}

func (w *whole) Add(d hashes.Digest) error {
	w.waiting = append(w.waiting, d)
	return nil
}

// settle is the work that waits, with a little memory as solving takes.
func (w *whole) settle() {
	taken := make([]hashes.Digest, len(w.waiting))
	copy(taken, w.waiting)
	for _, d := range taken {
		w.Filter.Add(d)
	}
	w.waiting = nil
}

func (w *whole) Contains(d hashes.Digest) bool {
	if w.waiting != nil {
		w.settle()
	}
	return w.Filter.Contains(d)
}

func (w *whole) Finish() { w.finish(w) }

// MarshalBinary is that of a filter that was asked.
func (w *whole) MarshalBinary() ([]byte, error) {
	w.Contains(hashes.Digest{})
	return w.Filter.MarshalBinary()
}

// finishing is the classic variant with filters that finish by that function.
func finishing(finish func(w *whole)) *variants.Variant {
	return wrapped(func(c variants.Config, f *classic.Filter) variants.Filter {
		return &whole{Filter: f, config: c, finish: finish}
	})
}

// finishFaults are wrong ways to finish.
func finishFaults() []fault {
	return []fault{
		{"Finish leaves the work to a question", "finish", "the first question after Finish allocates", finishing(func(*whole) {})},
		{"Finish forgets what comes in parts", "finish", "finished in between", finishing(func(w *whole) {
			if f, err := classic.New(w.config); err == nil {
				w.Filter = f.(*classic.Filter)
			}
			w.settle()
		})},
		{"Finish adds a key of its own", "finish", "differs from one that was only asked", finishing(func(w *whole) {
			w.settle()
			w.Filter.Add(hashes.Digest{A: 0x9e3779b97f4a7c15, B: 0xc2b2ae3d27d4eb4f})
		})},
	}
}
