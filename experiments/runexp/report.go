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
	"github.com/filterlab/filterlab/experiments/words/catalogue"
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
