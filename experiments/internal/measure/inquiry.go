package measure

import (
	"fmt"
	"maps"
	"slices"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// partKeys is how many keys a worker takes at a time: some 10 milliseconds. It is a
// multiple of 64 and divides record.ChunkQueries.
const partKeys = 1 << 20

// inquiry is all that is asked of one filter: for every member, and for the
// absent keys of some chunks. Its parts are shared by all workers. The fields
// from next on are guarded by the scheduler's mu.
type inquiry struct {
	trial *trial
	// finished, optional, is given each chunk once its count is final and all
	// members are checked.
	finished func(*worker, record.Piece) error

	next    part   // the first that nobody has taken; its count is not set
	untaken int    // parts that nobody has taken
	left    int    // parts that are not finished
	checks  int    // parts of the check of the members that are not finished
	missing uint64 // members not found
	chunks  []chunk
}

// part is a stretch of members (chunk < 0) or of a chunk's absent keys.
type part struct {
	chunk        int
	first, count uint64
}

// chunk is a stretch of the trial's queries that is counted as one.
type chunk struct {
	unit           *record.Unit
	left           int // parts not finished
	falsePositives uint64
	handed         bool // given to finished
}

// newInquiry counts the parts of the questions, the check of the members first.
func newInquiry(t *trial, units []record.Unit, finished func(*worker, record.Piece) error) *inquiry {
	q := &inquiry{trial: t, finished: finished, next: part{chunk: -1}, chunks: make([]chunk, len(units))}
	q.checks = partsOf(t.subject.Cell.N)
	q.untaken = q.checks
	for i := range units {
		q.chunks[i] = chunk{unit: &units[i], left: partsOf(units[i].Queries)}
		q.untaken += q.chunks[i].left
	}
	q.left = q.untaken
	return q
}

// partsOf returns how many parts so many keys make.
func partsOf(keys uint64) int { return int((keys + partKeys - 1) / partKeys) }

// cut takes off the next part. There are up to four million, so they are cut as they
// are taken: next.first counts from the beginning of its stretch.
func (q *inquiry) cut() part {
	p, all, offset := q.next, q.trial.subject.Cell.N, uint64(0)
	if p.chunk >= 0 {
		all, offset = q.chunks[p.chunk].unit.Queries, q.chunks[p.chunk].unit.FirstQuery
	}
	p.count = min(all-p.first, partKeys)
	if q.next.first += p.count; q.next.first == all {
		q.next = part{chunk: p.chunk + 1}
	}
	q.untaken--
	p.first += offset
	return p
}

// count returns what was counted of chunk i, its trial's facts included.
func (q *inquiry) count(i int) record.Count {
	c := q.trial.facts
	c.Extra = maps.Clone(c.Extra)
	c.FalseNegatives += q.missing
	c.Queries, c.FalsePositives = q.chunks[i].unit.Queries, q.chunks[i].falsePositives
	return c
}

// ask puts all of q's questions, with the help of idle workers, and returns
// when the last is answered or the run ends.
func (s *scheduler) ask(w *worker, q *inquiry) error {
	s.offer(q)
	s.help(w, q)
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.err == nil && q.left > 0 {
		s.wake.Wait()
	}
	if s.err == nil {
		q.trial.drop()
	}
	return s.err
}

// offer lets other workers take parts of q, if there are any to share.
func (s *scheduler) offer(q *inquiry) {
	if q.left < 3 || s.options.Jobs == 1 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open = append(s.open, q)
	s.wake.Broadcast()
}

// help works on q until nobody is needed any more.
func (s *scheduler) help(w *worker, q *inquiry) {
	for {
		p, ok := s.take(q)
		if !ok {
			return
		}
		w.use(q.trial)
		n, err := s.count(w, q.trial, p)
		if err == nil {
			err = s.finish(w, q, p, n)
		}
		if err != nil {
			s.fail(fmt.Errorf("cell %s: %w", q.trial.subject.Cell.ID, err))
			return
		}
	}
}

// take hands out the next part of q.
func (s *scheduler) take(q *inquiry) (part, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil || q.untaken == 0 {
		return part{}, false
	}
	p := q.cut()
	if q.untaken == 0 {
		s.close(q)
	}
	return p, true
}

// close takes q off the list of those that need help. Called with mu held.
func (s *scheduler) close(q *inquiry) {
	for i, other := range s.open {
		if other == q {
			s.open = slices.Delete(s.open, i, i+1)
			return
		}
	}
}

// count answers the questions of one part: the members not found, or the
// absent keys found.
func (s *scheduler) count(w *worker, t *trial, p part) (total uint64, err error) {
	question := w.falsePositives
	if p.chunk < 0 {
		question = w.missing
	}
	err = s.each(p.first, p.count, func(first uint64, n int) error {
		found, err := question(t, first, n)
		total += found
		return err
	})
	s.worked(w, p.count)
	return total, err
}

// finish books the result of a part and hands over the chunks that it completes.
func (s *scheduler) finish(w *worker, q *inquiry, p part, n uint64) error {
	for _, piece := range s.book(q, p, n) {
		if err := q.finished(w, piece); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if q.left--; q.left == 0 {
		s.wake.Broadcast()
	}
	return nil
}

// book adds n to what p belongs to and returns the chunks that are now final.
func (s *scheduler) book(q *inquiry, p part, n uint64) (final []record.Piece) {
	s.mu.Lock()
	defer s.mu.Unlock()
	from, to := 0, len(q.chunks) // of the chunks that may be final by this
	if p.chunk < 0 {
		q.missing += n
		q.checks--
	} else {
		from, to = p.chunk, p.chunk+1
		q.chunks[p.chunk].falsePositives += n
		q.chunks[p.chunk].left--
	}
	if q.finished == nil || q.checks > 0 {
		return nil
	}
	for i := from; i < to; i++ {
		if c := &q.chunks[i]; c.left == 0 && !c.handed {
			c.handed = true
			final = append(final, record.Piece{Count: q.count(i), FirstQuery: c.unit.FirstQuery})
		}
	}
	return final
}
