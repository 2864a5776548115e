package runexp

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/hashes"
)

// Who is cited, and where the source is kept. CITATION.cff says the same, and a
// test holds the two against each other.
const (
	citedAuthors    = "filterlab maintainers"
	citedRepository = "https://github.com/filterlab/filterlab"
)

// cite is the verb cite.
func (s *call) cite() *cobra.Command {
	form := &wordFlag{words: []string{"text"}, known: []string{"text", "bibtex", "json"}}
	var out string
	cmd := &cobra.Command{
		Use:   "cite CELL_ID|EXPERIMENT [--out DIR] [--format text|bibtex|json]",
		Short: "how to cite a figure of the record: text, BibTeX, the exact row, and the command that makes it again",
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return s.experimentNames(), cobra.ShellCompDirectiveNoFileComp
		},
	}
	cmd.Flags().StringVar(&out, "out", "results", "folder of the records")
	cmd.Flags().Var(form, "format", "form of the output")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) != 1 {
			return fmt.Errorf("cite: %q: want one cell id, 10 lower-case hex digits, or one experiment", strings.Join(args, " "))
		}
		c, err := s.citation(args[0], out)
		if err != nil {
			return err
		}
		return s.writeCitation(form.words[0], c)
	}
	return cmd
}

// citation finds what a word names among the complete records in out.
func (s *call) citation(word, out string) (*citation, error) {
	names, err := s.completeNames(out)
	if err != nil {
		return nil, fmt.Errorf("cite: %w", err)
	}
	if slices.Contains(names, word) {
		records, err := s.load("cite", out, []string{word})
		if err != nil {
			return nil, err
		}
		return s.citeExperiment(records[0])
	}
	records, err := s.load("cite", out, nil)
	if err != nil {
		return nil, err
	}
	for _, r := range records {
		for i := range r.Cells {
			if r.Cells[i].ID == word {
				return s.citeCell(r, &r.Cells[i])
			}
		}
	}
	return nil, fmt.Errorf("cite: %s: %w", out, unknownCitation(word, records))
}

// citeCell gathers what is known of a cell. The verdicts are those of its rows.
func (s *call) citeCell(r *record.Record, row *record.Cell) (*citation, error) {
	x, err := s.explainRecorded(r, row)
	if err != nil {
		return nil, fmt.Errorf("cite: %w", err)
	}
	return &citation{manifest: &r.Manifest, folder: string(r.Folder), row: row, verdicts: x.verdicts,
		sum: record.Sum(x.counts), probe: probeCommand(x.cell, row)}, nil
}

// citeExperiment gathers what is known of a whole record.
func (s *call) citeExperiment(r *record.Record) (*citation, error) {
	c := &citation{manifest: &r.Manifest, folder: string(r.Folder), cells: len(r.Cells), sum: record.Sum(r.Counts)}
	if _, checked := r.Manifest.Files[record.VerdictsFile]; !checked {
		return c, nil
	}
	var err error
	if c.verdicts, err = r.Verdicts(); err != nil {
		return nil, fmt.Errorf("cite: %w", err)
	}
	return c, nil
}

// unknownCitation says what could have been cited: the experiments that are
// recorded and, where the word looks like a cell's id, the ids near it.
func unknownCitation(word string, records []*record.Record) error {
	var names, ids []string
	for _, r := range records {
		names = append(names, r.Manifest.Experiment)
		for i := range r.Cells {
			ids = append(ids, r.Cells[i].ID)
		}
	}
	if len(word) < 4 || strings.Trim(word, "0123456789abcdefABCDEF") != "" {
		return errors.New(hashes.Unknown("experiment or cell", word, append(names, "any cell_id of their cells.csv")))
	}
	message := fmt.Sprintf("unknown cell %q; known: the %d ids in the cells.csv of %s", word, len(ids), strings.Join(names, ", "))
	if near := nearIDs(strings.ToLower(word), ids); len(near) > 0 {
		message += fmt.Sprintf(" (did you mean %s?)", strings.Join(near, " or "))
	}
	return errors.New(message)
}

// nearIDs returns up to three ids that begin with a word, or else differ from
// it in at most two digits.
func nearIDs(word string, ids []string) []string {
	var begin, close []string
	for _, id := range ids {
		switch {
		case strings.HasPrefix(id, word):
			begin = append(begin, id)
		case len(id) == len(word) && digitsApart(id, word) <= 2:
			close = append(close, id)
		}
	}
	if len(begin) == 0 {
		begin = close
	}
	return begin[:min(3, len(begin))]
}

// digitsApart counts the places at which two words of one length differ.
func digitsApart(a, b string) int {
	n := 0
	for i := range len(a) {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}
