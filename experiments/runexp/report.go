package runexp

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/plan"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/report"
	"github.com/filterlab/filterlab/variants"
)

// report is the verb report.
func (s *call) report() *cobra.Command {
	var out, lang, readme string
	cmd := &cobra.Command{
		Use:               "report [EXPERIMENT...] [--out DIR] [--lang en] [--readme FILE]",
		Short:             "write pages and benchstat files from the rows",
		ValidArgsFunction: s.completeExperiments,
	}
	flags := cmd.Flags()
	flags.StringVar(&out, "out", "results", "folder of the records")
	flags.StringVar(&lang, "lang", "en", "language of the pages; en is the only one so far")
	flags.StringVar(&readme, "readme", "", "put the summary between the markers of this file, too")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if lang != "en" {
			return fmt.Errorf("report: --lang %q: want en, the only language the pages are written in so far", lang)
		}
		return s.writeReport(out, args, readme)
	}
	return cmd
}

// writeReport writes the pages of the experiments asked for, and the index of
// all. The page to be spliced is read before anything is written.
func (s *call) writeReport(out string, names []string, readme string) error {
	records, err := s.loadFamily("report", out, names)
	if err != nil {
		return err
	}
	all, err := s.reported(records, names)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	claims := report.Claims(s.Claims, all)
	var spliced []byte
	if readme != "" {
		if spliced, err = splice(readme, out, all, claims); err != nil {
			return fmt.Errorf("report: --readme %s: %w", readme, err)
		}
	}
	for i, r := range records {
		if len(names) > 0 && !slices.Contains(names, r.Manifest.Experiment) {
			continue
		}
		if err := writePages(r, &all[i], claims); err != nil {
			return fmt.Errorf("report: %w", err)
		}
	}
	err = record.WriteFile(filepath.Join(out, report.PageFile), report.Index(all, claims))
	if err == nil && readme != "" {
		err = record.WriteFile(readme, spliced)
	}
	return err
}

// splice makes the text of the readme with the summary in it.
func splice(readme, out string, all []report.Experiment, claims []report.Outcome) ([]byte, error) {
	page, err := os.ReadFile(readme)
	if err != nil {
		return nil, err
	}
	prefix, err := filepath.Rel(filepath.Dir(readme), out)
	if err != nil {
		return nil, err
	}
	return report.Splice(page, report.Summary(all, filepath.ToSlash(prefix)+"/", claims))
}

// writePages writes what stands beside one experiment's rows.
func writePages(r *record.Record, e *report.Experiment, claims []report.Outcome) error {
	theory, measured, err := report.Bench(e)
	if err != nil {
		return err
	}
	return r.Folder.Write(&r.Manifest,
		record.File{Name: report.TheoryFile, Data: theory},
		record.File{Name: report.MeasuredFile, Data: measured},
		record.File{Name: report.PageFile, Data: report.Page(e, claims)})
}

// reported joins rows, verdicts and what gates and claims look at. Those asked
// for must have been checked.
func (s *call) reported(records []*record.Record, names []string) ([]report.Experiment, error) {
	var all []report.Experiment
	for _, r := range records {
		p, spec, err := s.replan(&r.Manifest, nil)
		if err != nil {
			return nil, err
		}
		var verdicts []record.Verdict
		_, checked := r.Manifest.Files[record.VerdictsFile]
		if checked || len(names) == 0 || slices.Contains(names, r.Manifest.Experiment) {
			if verdicts, err = r.Verdicts(); err != nil {
				return nil, err
			}
		}
		cells := map[string]*plan.Cell{}
		byID(cells, p)
		e := report.Experiment{Manifest: r.Manifest, Question: spec.Question, Analysis: spec.Analysis}
		for i := range r.Cells {
			c, err := reportedCell(r, &r.Cells[i], cells, verdicts)
			if err != nil {
				return nil, err
			}
			e.Cells = append(e.Cells, c)
		}
		all = append(all, e)
	}
	return all, nil
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
	return c, err
}
