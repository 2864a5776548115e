package measure

import (
	"context"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// scheduler hands work to the workers. Parts of trials in progress go before
// new jobs, so that few filters are alive at once; jobs start in the order of
// the plan, except that smaller ones may pass one that does not fit into memory.
type scheduler struct {
	ctx     context.Context
	options Options

	mu      sync.Mutex
	wake    *sync.Cond // broadcast whenever something below changes
	waiting []*job
	free    uint64     // bytes not reserved, if there is a limit
	passed  int        // jobs that passed the first of waiting
	running int        // jobs in progress
	open    []*inquiry // inquiries with parts that nobody has taken
	litter  uint64     // bytes of filters and hashers dropped since memory was last returned
	err     error      // why the run ends early

	report   sync.Mutex // held while Append or OnProgress runs
	progress Progress
}

// patience is how many jobs may pass one that waits for memory; after them
// it is the next to start, so it starves no longer than these run.
const patience = 32

// maxLitter is how many bytes of dropped filters may wait for the garbage
// collector, which by itself would let as much as is in use pile up.
const maxLitter = 64 << 20

func (s *scheduler) enqueue(jobs []*job) {
	for _, j := range jobs {
		s.waiting = append(s.waiting, j)
		s.progress.AllWork += j.work
		s.progress.AllUnits += len(j.units)
	}
}

// run works everything off.
func (s *scheduler) run() error {
	stop := context.AfterFunc(s.ctx, func() { s.fail(context.Cause(s.ctx)) })
	defer stop()
	var workers sync.WaitGroup
	for range s.options.Jobs {
		workers.Go(func() { s.work(new(worker)) })
	}
	workers.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// work is the life of one worker.
func (s *scheduler) work(w *worker) {
	for {
		j, q, ok := s.next()
		switch {
		case !ok:
			s.report.Lock()
			defer s.report.Unlock()
			s.tell(w)
			return
		case q != nil:
			s.help(w, q)
		default:
			err := s.do(w, j)
			s.done(j)
			s.fail(err)
		}
	}
}

// next waits for something to do: parts of an inquiry or a new job. ok is false
// when all is done or the run ends early.
func (s *scheduler) next() (j *job, q *inquiry, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.err == nil && (len(s.waiting) > 0 || s.running > 0) {
		if len(s.open) > 0 {
			return nil, s.open[0], true
		}
		if j := s.admit(); j != nil {
			return j, nil, true
		}
		s.wake.Wait()
	}
	return nil, nil, false
}

// admit takes the first job whose filter fits into the free memory, or nil.
// Called with mu held.
func (s *scheduler) admit() *job {
	for i, j := range s.waiting {
		if s.options.MemoryBytes != 0 && j.bytes > s.free {
			if s.passed >= patience {
				return nil
			}
			continue
		}
		if i == 0 {
			s.waiting[0] = nil
			s.waiting, s.passed = s.waiting[1:], 0
		} else {
			s.waiting = slices.Delete(s.waiting, i, i+1)
			s.passed++
		}
		s.free -= j.bytes
		s.running++
		return j
	}
	return nil
}

// done gives back what j had reserved.
func (s *scheduler) done(j *job) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free += j.bytes
	s.running--
	s.wake.Broadcast()
}

// fail ends the run; the first reason counts. A nil error is none.
func (s *scheduler) fail(err error) {
	if err == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
	}
	s.wake.Broadcast()
}

// dropped is told that a filter of w is no longer in use. Bits need no marking, so a forced collection costs little beside what made the litter.
// Only large pieces go back to the system: small ones are soon in use again.
func (s *scheduler) dropped(w *worker, bytes uint64) {
	s.mu.Lock()
	s.litter += bytes + w.litter
	w.litter = 0
	full := s.litter >= maxLitter
	if full {
		s.litter = 0
	}
	s.mu.Unlock()
	switch {
	case full && bytes >= maxLitter/4:
		debug.FreeOSMemory()
	case full:
		runtime.GC()
	}
}

// worked notes keys that w is done with and reports them from time to time.
func (s *scheduler) worked(w *worker, keys uint64) {
	if w.unreported += keys; w.unreported < partKeys/4 {
		return
	}
	s.report.Lock()
	defer s.report.Unlock()
	s.tell(w)
}

// tell reports progress. Called with report held.
func (s *scheduler) tell(w *worker) {
	s.progress.Work += w.unreported
	w.unreported = 0
	if s.options.OnProgress != nil {
		s.options.OnProgress(s.progress)
	}
}

// record hands over a finished unit.
func (s *scheduler) record(w *worker, p record.Piece) error {
	s.report.Lock()
	defer s.report.Unlock()
	if err := s.ended(); err != nil {
		return err
	}
	if err := s.options.Append(p); err != nil {
		return err
	}
	s.progress.Units++
	s.tell(w)
	return nil
}

// ended returns why the run ends early, nil while it goes on.
func (s *scheduler) ended() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}
