package measure

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// Options say how to run, never what comes out.
type Options struct {
	// Jobs is the number of workers, at least 1.
	Jobs int
	// MemoryBytes is what all filters together may take at one time; 0 is no
	// limit. Beside them a run takes less than 200 MB, and what a key file takes.
	MemoryBytes uint64
	// Append is given each finished unit, one call at a time, in the order in
	// which they finish. A unit is counted as done once Append returns nil; its
	// error ends the run.
	Append func(record.Piece) error
	// OnProgress, optional, is called now and then, one call at a time.
	OnProgress func(Progress)
}

// Progress is how far a run is. Work counts keys: each that is inserted,
// checked, removed or queried.
type Progress struct {
	Work, AllWork   uint64
	Units, AllUnits int
}

// Run measures the tasks and hands each finished unit to o.Append. Whatever can
// be wrong with a task is found before anything runs, a filter that can never
// fit into the memory allowed included. When ctx is cancelled Run stops within
// milliseconds and returns its cause; what was appended stays right, and a later
// Run with the units that are missing completes it to the same counts.
func Run(ctx context.Context, tasks []Task, o Options) error {
	if o.Jobs < 1 || o.Append == nil {
		return errors.New("measure: want at least 1 job, and a place for what is counted")
	}
	s := &scheduler{ctx: ctx, options: o, free: o.MemoryBytes}
	s.wake = sync.NewCond(&s.mu)
	for _, t := range tasks {
		subject, err := prepare(t)
		if err != nil {
			return err
		}
		if o.MemoryBytes != 0 && subject.bytes > o.MemoryBytes {
			return fmt.Errorf("cell %s: one filter of variant %s with n=%d takes %d bytes; the memory allowed is %d bytes and can never hold it",
				t.Cell.ID, t.Variant.Name, t.Cell.N, subject.bytes, o.MemoryBytes)
		}
		s.enqueue(subject.jobs())
	}
	if err := context.Cause(ctx); err != nil {
		return err
	}
	return s.run()
}
