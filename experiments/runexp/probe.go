package runexp

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/measure"
	"github.com/filterlab/filterlab/experiments/internal/plan"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// probeFlags are the flags of the verb probe.
type probeFlags struct {
	shape           shapeFlags
	keys            string
	queries, trials integer
	seed            seed
	tolerance       fraction
	expectFPR       fraction
	experiment      string
	format          format
	effort          effort
}

// A probe remembers every trial and what is left to do of every chunk of queries,
// some 200 bytes each, so their numbers are bounded: a million million queries are
// two days of two cores.
const (
	maxQueries = 1_000_000_000_000
	maxTrials  = 250_000
	maxPieces  = 250_000
)

// bearable refuses a product of trials and chunks that would fill the memory.
func (f *probeFlags) bearable() error {
	pieces := f.trials.value * ((f.queries.value + record.ChunkQueries - 1) / record.ChunkQueries)
	if pieces > maxPieces {
		return fmt.Errorf("probe: --queries %d and --trials %d: want at most %d trials times chunks of 2^24 queries, not %d", f.queries.value, f.trials.value, maxPieces, pieces)
	}
	return nil
}

// probe is the verb probe.
func (s *call) probe() *cobra.Command {
	f := probeFlags{
		queries: integer{low: 1, high: maxQueries, value: 1_000_000}, trials: integer{low: 1, high: maxTrials, value: 1},
		seed: seed{value: 1}, tolerance: fraction{low: 0, high: 1, value: 0.05}, expectFPR: fraction{low: 0, high: 1},
	}
	cmd := &cobra.Command{
		Use:   "probe --variant V --scheme S -n N [--capacity C] (--bits-per-key B | --bits M | --fpr P) [-k K] [--param NAME=VALUE]... [--keys KIND|file:PATH|hexfile:PATH|-] [--queries Q] [--trials T]",
		Short: "measure one configuration and hold it against theory",
		Args:  noArguments,
	}
	flags := cmd.Flags()
	f.shape.register(flags, variants.Config{})
	flags.StringVar(&f.keys, "keys", "uint64", "kind of keys, file:PATH, hexfile:PATH or - for standard input")
	flags.Var(&f.queries, "queries", "absent keys queried, a trial")
	flags.Var(&f.trials, "trials", "filters, each with keys and seeds of its own")
	flags.Var(&f.seed, "seed", "decimal or 0x")
	flags.Var(&f.tolerance, "tolerance", "relative: agreement is shown within it")
	flags.Var(&f.expectFPR, "expect-fpr", "exit 1 if the interval excludes every rate up to this one")
	flags.StringVar(&f.experiment, "experiment", "probe", "count as a cell of this experiment: repeats the cell's own trials")
	f.format.register(flags)
	f.effort.register(flags)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return s.probeOnce(cmd.Context(), &f) }
	return cmd
}

// probeOnce measures and prints, and then looks for findings.
func (s *call) probeOnce(ctx context.Context, f *probeFlags) error {
	if err := f.bearable(); err != nil {
		return err
	}
	all := sources{}
	cell, err := s.probeCell(f, all)
	if err != nil {
		return err
	}
	trials, err := s.measureCell(ctx, f, &cell, all)
	if err != nil {
		return err
	}
	answer, err := s.answer(&cell, trials)
	if err != nil {
		return err
	}
	if f.format == "json" {
		err = answer.writeJSON(s.out)
	} else {
		err = writeFields(s.out, f.format, answer.fields())
	}
	if err != nil {
		return err
	}
	return answer.finding(f)
}

// probeCell makes the cell that the flags describe.
func (s *call) probeCell(f *probeFlags, all sources) (plan.Cell, error) {
	x, err := s.shape("probe", &f.shape)
	if err != nil {
		return plan.Cell{}, err
	}
	x.point.Keys = f.keys
	catalog := s.catalog(all, true)
	cell, err := catalog.Cell(f.experiment, x.point)
	if err != nil {
		return plan.Cell{}, fmt.Errorf("probe: %w", err)
	}
	cell.Seed = f.seed.value
	row := &cell.Row
	row.Trials, row.Queries = f.trials.value, f.trials.value*f.queries.value
	if cell.Repeats() && row.Trials > 1 {
		return plan.Cell{}, fmt.Errorf("probe: --trials %d: keys %s are the same in every trial and scheme %s takes no seed; want 1", row.Trials, row.Keys, row.Scheme)
	}
	if row.Queries/row.Trials != f.queries.value || row.Queries > 1<<62 {
		return plan.Cell{}, fmt.Errorf("probe: --queries %d in %d trials: want at most 2^62 in all", f.queries.value, f.trials.value)
	}
	row.Tolerance, row.Expect = f.tolerance.value, experiments.None
	if err := f.effort.fits(row.Variant, row.N, cell.Shape.Allocated/8); err != nil {
		return plan.Cell{}, fmt.Errorf("probe: %w", err)
	}
	return cell, nil
}

// measureCell runs all trials of cell and collects each one's counts.
func (s *call) measureCell(ctx context.Context, f *probeFlags, cell *plan.Cell, all sources) (*record.Trials, error) {
	if err := hashes.SelfTest(); err != nil {
		return nil, fmt.Errorf("probe: %w", err)
	}
	p := newProgress(s.err, f.effort.quiet)
	trials := record.NewTrials(&cell.Row)
	o := f.effort.options()
	o.Append, o.OnProgress = trials.Put, p.step
	task := measure.Task{Cell: cell.Row, Canonical: cell.Canonical, Seed: cell.Seed, Variant: cell.Variant,
		Config: cell.Config, Keys: all[cell.Row.Keys], Units: cell.Row.TrialUnits()}
	err := measure.Run(ctx, []measure.Task{task}, o)
	p.close()
	if err != nil {
		return nil, fmt.Errorf("probe: %w", err)
	}
	return trials, nil
}
