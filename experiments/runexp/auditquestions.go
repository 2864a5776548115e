package runexp

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"sync"

	"github.com/filterlab/filterlab/experiments/internal/audit"
	"github.com/filterlab/filterlab/experiments/internal/keys"
	"github.com/filterlab/filterlab/variants"
)

// question is one cell for one filter, and how to put it; nil where it was answered.
type question struct {
	row audit.Row
	ask func(ctx context.Context, r *audit.Row) error
}

// judged are the rows of questions that were asked.
func judged(questions []question) []audit.Row {
	rows := make([]audit.Row, len(questions))
	for i := range questions {
		rows[i] = questions[i].row
		if rows[i].Verdict == "" {
			rows[i].Judge(len(rows))
		}
	}
	return rows
}

// questions lists what will be asked, in the order of the table.
func (s *call) questions(f *auditFlags) ([]question, error) {
	if f.given.Changed("command") {
		if len(f.variants) > 0 {
			return nil, errors.New("--command and --variant: want one of them")
		}
		if f.given.Changed("race") {
			return nil, errors.New("--command and --race: want one of them; the race detector is Go's")
		}
		return s.programQuestions(f)
	}
	if f.given.Changed("race") {
		var err error
		if f.race, err = exec.LookPath(f.race); err != nil {
			return nil, fmt.Errorf("--race %w", err)
		}
	}
	chosen, err := s.audited(f)
	if err != nil {
		return nil, err
	}
	var all []question
	for _, v := range chosen {
		own, err := s.variantQuestions(f, v)
		if err != nil {
			return nil, err
		}
		all = append(all, own...)
	}
	return all, nil
}

// audited are the variants to audit.
func (s *call) audited(f *auditFlags) ([]*variants.Variant, error) {
	var chosen []*variants.Variant
	for _, name := range f.variants {
		v, err := s.lookUpVariant(name)
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, v)
	}
	if len(chosen) > 0 {
		return chosen, nil
	}
	if len(s.Audited) > 0 {
		return s.Audited, nil
	}
	return s.Variants, nil
}

// putAll asks jobs questions at a time. A question that takes all processors, or
// much memory, runs beside the others all the same: no time is measured.
// Answers are kept in the journal, where there is one, as they come.
func (s *call) putAll(ctx context.Context, f *auditFlags, questions []question, journal *audit.Journal) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan *question)
	var workers sync.WaitGroup
	var told sync.Mutex
	for range f.jobs.value {
		workers.Go(func() {
			for q := range next {
				err := q.ask(ctx, &q.row)
				if err == nil && journal != nil {
					err = journal.Add(&q.row)
				}
				if err != nil {
					cancel(err)
				}
				if !f.quiet {
					told.Lock()
					fmt.Fprintf(s.err, "%s %s %s\n", q.row.Library, q.row.Cell.Name(), q.row.Verdict)
					told.Unlock()
				}
			}
		})
	}
	for i := range questions {
		if ctx.Err() != nil {
			break
		}
		if questions[i].ask != nil {
			next <- &questions[i]
		}
	}
	close(next)
	workers.Wait()
	return context.Cause(ctx)
}

// auditKinds are the kinds of keys that an audit asks with.
func auditKinds() []string { return append(keys.Kinds()[1:], wordsKind) }
