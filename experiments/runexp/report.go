package runexp

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/plan"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/report"
	"github.com/filterlab/filterlab/experiments/internal/report/lab"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
	"github.com/filterlab/filterlab/variants"
)

// reporting is what the verb report was asked for.
type reporting struct {
	out    string
	names  []string // of experiments; none is all
	lang   string   // "" is every language
	readme string
	// reproduce is the page whose tables of what reproducing takes are rewritten
	reproduce string
	format    string
}

// report is the verb report.
func (s *call) report() *cobra.Command {
	var r reporting
	cmd := &cobra.Command{
		Use:               "report [EXPERIMENT...] [--out DIR] [--lang en|vi] [--readme FILE] [--reproduce FILE] [--format csv|markdown|latex|html]",
		Short:             "write pages and benchstat files from the rows",
		ValidArgsFunction: s.completeExperiments,
	}
	flags := cmd.Flags()
	flags.StringVar(&r.out, "out", "results", "folder of the records")
	flags.StringVar(&r.lang, "lang", "", "language of the pages, en or vi (default both; with --format, en)")
	flags.StringVar(&r.readme, "readme", "", "put the summary between the markers of this file, too")
	flags.StringVar(&r.reproduce, "reproduce", "", "put what reproducing takes between the markers of this file, too")
	flags.StringVar(&r.format, "format", "", "write no file, but the verdicts to standard output: csv, markdown, latex, html")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		r.names = args
		if err := r.validate(); err != nil {
			return fmt.Errorf("report: %w", err)
		}
		return s.writeReport(&r)
	}
	return cmd
}

func (r *reporting) validate() error {
	switch {
	case r.lang != "" && !slices.Contains(catalogue.Languages(), r.lang):
		return fmt.Errorf("--lang %q: want %s", r.lang, strings.Join(catalogue.Languages(), " or "))
	case r.format != "" && !slices.Contains(report.Formats(), r.format):
		return fmt.Errorf("--format %q: want one of %s", r.format, strings.Join(report.Formats(), ", "))
	case r.format != "" && r.readme != "":
		return errors.New("--readme and --format: want one of them; --format writes no file")
	case r.format != "" && r.reproduce != "":
		return errors.New("--reproduce and --format: want one of them; --format writes no file")
	}
	return nil
}

