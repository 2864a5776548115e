package measure

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/filterlab/filterlab/experiments/internal/keys"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/variants"
)

// Churn is the parameter the harness itself understands: churn=R, a decimal
// R >= 0, inserts round(R*n) further keys before the members and removes them
// again afterwards, in order. It needs a variant that can remove.
const Churn = "churn"

// Task is a cell and what is needed to measure it.
type Task struct {
	Cell      record.Cell
	Canonical string // the cell's canonical name: trial seeds are made of it
	Seed      uint64 // the experiment's
	Variant   *variants.Variant
	Config    variants.Config // as Variant.New takes it; Seed is set anew for each trial, and churn is taken out
	Keys      keys.Source
	// Units are the parts of the cell to measure, in the order of
	// Cell.Units; nil is all of them. What is recorded already is left out.
	Units []record.Unit
}

// job is what one worker starts: a bundle of small trials, or chunks of the
// queries of one trial.
type job struct {
	*subject
	units []record.Unit
	work  uint64 // keys to insert, check and query
}

// subject is a task made ready.
type subject struct {
	Task
	churn uint64 // further keys that are inserted and removed
	bytes uint64 // memory of one trial
}

// prepare checks all of a task that can be checked before anything runs.
func prepare(t Task) (*subject, error) {
	s := &subject{Task: t}
	fail := func(err error) (*subject, error) {
		return nil, fmt.Errorf("cell %s: %w", t.Cell.ID, err)
	}
	if t.Variant == nil || t.Keys == nil || t.Cell.N == 0 || t.Cell.Trials == 0 {
		return fail(fmt.Errorf("variant, keys, n and trials: want all of them"))
	}
	s.Config.Params = maps.Clone(t.Config.Params)
	delete(s.Config.Params, Churn)
	var err error
	if s.churn, err = churnKeys(t.Cell.Params, t.Cell.N); err != nil {
		return fail(err)
	}
	if s.churn > 0 && !t.Variant.Has(variants.CanRemove) {
		return fail(fmt.Errorf("parameter %s: variant %s cannot remove keys", Churn, t.Variant.Name))
	}
	if err := keys.Enough(t.Keys, t.Cell.N+s.churn, t.Cell.QueriesPerTrial()); err != nil {
		return fail(err)
	}
	shape, err := t.Variant.Shape(s.Config, t.Cell.N+s.churn)
	if err != nil {
		return fail(err)
	}
	s.bytes = (shape.Allocated + 7) / 8
	if t.Variant.Has(variants.CanBuild) {
		s.bytes += digestBytes * t.Cell.N
	}
	if s.Units == nil {
		s.Units = t.Cell.Units()
	}
	return s, nil
}

// digestBytes is the size of a hashes.Digest, of which a Builder gets one a key.
const digestBytes = 24

// churnKeys returns the number of further keys that params ask for.
func churnKeys(params string, n uint64) (uint64, error) {
	all, err := variants.ParseParams(params)
	if err != nil {
		return 0, err
	}
	text, ok := all[Churn]
	if !ok {
		return 0, nil
	}
	r, err := strconv.ParseFloat(text, 64)
	if err != nil || !(r >= 0 && r*float64(n) < 1<<53) {
		return 0, fmt.Errorf("parameter %s=%s: want a number from 0 on", Churn, text)
	}
	return uint64(math.Round(r * float64(n))), nil
}

// jobs cuts the units of s into jobs: chunks of one trial go together, since
// they are asked of one filter.
func (s *subject) jobs() []*job {
	var all []*job
	chunked := s.Cell.QueriesPerTrial() > record.ChunkQueries
	for rest := s.Units; len(rest) > 0; {
		n := 1
		if chunked {
			n = slices.IndexFunc(rest, func(u record.Unit) bool { return u.FirstTrial != rest[0].FirstTrial })
			if n < 0 {
				n = len(rest)
			}
		}
		j := &job{subject: s, units: rest[:n]}
		j.work = rest[0].Trials * (2*s.Cell.N + 2*s.churn)
		for _, u := range j.units {
			j.work += u.Trials * u.Queries
		}
		all, rest = append(all, j), rest[n:]
	}
	return all
}
