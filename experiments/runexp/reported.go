package runexp

import (
	"errors"
	"slices"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/plan"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/report"
	"github.com/filterlab/filterlab/variants"
)

// reported joins rows, verdicts and what gates and claims look at, and returns the
// plan of each record beside. Those asked for must have been checked.
func (s *call) reported(records []*record.Record, names []string) (all []report.Experiment, plans []*plan.Plan, err error) {
	for _, r := range records {
		p, spec, err := s.replan(&r.Manifest, nil)
		if err != nil {
			return nil, nil, err
		}
		var verdicts []record.Verdict
		_, checked := r.Manifest.Files[record.VerdictsFile]
		if checked || len(names) == 0 || slices.Contains(names, r.Manifest.Experiment) {
			if verdicts, err = r.Verdicts(); err != nil {
				return nil, nil, err
			}
		}
		cells := map[string]*plan.Cell{}
		byID(cells, p)
		e := report.Experiment{Manifest: r.Manifest, Question: spec.Question, Analysis: spec.Analysis, Reasons: reasons(spec, r.Manifest.Profile)}
		for i := range r.Cells {
			c, err := reportedCell(r, &r.Cells[i], cells, verdicts)
			if err != nil {
				return nil, nil, err
			}
			e.Cells = append(e.Cells, c)
		}
		all, plans = append(all, e), append(plans, p)
	}
	return all, plans, nil
}

// reasons collects why cells of a profile are expected to show something else
// than agreement: what the spec says of its grids and gates, each once.
func reasons(spec *experiments.Spec, profile string) []report.Reason {
	var all []report.Reason
	add := func(profiles []string, expect, text string) {
		r := report.Reason{Expect: expect, Text: text}
		here := len(profiles) == 0 || slices.Contains(profiles, profile)
		if here && expect != "" && expect != experiments.Agrees && !slices.Contains(all, r) {
			all = append(all, r)
		}
	}
	for i := range spec.Grids {
		g := &spec.Grids[i]
		add(g.Profiles, g.Expect, g.Reason)
	}
	for i := range spec.Gates {
		g := &spec.Gates[i]
		add(g.Profiles, g.Expect, g.Reason)
	}
	return all
}

func reportedCell(r *record.Record, row *record.Cell, cells map[string]*plan.Cell, verdicts []record.Verdict) (report.Cell, error) {
	c := report.Cell{Row: *row, Counts: record.CountsOf(r.Counts, row.ID)}
	for _, v := range verdicts {
		if v.CellID == row.ID {
			c.Verdicts = append(c.Verdicts, v)
		}
	}
	planned := cells[row.ID]
	if planned == nil {
		return c, errors.New("experiment " + row.Experiment + ": cell " + row.ID + ": this program no longer plans it from the recorded spec")
	}
	params, err := variants.ParseParams(row.Params)
	c.Seen = experiments.Seen{Point: planned.Point, K: row.K, Prediction: row.TheoryFPR, Params: params}
	c.Promise = promiseOf(planned)
	return c, err
}
