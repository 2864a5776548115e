package measure

import (
	"fmt"

	"github.com/filterlab/filterlab/experiments/internal/keys"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/variants"
)

// trial is one filter. Once built it is only read, by any number of workers.
type trial struct {
	subject  *subject
	filter   variants.Filter
	stream   keys.Stream
	hashSeed uint64

	batchContainer variants.BatchContainer // nil if the filter has none
	refused        bitmap                  // keys that were refused, by number

	accepted uint64       // keys that went in so far, further keys included
	facts    record.Count // what is counted of the filter itself
}

// build makes trial number of s and inserts its keys.
func (s *scheduler) build(w *worker, sub *subject, number uint64) (*trial, error) {
	t, err := sub.newTrial(number)
	if err != nil {
		return nil, err
	}
	w.use(t)
	if err := s.insert(w, t); err != nil {
		return nil, fmt.Errorf("trial %d: %w", number, err)
	}
	t.read()
	return t, nil
}

// newTrial makes an empty filter with all seeds of a trial.
func (sub *subject) newTrial(number uint64) (*trial, error) {
	seed := keys.TrialSeed(sub.Seed, sub.Canonical, number)
	c := sub.Config
	c.Seed = keys.Derive(seed, keys.LabelFilter)
	f, err := sub.Variant.New(c)
	if err != nil {
		return nil, err
	}
	t := &trial{
		subject:  sub,
		filter:   f,
		stream:   sub.Keys.Stream(seed, sub.Cell.N+sub.churn),
		hashSeed: keys.Derive(seed, keys.LabelScheme),
		facts: record.Count{CellID: sub.Cell.ID, FirstTrial: number, Trials: 1, Seed: seed,
			Status: record.StatusOK},
	}
	t.batchContainer, _ = f.(variants.BatchContainer)
	return t, nil
}

// read takes down what the filter says of itself.
func (t *trial) read() {
	shape := t.filter.Shape()
	t.facts.FilterBits, t.facts.AllocatedBits = shape.Bits, shape.Allocated
	if f, ok := t.filter.(variants.SetBitser); ok {
		t.facts.SetBits = f.SetBits()
	} else {
		t.facts.NoSetBits, t.facts.Status = true, record.StatusNoSetBits
	}
	if f, ok := t.filter.(variants.Tallier); ok {
		for _, tally := range f.Tally() {
			t.note(tally.Name, tally.Value)
		}
	}
	var whole bool
	if t.facts.SetBitsSquared, whole = square(t.facts.SetBits); !whole {
		t.facts.Status = record.StatusSaturated
	}
}

// note adds a column of the trial's own. Most trials have none, and thousands of
// tiny ones should not each make a map.
func (t *trial) note(name string, value uint64) {
	if t.facts.Extra == nil {
		t.facts.Extra = map[string]uint64{}
	}
	t.facts.Extra[name] = value
}

// drop lets go of the filter, whoever still holds t.
func (t *trial) drop() { t.filter, t.batchContainer, t.stream = nil, nil, nil }
