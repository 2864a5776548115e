package runexp

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/check"
	"github.com/filterlab/filterlab/experiments/internal/plan"
	"github.com/filterlab/filterlab/experiments/internal/record"
)

// check is the verb check.
func (s *call) check() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:               "check [EXPERIMENT...] [--out DIR]",
		Short:             "hold counts against theory: write verdicts.csv, exit 1 where a gate is not met",
		ValidArgsFunction: s.completeExperiments,
	}
	cmd.Flags().StringVar(&out, "out", "results", "folder of the records")
	cmd.RunE = func(_ *cobra.Command, args []string) error { return s.checkRecords(out, args) }
	return cmd
}

// checkRecords judges all complete records in out as one family, whichever are asked
// for, so that a verdict does not depend on the command that wrote it; those
// asked for are written and gated.
func (s *call) checkRecords(out string, names []string) error {
	records, err := s.loadFamily("check", out, names)
	if err != nil {
		return err
	}
	verdicts, wrong := s.judge(records)
	if wrong != nil && !errors.Is(wrong, check.ErrFalseNegative) {
		return fmt.Errorf("check: %w", wrong)
	}
	var findings []string
	g := grid{header: []string{"experiment", "cells", "checks", "agrees", "deviates", "undecided", "gates_not_met"}}
	for _, r := range records {
		if len(names) > 0 && !slices.Contains(names, r.Manifest.Experiment) {
			continue
		}
		own := verdicts[r.Manifest.Experiment]
		if err := writeVerdicts(r, own); err != nil {
			return err
		}
		bad := gate(own, r.Manifest.Profile)
		findings = append(findings, bad...)
		g.rows = append(g.rows, tally(r, own, len(bad)))
	}
	if err := g.write(s.out, "table"); err != nil {
		return err
	}
	for _, f := range findings {
		fmt.Fprintln(s.out, f)
	}
	switch {
	case wrong != nil:
		return finding{"check: " + wrong.Error()}
	case len(findings) > 0:
		return findingf("check: %d gates are not met", len(findings))
	}
	return nil
}

// judge returns the verdicts of each experiment, all of them one family.
func (s *call) judge(records []*record.Record) (map[string][]record.Verdict, error) {
	var rows []record.Cell
	var counts []record.Count
	cells, owner := map[string]*plan.Cell{}, map[string]string{}
	for _, r := range records {
		p, _, err := s.replan(&r.Manifest, nil)
		if err != nil {
			return nil, err
		}
		byID(cells, p)
		rows, counts = append(rows, r.Cells...), append(counts, r.Counts...)
		for i := range r.Cells {
			owner[r.Cells[i].ID] = r.Manifest.Experiment
		}
	}
	all, err := check.Run(rows, counts, givenFill(cells), check.Options{})
	by := map[string][]record.Verdict{}
	for _, v := range all {
		by[owner[v.CellID]] = append(by[owner[v.CellID]], v)
	}
	return by, err
}

// writeVerdicts writes verdicts.csv beside the counts.
func writeVerdicts(r *record.Record, verdicts []record.Verdict) error {
	data, err := record.EncodeVerdicts(verdicts)
	if err != nil {
		return fmt.Errorf("experiment %s: %w", r.Manifest.Experiment, err)
	}
	return r.Folder.Write(&r.Manifest, record.File{Name: record.VerdictsFile, Data: data})
}

// gate returns what is not as its gate expects. Only the standard profile
// promises that every gated cell is decided.
func gate(verdicts []record.Verdict, profile string) []string {
	var bad []string
	for _, f := range check.Gate(verdicts) {
		if !f.Undecided() || profile == experiments.Standard {
			bad = append(bad, f.Message)
		}
	}
	return bad
}

func tally(r *record.Record, verdicts []record.Verdict, bad int) []string {
	n := map[string]int{}
	for _, v := range verdicts {
		n[v.Verdict]++
	}
	return []string{r.Manifest.Experiment, fmt.Sprint(len(r.Cells)), fmt.Sprint(len(verdicts)),
		fmt.Sprint(n["agrees"]), fmt.Sprint(n["deviates"]), fmt.Sprint(n["undecided"]), fmt.Sprint(bad)}
}
