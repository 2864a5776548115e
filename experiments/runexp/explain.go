package runexp

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/check"
	"github.com/filterlab/filterlab/experiments/internal/plan"
	"github.com/filterlab/filterlab/experiments/internal/record"
)

// explain is the verb explain.
func (s *call) explain() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "explain CELL_ID [--out DIR]",
		Short: "one cell in full: what it is, its formula with the numbers, interval, verdict, and how to repeat it",
	}
	cmd.Flags().StringVar(&out, "out", "results", "folder of the records")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return errors.New("explain: no cell: want one cell id, 10 lower-case hex digits, as in the first column of cells.csv or of the tables in results/*/README.md")
		}
		if len(args) != 1 || !record.IsCellID(args[0]) {
			return fmt.Errorf("explain: %q: want one cell id, 10 lower-case hex digits", strings.Join(args, " "))
		}
		if _, err := os.Stat(out); errors.Is(err, fs.ErrNotExist) && cmd.Flags().Changed("out") {
			return fmt.Errorf("explain: --out %s: no such folder", out)
		}
		x, err := s.findCell(args[0], out)
		if err != nil {
			return err
		}
		_, err = fmt.Fprint(s.out, x.text())
		return err
	}
	return cmd
}

// explained is a cell with all that is known of it. Its record is nil where the
// cell stands in a plan only.
type explained struct {
	cell     *plan.Cell
	row      record.Cell
	spec     *experiments.Spec
	profile  string
	record   *record.Record
	counts   []record.Count
	verdicts []record.Verdict
}

