package runexp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/timing"
	"github.com/filterlab/filterlab/hashes"
)

// growthName is the name of the files that the verb growth writes.
const growthName = "growth"

// growthFlags are the flags of the verb growth.
type growthFlags struct {
	variants string
	scheme   string
	n        integers
	perKey   fraction
	rounds   integer
	seed     seed
	out      string
	again    bool
	quiet    bool
}

// growth is the verb growth.
func (s *call) growth() *cobra.Command {
	f := growthFlags{
		n:      integers{low: 1, high: 1 << 30, values: []uint64{1e4, 1e5, 1e6, 1e7, 1e8}},
		perKey: fraction{low: 0, high: positiveInfinity, value: 10}, rounds: integer{low: 1, high: 100, value: 3}, seed: seed{value: 1},
	}
	cmd := &cobra.Command{
		Use:   "growth [--variant V,...] [-n N,...] [--rounds R] [--out DIR] [--again]",
		Short: "time counting at rising n, each in a process of its own, with the memory it takes",
		Long: `Count false positives at rising n, each in a process of its own on one core (a
probe with as many queries as keys), and record its time and the most memory that
it held. Files go to DIR/timings/MACHINE/growth.csv and .json, for runexp report.`,
		Args: noArguments,
	}
	flags := cmd.Flags()
	flags.StringVar(&f.variants, "variant", "classic,blocked", "variants")
	flags.StringVar(&f.scheme, "scheme", "xxh3+double", "scheme")
	flags.VarP(&f.n, "n", "n", "numbers of keys")
	flags.Var(&f.perKey, "bits-per-key", "size of the filters")
	flags.Var(&f.rounds, "rounds", "processes of every n and variant")
	flags.Var(&f.seed, "seed", "decimal or 0x")
	flags.StringVar(&f.out, "out", "results", "folder of the records")
	flags.BoolVar(&f.again, "again", false, "replace the files that are there")
	flags.BoolVar(&f.quiet, "quiet", false, "no progress")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := s.grow(cmd.Context(), &f); err != nil {
			return fmt.Errorf("growth: %w", err)
		}
		return nil
	}
	return cmd
}

// grow runs the processes, smallest first in every round, and writes what they took.
func (s *call) grow(ctx context.Context, f *growthFlags) error {
	names, err := s.growthVariants(f)
	if err != nil {
		return err
	}
	base := filepath.Join(f.out, record.TimingsFolder, machineID(), growthName)
	if _, err := os.Lstat(base + ".csv"); !errors.Is(err, fs.ErrNotExist) && !f.again {
		return fmt.Errorf("%s.csv is there: want --again to replace it", base)
	}
	run := s.growthRun(f)
	var rows []record.Growth
	for round := range f.rounds.value {
		for _, n := range f.n.values {
			for _, name := range names {
				row, err := growOnce(ctx, f, name, n)
				if err != nil {
					return err
				}
				row.Round = round + 1
				rows = append(rows, row)
				if !f.quiet {
					fmt.Fprintf(s.err, "round %d: %s, n = %s: %.3g s, %s\n", row.Round, name, timing.Count(n), float64(row.ElapsedNS)/1e9, formatBytes(row.PeakBytes))
				}
			}
		}
	}
	run.End, run.MHz = now(), coreMHz()
	return s.writeGrowth(base, rows, run)
}

// growthVariants looks the names up before anything runs.
func (s *call) growthVariants(f *growthFlags) ([]string, error) {
	var known []string
	for _, v := range s.Variants {
		known = append(known, v.Name)
	}
	names := strings.Split(f.variants, ",")
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, errors.New("--variant: " + hashes.Unknown("variant", name, known))
		}
	}
	return names, nil
}

// growthRun begins the description of this execution.
func (s *call) growthRun(f *growthFlags) record.TimingRun {
	return record.TimingRun{Machine: machine(), GOAMD64: goamd64(), Kernel: kernelVersion(), HugePages: hugePolicy(), Cores: runtime.NumCPU(),
		PinnedTo: -1, Profile: growthName, Seed: f.seed.value, FirstRound: 1, Rounds: f.rounds.value,
		Command: ownCommand(s.args), Start: now(), Sizes: []record.TimingSize{}, Warnings: []string{}}
}

// growOnce counts in a process of its own.
func growOnce(ctx context.Context, f *growthFlags, variant string, n uint64) (record.Growth, error) {
	row := record.Growth{N: n, Variant: variant, Scheme: f.scheme, Queries: n}
	self, err := os.Executable()
	if err != nil {
		return row, err
	}
	cmd := exec.CommandContext(ctx, self, "probe", "--variant", variant, "--scheme", f.scheme, "-n", unsigned(n), "--bits-per-key", plainNumber(f.perKey.value),
		"--queries", unsigned(n), "--seed", unsigned(f.seed.value), "--jobs", "1", "--quiet", "--format", "json")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	start := time.Now()
	err = cmd.Run()
	row.ElapsedNS = uint64(time.Since(start))
	switch {
	case ctx.Err() != nil:
		return row, ctx.Err()
	case err != nil:
		return row, fmt.Errorf("%s, n = %d: %w: %s", variant, n, err, strings.TrimSpace(errs.String()))
	}
	row.CPUNS, row.PeakBytes = uint64(cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()), peakBytes(cmd.ProcessState)
	return row, readProbe(out.Bytes(), &row)
}

// readProbe takes what was counted from what a probe printed.
func readProbe(data []byte, row *record.Growth) error {
	var said struct {
		Trials []struct {
			FilterBits     uint64 `json:"filter_bits"`
			AllocatedBits  uint64 `json:"allocated_bits"`
			FalsePositives uint64 `json:"false_positives"`
		} `json:"trials"`
	}
	if err := json.Unmarshal(data, &said); err != nil || len(said.Trials) != 1 {
		return fmt.Errorf("%s, n = %d: not the answer of a probe of one trial: %.80q", row.Variant, row.N, data)
	}
	t := said.Trials[0]
	row.FilterBits, row.AllocatedBits, row.FalsePositives = t.FilterBits, t.AllocatedBits, t.FalsePositives
	return nil
}

// writeGrowth writes and prints what the processes took.
func (s *call) writeGrowth(base string, rows []record.Growth, run record.TimingRun) error {
	table, err := record.EncodeGrowth(rows)
	if err != nil {
		return err
	}
	file := record.TimingFile{SchemaVersion: record.SchemaVersion, Name: growthName, MachineID: machineID(), Runs: []record.TimingRun{run}}
	about, err := file.Encode()
	if err != nil {
		return err
	}
	if err := record.WriteFile(base+".csv", table); err != nil {
		return err
	}
	if err := record.WriteFile(base+".json", about); err != nil {
		return err
	}
	g := grid{header: []string{"n", "variant", "round", "seconds", "ns_a_key", "peak", "filter"}}
	for i := range rows {
		r := &rows[i]
		g.rows = append(g.rows, []string{timing.Count(r.N), r.Variant, unsigned(r.Round), fmt.Sprintf("%.3g", float64(r.ElapsedNS)/1e9),
			fmt.Sprintf("%.3g", float64(r.ElapsedNS)/float64(r.N)), formatBytes(r.PeakBytes), formatBytes(r.AllocatedBits / 8)})
	}
	if err := g.write(s.out, "table"); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "%s.csv, .json\n", base)
	return err
}
