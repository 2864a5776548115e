package runexp

import (
	"context"
	"fmt"
	"strings"

	"github.com/filterlab/filterlab/experiments/internal/audit"
	"github.com/filterlab/filterlab/experiments/internal/keys"
)

// programQuestions are the cells of a program in another language.
func (s *call) programQuestions(f *auditFlags) ([]question, error) {
	words := strings.Fields(f.command)
	if len(words) == 0 {
		return nil, fmt.Errorf("--command %q: want a program and its arguments", f.command)
	}
	var all []question
	asked := sources{}
	for _, c := range audit.Cells(f.profile, auditKinds(), audit.Wanted{}) {
		if !strings.HasPrefix(c.Name(), f.cell) {
			continue
		}
		source, err := s.source(asked, c.Keys, false)
		if err != nil {
			return nil, err
		}
		c = programEffort(bounded(c, source.Limit()))
		r := emptyRow(f.command, "", &c)
		r.Promise, r.PromiseSource = c.Rate(), "the rate asked for"
		r.Command = f.programAgain(&c)
		all = append(all, question{r, func(ctx context.Context, r *audit.Row) error { return f.askProgram(ctx, words, source, r) }})
	}
	return all, nil
}

// programAgain is the command line that asks a program one cell again: within the same limits, since another one may
// let it live that hangs, is slow or eats memory here.
func (f *auditFlags) programAgain(c *audit.Cell) string {
	words := []string{programName(), "audit", "--command", f.command, "--profile", f.profile, "--seed", unsigned(f.seed.value)}
	if f.given.Changed("limit") {
		words = append(words, "--limit", f.limit.String())
	}
	if f.given.Changed("memory") {
		words = append(words, "--memory", unsigned(f.memory.bytes))
	}
	words = append(words, "--cell", c.Name())
	for i := range words {
		words[i] = shellWord(words[i])
	}
	return strings.Join(words, " ")
}

// programEffort takes off what a pipe of text makes slow: a million keys and four
// million queries at most, four processes a cell.
func programEffort(c audit.Cell) audit.Cell {
	const mostKeys, mostQueries, mostTrials = 1_000_000, 4_000_000, 4
	total := c.Trials * c.Queries
	c.N, c.Capacity = min(c.N, mostKeys), min(c.Capacity, mostKeys)
	c.Trials = min(c.Trials, mostTrials)
	c.Queries = min(total, mostQueries) / c.Trials
	return c
}

// askProgram converses with a new process for each filter of a cell.
func (f *auditFlags) askProgram(ctx context.Context, words []string, source keys.Source, r *audit.Row) error {
	for trial := range r.Cell.Trials {
		stream := source.Stream(keys.TrialSeed(f.seed.value, "audit "+r.Cell.Name(), trial), r.Cell.N)
		talk := audit.Converse(&r.Cell, stream, &r.Counts)
		e, err := audit.Start(ctx, audit.Limits{Time: f.limit, Memory: f.memory.bytes}, nil, words, talk)
		if err != nil {
			return err
		}
		if e.Fault == "" && e.Code != 0 {
			e.Fault, e.Detail = audit.Fails, fmt.Sprintf("exit code %d", e.Code)
		}
		if e.Fault != "" {
			if e.Errors != "" {
				e.Detail += ": " + oneLine(e.Errors)
			}
			r.Verdict, r.Detail = e.Fault, e.Detail
			return nil
		}
	}
	return nil
}