// findCell looks for a cell in the records of a folder, and then in the plans
// of the program's own experiments.
func (s *call) findCell(id, out string) (*explained, error) {
	if _, err := os.Stat(out); err == nil {
		x, err := s.findRecorded(id, out)
		if x != nil || err != nil {
			return x, err
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, profile := range []string{experiments.Standard, experiments.Smoke, experiments.Full} {
		for i := range s.Specs {
			p, err := plan.New(s.Specs[i:i+1], profile, s.unlimited(), plan.Options{})
			if err != nil {
				return nil, fmt.Errorf("explain: %w", err)
			}
			for j := range p.Cells {
				if c := &p.Cells[j]; c.Row.ID == id {
					return &explained{cell: c, row: c.Row, spec: &s.Specs[i], profile: profile}, nil
				}
			}
		}
	}
	return nil, fmt.Errorf("explain: cell %s: neither recorded in %s nor in the plan of any profile", id, out)
}

// findRecorded returns nil where no record in out has the cell.
func (s *call) findRecorded(id, out string) (*explained, error) {
	names, err := s.completeNames(out)
	if err != nil || len(names) == 0 {
		return nil, err
	}
	records, err := s.load("explain", out, names)
	if err != nil {
		return nil, err
	}
	for _, r := range records {
		i := slices.IndexFunc(r.Cells, func(c record.Cell) bool { return c.ID == id })
		if i < 0 {
			continue
		}
		return s.explainRecorded(r, &r.Cells[i])
	}
	return nil, nil
}

func (s *call) explainRecorded(r *record.Record, row *record.Cell) (*explained, error) {
	p, spec, err := s.replan(&r.Manifest, nil)
	if err != nil {
		return nil, err
	}
	cells := map[string]*plan.Cell{}
	byID(cells, p)
	x := &explained{cell: cells[row.ID], row: *row, spec: spec, profile: r.Manifest.Profile, record: r, counts: record.CountsOf(r.Counts, row.ID)}
	if x.cell == nil {
		return nil, fmt.Errorf("explain: cell %s: this program no longer plans it from the recorded spec", row.ID)
	}
	if _, ok := r.Manifest.Files[record.VerdictsFile]; !ok {
		return x, nil
	}
	all, err := r.Verdicts()
	for _, v := range all {
		if v.CellID == row.ID {
			x.verdicts = append(x.verdicts, v)
		}
	}
	return x, err
}

// text tells everything.
func (x *explained) text() string {
	var b strings.Builder
	row, v := &x.row, x.cell.Variant
	fmt.Fprintf(&b, "cell %s of experiment %s, profile %s\n%s\n\n", row.ID, row.Experiment, x.profile, x.spec.Question)
	fmt.Fprintf(&b, "What it is\n")
	fmt.Fprintf(&b, "  variant   %s: %s (%s)\n", v.Name, v.Doc, v.Paper)
	fmt.Fprintf(&b, "  scheme    %s: %s\n", row.Scheme, x.cell.Scheme.Function.Doc)
	fmt.Fprintf(&b, "  keys      %s: %d in, capacity %d, load %s\n", row.Keys, row.N, row.Capacity, number(row.Load))
	fmt.Fprintf(&b, "  size      %d bits, %s a key of the capacity\n", row.Bits, number(row.BitsPerKey))
	fmt.Fprintf(&b, "  params    %s\n", row.Params)
	fmt.Fprintf(&b, "  name      %s\n\n", x.cell.Canonical)
	x.theoryText(&b)
	x.measuredText(&b)
	fmt.Fprintf(&b, "Repeat it\n  %s\n\n", probeCommand(x.cell, row))
	fmt.Fprintf(&b, "Cite it\n  cell %s, spec %s, seed %d, profile %s\n", row.ID, record.Hash([]byte(x.spec.Text)), x.cell.Seed, x.profile)
	return b.String()
}

// theoryText is the formula, the numbers that go into it and what comes out.
func (x *explained) theoryText(b *strings.Builder) {
	row, shape := &x.row, &x.cell.Shape
	var numbers []string
	for _, f := range []struct {
		name  string
		value uint64
	}{
		{"n", row.N}, {"positions", shape.Positions}, {"k", uint64(shape.K)}, {"blocks", shape.Blocks}, {"bits a block or slice", shape.BlockBits},
		{"buckets", shape.Buckets}, {"slots a bucket", uint64(shape.Slots)}, {"fingerprint bits", uint64(shape.Remainder)},
	} {
		if f.value != 0 {
			numbers = append(numbers, fmt.Sprintf("%s = %d", f.name, f.value))
		}
	}
	r := rateOf(x.cell.Variant.Predict(x.cell.Config, x.cell.Shape, row.N))
	fmt.Fprintf(b, "What theory says\n  formula   %s\n  numbers   %s\n", r.Source, strings.Join(numbers, ", "))
	fmt.Fprintf(b, "  fpr       %s, from filter to filter +- %s\n", number(row.TheoryFPR), wordOr(number(row.TheoryFPRSD).String(), "unknown"))
	if set := number(row.TheorySetBits).String(); set != "" {
		fmt.Fprintf(b, "  set bits  %s, from filter to filter +- %s\n", set, wordOr(number(row.TheorySetBitsSD).String(), "unknown"))
	}
	if p := promiseOf(x.cell); p != nil {
		fmt.Fprintf(b, "  promised  %s by its maker (%s; %s)\n", number(p.FPR), p.Maker, p.Source)
	}
	fmt.Fprintf(b, "  error     the formula may be off by %s of its value; agreement is asked for within %s\n\n", number(row.ModelError), number(row.Tolerance))
}

// measuredText is what was counted and judged.
func (x *explained) measuredText(b *strings.Builder) {
	fmt.Fprintf(b, "What was measured\n")
	if x.record == nil {
		fmt.Fprintf(b, "  nothing yet; planned are %d filters and %d queries\n\n", x.row.Trials, x.row.Queries)
		return
	}
	sum := record.Sum(x.counts)
	fmt.Fprintf(b, "  %d filters, %d keys in, %d refused, %d false negatives\n", sum.Trials, sum.Inserted, sum.Rejected, sum.FalseNegatives)
	fmt.Fprintf(b, "  %d false positives in %d queries of absent keys: fpr %s\n", sum.FalsePositives, sum.Queries, number(float64(sum.FalsePositives)/float64(sum.Queries)))
	set := perTrial(sum.SetBits, sum.Trials) + " set bits a filter"
	if sum.NoSetBits {
		set = sum.Status
	}
	fmt.Fprintf(b, "  %s; %s bits of memory that answering touches\n", set, perTrial(sum.AllocatedBits, sum.Trials))
	if len(x.verdicts) == 0 {
		fmt.Fprintf(b, "  not checked yet: %s check\n", filepath.Base(programName()))
	}
	for _, v := range x.verdicts {
		fmt.Fprintf(b, "  %s %s (expected: %s): %s in [%s, %s] with confidence %s, theory %s, error %s\n", v.Check, v.Verdict, v.Expect,
			number(v.FPR), number(v.Low), number(v.High), number(v.Confidence), number(v.Theory), number(v.RelativeError))
		fmt.Fprintf(b, "    p %s, after Holm over %d tests %s; a deviation of %s could have been seen", number(v.P), v.FamilySize, number(v.PAdjusted), number(v.Detectable))
		if v.QueriesNeeded > 0 {
			fmt.Fprintf(b, "; %s", check.Needs(v))
		}
		fmt.Fprintln(b)
	}
	fmt.Fprintln(b)
}

func perTrial(sum, trials uint64) string {
	return number(float64(sum) / float64(trials)).String()
}

// probeCommand is the command that counts the same keys in the same filters:
// --experiment makes the cell's name, and with it every trial's seed, the same.
func probeCommand(c *plan.Cell, row *record.Cell) string {
	words := []string{filepath.Base(programName()), "probe", "--experiment", row.Experiment, "--variant", row.Variant, "--scheme", row.Scheme,
		"--keys", row.Keys, "-n", unsigned(row.N), "--capacity", unsigned(row.Capacity)}
	switch p := &c.Point; {
	case p.Bits != 0:
		words = append(words, "--bits", unsigned(p.Bits))
	case p.BitsPerKey != 0:
		words = append(words, "--bits-per-key", number(p.BitsPerKey).String())
	default:
		words = append(words, "--fpr", number(p.FPR).String())
	}
	if c.Point.K != 0 {
		words = append(words, "-k", strconv.Itoa(c.Point.K))
	}
	for _, name := range slices.Sorted(maps.Keys(c.Point.Params)) {
		words = append(words, "--param", name+"="+c.Point.Params[name])
	}
	words = append(words, "--trials", unsigned(row.Trials), "--queries", unsigned(row.QueriesPerTrial()),
		"--seed", unsigned(c.Seed), "--tolerance", number(row.Tolerance).String())
	for i := range words {
		words[i] = shellWord(words[i])
	}
	return strings.Join(words, " ")
}

// shellWord quotes a word where a shell would read it otherwise.
func shellWord(word string) string {
	if strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-=_./:,@%") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
