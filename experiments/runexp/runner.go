package runexp

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/filterlab/filterlab/experiments/internal/measure"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/hashes"
)

// measureAll runs the tasks and completes each experiment as its last unit comes in.
func (s *call) measureAll(ctx context.Context, f *runFlags, stores []*store, tasks []measure.Task) error {
	if err := hashes.SelfTest(); err != nil {
		return fmt.Errorf("run: %w", err)
	}
	r := &runner{call: s, byName: map[string]*store{}, progress: newProgress(s.err, f.effort.quiet)}
	defer r.progress.close()
	r.machine = machine()
	if r.machine.Revision == "" {
		r.progress.line("warning: this program does not know its source revision (built by go run or go test?); the manifests will not name it")
	}
	if err := r.open(stores); err != nil {
		return errors.Join(err, r.closeAll(stores))
	}
	o := f.effort.options()
	o.Append, o.OnProgress = r.add, r.progress.step
	err := measure.Run(ctx, tasks, o)
	if err = errors.Join(err, r.closeAll(stores)); err != nil {
		return err
	}
	return s.falseNegatives(stores)
}

// runner is a run in progress.
type runner struct {
	*call
	machine  record.Machine
	byName   map[string]*store // of a cell's id
	progress *progress
}

// open opens what is not complete, and completes what lacks nothing but that.
func (r *runner) open(stores []*store) error {
	for _, st := range stores {
		if st.complete {
			r.progress.line("%s: complete, nothing to do", st.folder)
			if err := removeStale(st); err != nil {
				return err
			}
			continue
		}
		if what := st.changed(); what != "" {
			r.progress.line("%s: %s: the record is replaced when the new one is complete", st.folder, what)
		}
		if done := len(st.pieces); done > 0 {
			r.progress.line("%s: going on after %d of %d pieces of work", st.folder, done, len(st.units))
		}
		if err := st.open(); err != nil {
			return err
		}
		if len(st.waiting) == 0 {
			if err := r.finish(st); err != nil {
				return err
			}
		}
		for i := range st.rows {
			r.byName[st.rows[i].ID] = st
		}
	}
	return nil
}

// add records a unit.
func (r *runner) add(p record.Piece) error {
	st := r.byName[p.CellID]
	cell, all, err := st.add(p)
	if err != nil {
		return err
	}
	if cell {
		r.progress.line("%s: cell %s done, %d to go", st.spec.Name, p.CellID, len(st.waiting))
	}
	if all {
		return r.finish(st)
	}
	return nil
}

func (r *runner) finish(st *store) error {
	m := record.Manifest{Machine: r.machine, Command: ownCommand(r.args), DataLicence: licence}
	if err := st.finish(m); err != nil {
		return err
	}
	r.progress.line("%s: recorded", st.folder)
	return nil
}

func (r *runner) closeAll(stores []*store) error {
	var all error
	for _, st := range stores {
		all = errors.Join(all, st.close())
	}
	return all
}

// falseNegatives looks through all counts, old and new, for the one thing that
// must never be.
func (s *call) falseNegatives(stores []*store) error {
	var cells []string
	for _, st := range stores {
		bad := map[string]bool{}
		for _, p := range st.pieces {
			if p.FalseNegatives > 0 {
				bad[p.CellID] = true
			}
		}
		for i := range st.rows {
			if bad[st.rows[i].ID] {
				cells = append(cells, st.spec.Name+" "+st.rows[i].ID)
			}
		}
	}
	if len(cells) == 0 {
		return nil
	}
	return findingf("false negatives in %d cells: %s", len(cells), strings.Join(cells, ", "))
}

// removeStale takes away the journal of a record that was completed and killed
// before it could. That of an interrupted --again began later, and stays.
func removeStale(st *store) error {
	path := st.folder.Path(record.JournalFile)
	data, err := os.ReadFile(path)
	if err != nil || st.header.Shard != "" {
		return nil // there is none
	}
	h, _, _, err := record.ReadJournal(path, data)
	m, err2 := st.folder.Manifest()
	if err != nil || err2 != nil || h.Start != m.Start {
		return nil
	}
	return os.Remove(path)
}
