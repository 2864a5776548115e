package measure

import (
	"fmt"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/hashes"
)

// do measures one job: its trials one after the other, or the chunks of its one
// trial.
func (s *scheduler) do(w *worker, j *job) error {
	var err error
	if len(j.units) == 1 && j.units[0].Queries == j.Cell.QueriesPerTrial() {
		err = s.bundle(w, j)
	} else {
		err = s.chunks(w, j)
	}
	if err != nil && s.ended() == nil {
		return fmt.Errorf("cell %s: %w", j.Cell.ID, err)
	}
	return err
}

// bundle measures trials that are recorded together.
func (s *scheduler) bundle(w *worker, j *job) error {
	u := j.units[0]
	p := record.Piece{Count: record.Count{CellID: u.CellID, FirstTrial: u.FirstTrial}}
	for t := range u.Trials {
		c, err := s.trial(w, j, u.FirstTrial+t)
		if err != nil {
			return err
		}
		fold(&p.Count, c)
	}
	return s.record(w, p)
}

// trial measures one whole trial.
func (s *scheduler) trial(w *worker, j *job, number uint64) (record.Count, error) {
	defer s.dropped(w, j.bytes)
	t, err := s.build(w, j.subject, number)
	if err != nil {
		return record.Count{}, err
	}
	whole := record.Unit{CellID: j.Cell.ID, FirstTrial: number, Trials: 1, Queries: j.Cell.QueriesPerTrial()}
	q := newInquiry(t, []record.Unit{whole}, nil)
	if err := s.ask(w, q); err != nil {
		return record.Count{}, err
	}
	c := q.count(0)
	c.FalsePositivesSquared, _ = square(c.FalsePositives)
	return c, nil
}

// chunks measures some chunks of one trial and records each as it is finished.
func (s *scheduler) chunks(w *worker, j *job) error {
	defer s.dropped(w, j.bytes)
	t, err := s.build(w, j.subject, j.units[0].FirstTrial)
	if err != nil {
		return err
	}
	q := newInquiry(t, j.units, s.record)
	return s.ask(w, q)
}

// stopEvery is how many blocks a worker handles between two looks at whether
// the run has ended: about a millisecond.
const stopEvery = 128

// each calls f for every block of keys [first, first+count) until one fails or
// the run ends.
func (s *scheduler) each(first, count uint64, f func(first uint64, n int) error) error {
	for blocks := 0; count > 0; blocks++ {
		if blocks%stopEvery == 0 {
			if err := s.ended(); err != nil {
				return err
			}
		}
		n := min(count, hashes.BatchMax)
		if err := f(first, int(n)); err != nil {
			return err
		}
		first, count = first+n, count-n
	}
	return nil
}
