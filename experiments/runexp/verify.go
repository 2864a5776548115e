package runexp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/filterlab/filterlab/experiments/internal/measure"
	"github.com/filterlab/filterlab/experiments/internal/plan"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/hashes"
)

// verify is the verb verify.
func (s *call) verify() *cobra.Command {
	var e effort
	var quick bool
	cmd := &cobra.Command{
		Use:   "verify [DIR] [--quick]",
		Short: "run a record again from its manifest and compare, byte for byte",
		Long:  "DIR is a folder of records (default results) or the record of one experiment.",
		Args:  cobra.MaximumNArgs(1),
	}
	e.register(cmd.Flags())
	cmd.Flags().BoolVar(&quick, "quick", false, "the whole plan, but of the counts only the cheapest rows: about 2 core-seconds an experiment")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		dir := "results"
		if len(args) == 1 {
			dir = args[0]
		}
		return s.verifyFolder(cmd.Context(), dir, &e, quick)
	}
	return cmd
}

// verifyFolder verifies one record, or all records in a folder.
func (s *call) verifyFolder(ctx context.Context, dir string, e *effort, quick bool) error {
	folders := []record.Folder{record.Folder(dir)}
	if !folders[0].Has(record.ManifestFile) {
		names, err := s.recordedNames(dir)
		if err != nil {
			return fmt.Errorf("verify: %w", err)
		}
		folders = nil
		for _, name := range names {
			folders = append(folders, record.Folder(filepath.Join(dir, name)))
		}
	}
	if len(folders) == 0 {
		return fmt.Errorf("verify: %s: holds no record", dir)
	}
	if err := hashes.SelfTest(); err != nil {
		return fmt.Errorf("verify: %w", err)
	}
	var unlike []string
	for _, f := range folders {
		differences, note, err := s.verifyRecord(ctx, f, e, quick)
		if err != nil {
			return fmt.Errorf("verify: %w", err)
		}
		if len(differences) == 0 {
			fmt.Fprintf(s.out, "%s: equal%s\n", f, note)
			continue
		}
		unlike = append(unlike, string(f))
		for _, d := range differences {
			fmt.Fprintln(s.out, d)
		}
	}
	if len(unlike) > 0 {
		return findingf("verify: %d of %d records differ: %s", len(unlike), len(folders), strings.Join(unlike, ", "))
	}
	return nil
}

// verifyRecord returns what differs between a record and its second making, and
// a note on what was left out.
func (s *call) verifyRecord(ctx context.Context, f record.Folder, e *effort, quick bool) (differences []string, note string, err error) {
	m, err := f.Manifest()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", fmt.Errorf("%s: not complete: no %s", f, record.ManifestFile)
	}
	if err != nil {
		return nil, "", err
	}
	if m.Shard != "" {
		return nil, "", fmt.Errorf("%s: only shard %s; runexp merge joins the shards first", f, m.Shard)
	}
	if err := checkSeedsIn(f); err != nil {
		return nil, "", err
	}
	again, err := s.planAgain(&m, e)
	if err != nil {
		return nil, "", err
	}
	data, err := record.EncodeCells(again.rows)
	if err != nil {
		return nil, "", err
	}
	if differences, err = compareFile(f, record.CellsFile, data); err != nil {
		return nil, "", err
	}
	differences = append(differences, damaged(f, &m)...)
	var more []string
	if quick {
		more, note, err = s.compareRows(ctx, f, again, e)
	} else {
		more, err = s.compareCounts(ctx, f, again, e)
	}
	return append(differences, more...), note, err
}

// checkSeedsIn refuses a record whose manifest names another seed than that of
// its counts. One that cannot be loaded is let through: verify tells how it differs.
func checkSeedsIn(f record.Folder) error {
	r, err := f.Load()
	if err != nil {
		return nil
	}
	return checkSeeds(r)
}

// repetition is a recorded spec planned again.
type repetition struct {
	cells []*plan.Cell
	rows  []record.Cell
	all   sources
}

func (s *call) planAgain(m *record.Manifest, e *effort) (*repetition, error) {
	r := &repetition{all: sources{}}
	p, spec, err := s.replan(m, r.all)
	if err != nil {
		return nil, err
	}
	r.cells = cellsOf(p, spec.Name)
	for _, c := range r.cells {
		if err := e.fits("cell "+c.Row.ID, c.Row.N, c.Cost.Bytes); err != nil {
			return nil, err
		}
		r.rows = append(r.rows, c.Row)
	}
	return r, nil
}

// measure measures some units of the repeated plan.
func (s *call) measure(ctx context.Context, r *repetition, units map[string][]record.Unit, e *effort) (record.Pieces, error) {
	pieces := record.Pieces{}
	show := newProgress(s.err, e.quiet)
	defer show.close()
	o := e.options()
	o.Append, o.OnProgress = pieces.Put, show.step
	return pieces, measure.Run(ctx, tasksOf(r.cells, units, r.all), o)
}

// compareCounts measures everything again and compares the bytes.
func (s *call) compareCounts(ctx context.Context, f record.Folder, r *repetition, e *effort) ([]string, error) {
	units := map[string][]record.Unit{}
	for i := range r.rows {
		units[r.rows[i].ID] = r.rows[i].Units()
	}
	pieces, err := s.measure(ctx, r, units, e)
	if err != nil {
		return nil, err
	}
	counts, err := record.Assemble(r.rows, pieces)
	if err != nil {
		return nil, err
	}
	data, err := record.EncodeCounts(counts)
	if err != nil {
		return nil, err
	}
	return compareFile(f, record.CountsFile, data)
}
