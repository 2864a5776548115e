package runexp

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/perf/benchproc"

	"github.com/filterlab/filterlab/experiments/internal/compare"
)

// confidence is that of the intervals of medians.
const confidence = 0.95

// wordFlag is a flag that takes one word of a list, or several with commas between them.
type wordFlag struct {
	words, known []string
	several      bool
}

func (c *wordFlag) String() string { return strings.Join(c.words, ",") }

// Type is the word that help shows for the value.
func (c *wordFlag) Type() string {
	if c.several {
		return strings.Join(c.known, ",")
	}
	return strings.Join(c.known, "|")
}

// Set reads text.
func (c *wordFlag) Set(text string) error {
	words := []string{text}
	if c.several {
		words = strings.Split(text, ",")
	}
	for _, w := range words {
		if !slices.Contains(c.known, w) {
			last := len(c.known) - 1
			return fmt.Errorf("want %s or %s", strings.Join(c.known[:last], ", "), c.known[last])
		}
	}
	c.words = words
	return nil
}

func (c *wordFlag) has(word string) bool { return slices.Contains(c.words, word) }

// share is a flag that takes a number between 0 and 1, both excluded.
type share float64

func (s *share) String() string { return strconv.FormatFloat(float64(*s), 'g', -1, 64) }

// Type is the word that help shows for the value.
func (s *share) Type() string { return "X" }

// Set reads text.
func (s *share) Set(text string) error {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x > 0 && x < 1) {
		return fmt.Errorf("want a number between 0 and 1")
	}
	*s = share(x)
	return nil
}

// compare is the verb compare.
func (s *call) compare() *cobra.Command {
	failOn := &wordFlag{known: []string{"regression", "missing"}, several: true}
	form := &wordFlag{words: []string{"table"}, known: []string{"table", "csv", "markdown", "json"}}
	alpha := share(0.05)
	var filter string
	cmd := &cobra.Command{
		Use:   "compare OLD NEW",
		Short: "hold two files of benchmarks against each other",
		Long: `Hold two files of Go benchmarks against each other, row by row: what bench wrote, or
go test -bench -count 10.

Units that both files declare exact are compared by value. All others are tested
(Mann and Whitney, corrected over all rows by Holm) and held against the files'
own noise: rows that differ only in /aa=a and /aa=b of their names time the same
code twice. --fail-on regression fails on a gated row that is worse.`,
	}
	flags := cmd.Flags()
	flags.Var(failOn, "fail-on", "exit 1 on a regression, on missing rows, or on either")
	flags.Var(form, "format", "form of the output")
	flags.Var(&alpha, "alpha", "chance of any false difference among all rows")
	flags.StringVar(&filter, "filter", "", "compare only what matches, in benchstat's words: 'variant:blocked .unit:ns/op'")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) != 2 {
			return fmt.Errorf("compare: got %d files: want OLD and NEW", len(args))
		}
		old, new, err := readBoth(args, filter)
		if err != nil {
			return fmt.Errorf("compare: %w", err)
		}
		result, err := compare.Of(old, new, compare.Options{Alpha: float64(alpha), Confidence: confidence})
		if err != nil {
			return fmt.Errorf("compare: %w", err)
		}
		c := contrast{result, old.Name, new.Name, float64(alpha)}
		if err := s.writeContrast(c, form.String()); err != nil {
			return err
		}
		return failure(result, failOn)
	}
	return cmd
}

// readBoth reads the two files.
func readBoth(paths []string, filter string) (old, new *compare.File, err error) {
	if old, err = readBenchmarks(paths[0], filter); err != nil {
		return nil, nil, err
	}
	new, err = readBenchmarks(paths[1], filter)
	return old, new, err
}

func readBenchmarks(path, filter string) (*compare.File, error) {
	var only *benchproc.Filter
	if filter != "" {
		var err error
		if only, err = benchproc.NewFilter(filter); err != nil {
			return nil, fmt.Errorf("--filter %q: %w", filter, err)
		}
	}
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return compare.Read(in, path, only)
}

// failure is the finding that --fail-on asks for, nil for none.
func failure(result *compare.Result, failOn *wordFlag) error {
	var found []string
	if failOn.has("regression") {
		found = appendFound(found, result.Rows, "worse", (*compare.Row).Regression)
	}
	if failOn.has("missing") {
		found = appendFound(found, result.Rows, "missing", (*compare.Row).Missing)
	}
	if len(found) == 0 {
		return nil
	}
	return findingf("compare: %s", strings.Join(found, "; "))
}

// maxNamed is how many rows a finding names.
const maxNamed = 3

// appendFound appends how many rows are found and the names of the first.
func appendFound(found []string, rows []*compare.Row, word string, is func(*compare.Row) bool) []string {
	var names []string
	n := 0
	for _, r := range rows {
		if !is(r) {
			continue
		}
		if n++; n <= maxNamed {
			names = append(names, rowName(r))
		}
	}
	switch {
	case n == 0:
		return found
	case n > maxNamed:
		names = append(names, fmt.Sprintf("and %d more", n-maxNamed))
	}
	return append(found, fmt.Sprintf("%d of %d rows %s: %s", n, len(rows), word, strings.Join(names, ", ")))
}

// rowName is a row in a message: name, processors and unit, and how it changed.
func rowName(r *compare.Row) string {
	name := r.Name
	if r.Procs != 1 {
		name += fmt.Sprintf("-%d", r.Procs)
	}
	if r.Missing() {
		return name + " " + r.Unit
	}
	return fmt.Sprintf("%s %s %s", name, percent(r.Change), r.Unit)
}