// languages returns the words of the languages asked for.
func (r *reporting) languages() ([]*catalogue.Words, error) {
	var all []*catalogue.Words
	for _, lang := range catalogue.Languages() {
		if r.lang != "" && lang != r.lang {
			continue
		}
		w, err := catalogue.Open(lang)
		if err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	return all, nil
}

// asked reports whether an experiment's own pages are wanted.
func (r *reporting) asked(experiment string) bool {
	return len(r.names) == 0 || slices.Contains(r.names, experiment)
}

// writeReport writes the pages of the experiments asked for, and the index of
// all. The page to be spliced is read before anything is written.
func (s *call) writeReport(r *reporting) error {
	records, err := s.loadFamily("report", r.out, r.names)
	if err != nil {
		return err
	}
	all, plans, err := s.reported(records, r.names)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	languages, err := r.languages()
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	if r.format != "" {
		return s.export(r, languages[0], all)
	}
	machines, err := s.loadTimings(r.out)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	claims := find(s.Claims, machines)
	spliced, err := s.splicedPages(r, languages[0], records, plans, all, claims)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	if err := writeBench(r, records, all); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	for _, w := range languages {
		if err := s.writeLanguage(r, w, records, all, machines, claims); err != nil {
			return fmt.Errorf("report: %w", err)
		}
	}
	if err := describeFolder(r.out); err != nil {
		return err
	}
	for _, page := range spliced {
		if err := record.WriteFile(page.path, page.text); err != nil {
			return err
		}
	}
	return nil
}

// splicedPage is a page of which a part was written anew.
type splicedPage struct {
	path string
	text []byte
}

// splicedPages makes the texts of the pages that --readme and --reproduce name.
func (s *call) splicedPages(r *reporting, w *catalogue.Words, records []*record.Record, plans []*plan.Plan, all []report.Experiment, claims []experiments.Claim) ([]splicedPage, error) {
	var pages []splicedPage
	if r.readme != "" {
		text, err := splice(w, r, all, report.ClaimsIn(w, claims, all))
		if err != nil {
			return nil, fmt.Errorf("--readme %s: %w", r.readme, err)
		}
		pages = append(pages, splicedPage{r.readme, text})
	}
	if r.reproduce != "" {
		text, err := spliceReproduce(r.reproduce, records, plans, all, claims)
		if err != nil {
			return nil, fmt.Errorf("--reproduce %s: %w", r.reproduce, err)
		}
		pages = append(pages, splicedPage{r.reproduce, text})
	}
	return pages, nil
}

// export prints the verdicts of the experiments asked for.
func (s *call) export(r *reporting, w *catalogue.Words, all []report.Experiment) error {
	asked := slices.DeleteFunc(all, func(e report.Experiment) bool { return !r.asked(e.Manifest.Experiment) })
	text, err := report.Export(w, r.format, asked)
	if err == nil {
		_, err = s.out.Write(text)
	}
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// splice makes the text of the readme with the summary in it.
func splice(w *catalogue.Words, r *reporting, all []report.Experiment, claims []report.Outcome) ([]byte, error) {
	page, err := os.ReadFile(r.readme)
	if err != nil {
		return nil, err
	}
	prefix, err := filepath.Rel(filepath.Dir(r.readme), r.out)
	if err != nil {
		return nil, err
	}
	return report.Splice(page, report.Summary(w, all, filepath.ToSlash(prefix)+"/", claims))
}

// writeLanguage writes all pages of one language.
func (s *call) writeLanguage(r *reporting, w *catalogue.Words, records []*record.Record, all []report.Experiment, machines []report.Machine, published []experiments.Claim) error {
	claims := report.ClaimsIn(w, published, all)
	if err := drawFigures(w, all); err != nil {
		return err
	}
	for i, rec := range records {
		if !r.asked(rec.Manifest.Experiment) {
			continue
		}
		if err := writePages(w, rec, &all[i], claims); err != nil {
			return err
		}
	}
	if err := drawTimings(w, machines); err != nil {
		return err
	}
	if err := writeMachines(w, r.out, machines); err != nil {
		return err
	}
	if err := record.WriteFile(filepath.Join(r.out, report.PageFile(w.Lang)), report.Index(w, all, claims, machines)); err != nil {
		return err
	}
	tools, err := lab.HTML(w)
	if err != nil {
		return err
	}
	book := report.Book{All: all, Claims: claims, Rest: s.unanswered(claims), Timed: machines, Lab: tools, Other: r.other(w.Lang)}
	page, err := report.HTML(w, &book)
	if err != nil {
		return err
	}
	return record.WriteFile(filepath.Join(r.out, report.HTMLFile(w.Lang)), page)
}

// other returns the file of the page in the other language, if it is written now
// or there already.
func (r *reporting) other(lang string) string {
	for _, other := range catalogue.Languages() {
		if other == lang {
			continue
		}
		name := report.HTMLFile(other)
		if _, err := os.Stat(filepath.Join(r.out, name)); r.lang == "" || err == nil {
			return name
		}
	}
	return ""
}

// unanswered returns the claims that are not among the outcomes.
func (s *call) unanswered(claims []report.Outcome) []experiments.Claim {
	var rest []experiments.Claim
	for i := range s.Claims {
		if !slices.ContainsFunc(claims, func(o report.Outcome) bool { return o.Claim.ID == s.Claims[i].ID }) {
			rest = append(rest, s.Claims[i])
		}
	}
	return rest
}

// writeBench writes the two files for benchstat beside the rows of each experiment
// asked for.
func writeBench(r *reporting, records []*record.Record, all []report.Experiment) error {
	for i, rec := range records {
		if !r.asked(rec.Manifest.Experiment) {
			continue
		}
		theory, measured, err := report.Bench(&all[i])
		if err != nil {
			return err
		}
		err = rec.Folder.Write(&rec.Manifest, record.File{Name: report.TheoryFile, Data: theory}, record.File{Name: report.MeasuredFile, Data: measured})
		if err != nil {
			return err
		}
	}
	return nil
}

// writePages writes the page of one experiment and its figures in one language.
func writePages(w *catalogue.Words, r *record.Record, e *report.Experiment, claims []report.Outcome) error {
	files := []record.File{{Name: report.PageFile(w.Lang), Data: report.Page(w, e, claims)}}
	for i := range e.Figures {
		f := &e.Figures[i]
		files = append(files, record.File{Name: "figures/" + f.Name + ".svg", Data: f.SVG})
		if f.PNG != nil {
			files = append(files, record.File{Name: "figures/" + f.Name + ".png", Data: f.PNG})
		}
	}
	return r.Folder.Write(&r.Manifest, files...)
}

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
