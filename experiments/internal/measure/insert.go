package measure

import (
	"errors"
	"fmt"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// insert puts all keys in: the further keys of a churn, which are the members
// from n on, then members 0 to n-1; at last the further keys go out again.
func (s *scheduler) insert(w *worker, t *trial) error {
	n, churn := t.subject.Cell.N, t.subject.churn
	adder, ok := t.filter.(variants.Adder)
	if !ok {
		return s.buildWhole(w, t)
	}
	add := adding(adder)
	put := func(first uint64, count int) error {
		w.members(t, first, count)
		return add(t, first, &w.batch)
	}
	if err := s.inParts(w, n, churn, put); err != nil {
		return err
	}
	churnRefused := t.refused.ones
	if churnRefused > 0 {
		t.note("churn_rejected", churnRefused)
	}
	if err := s.inParts(w, 0, n, put); err != nil {
		return err
	}
	t.facts.Rejected = t.refused.ones - churnRefused
	t.facts.Inserted = n - t.facts.Rejected
	return s.removeChurn(w, t)
}

// inParts is each, reporting progress.
func (s *scheduler) inParts(w *worker, first, count uint64, f func(uint64, int) error) error {
	for count > 0 {
		n := min(count, partKeys)
		if err := s.each(first, n, f); err != nil {
			return err
		}
		s.worked(w, n)
		first, count = first+n, count-n
	}
	return nil
}

// adding returns the fastest way to add a batch whose first key has number
// first.
func adding(a variants.Adder) func(t *trial, first uint64, b *hashes.Batch) error {
	if batch, ok := a.(variants.BatchAdder); ok {
		return func(t *trial, first uint64, b *hashes.Batch) error { return t.addBatch(batch, first, b) }
	}
	return func(t *trial, first uint64, b *hashes.Batch) error { return t.addEach(a, first, b) }
}

// addEach adds key by key.
func (t *trial) addEach(a variants.Adder, first uint64, b *hashes.Batch) error {
	for i := range b.Len() {
		if err := a.Add(b.At(i)); err != nil {
			if err := t.refuse(first+uint64(i), err); err != nil {
				return err
			}
			continue
		}
		t.accepted++
	}
	return nil
}

// addBatch adds a batch, which it uses up; after a key that is refused it goes on
// with the next.
func (t *trial) addBatch(a variants.BatchAdder, first uint64, b *hashes.Batch) error {
	for b.Len() > 0 {
		in, err := a.AddBatch(b)
		if in < 0 || in > b.Len() || (in < b.Len()) == (err == nil) {
			return fmt.Errorf("AddBatch of %d keys returned %d and error %v", b.Len(), in, err)
		}
		t.accepted += uint64(in)
		if err == nil {
			return nil
		}
		if err := t.refuse(first+uint64(in), err); err != nil {
			return err
		}
		skip(b, in+1)
		first += uint64(in) + 1
	}
	return nil
}

// skip takes the first n keys off b.
func skip(b *hashes.Batch, n int) {
	b.A, b.B = b.A[n:], b.B[n:]
	if b.More != nil {
		b.More = b.More[n:]
	}
}

// refuse notes that key number was refused by a full filter. Any other error
// ends the run.
func (t *trial) refuse(number uint64, err error) error {
	if !errors.Is(err, variants.ErrFull) {
		return fmt.Errorf("add: %w", err)
	}
	if t.refused.ones == 0 {
		t.refused.make(t.subject.Cell.N + t.subject.churn)
		t.note("first_rejected", t.accepted)
		t.note("trials_full", 1)
	}
	t.refused.set(number)
	return nil
}

// removeChurn takes the further keys out again. One that is in and is said not
// to be is a false negative.
func (s *scheduler) removeChurn(w *worker, t *trial) error {
	if t.subject.churn == 0 {
		return nil
	}
	remover, ok := t.filter.(variants.Remover)
	if !ok {
		return errors.New("remove: the filter cannot")
	}
	return s.inParts(w, t.subject.Cell.N, t.subject.churn, func(first uint64, count int) error {
		w.members(t, first, count)
		for i := range count {
			if !t.refused.get(first+uint64(i)) && !remover.Remove(w.batch.At(i)) {
				t.facts.FalseNegatives++
			}
		}
		return nil
	})
}

// buildWhole hands all digests to a Builder at once. A structure that is built
// uses 128 bits a key, so no digest keeps a Source.
func (s *scheduler) buildWhole(w *worker, t *trial) error {
	builder, ok := t.filter.(variants.Builder)
	if !ok {
		return errors.New("insert: the filter has neither Add nor Build")
	}
	if t.subject.churn > 0 {
		return errors.New("churn: the filter takes all its keys at once")
	}
	n := t.subject.Cell.N
	all := make([]hashes.Digest, 0, n)
	err := s.inParts(w, 0, n, func(first uint64, count int) error {
		w.members(t, first, count)
		for i := range count {
			a, b := w.batch.At(i).Pair()
			all = append(all, hashes.Digest{A: a, B: b})
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := builder.Build(all); err != nil {
		return fmt.Errorf("build: %w", err)
	}
	t.accepted, t.facts.Inserted = n, n
	t.note("build_tries", uint64(builder.Tries()))
	return nil
}
