package runexp

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/measure"
	"github.com/filterlab/filterlab/experiments/internal/plan"
	"github.com/filterlab/filterlab/experiments/internal/record"
)

// runFlags are the flags of the verb run.
type runFlags struct {
	profile, out string
	seed         seed
	effort       effort
	shard        shard
	dryRun       bool
	again        bool
}

// run is the verb run.
func (s *call) run() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:               "run [EXPERIMENT...] [--profile smoke|standard|full] [--out DIR] [--seed S] [--jobs N] [--memory SIZE] [--shard I/N] [--again] [--dry-run]",
		Short:             "plan and measure experiments; what is recorded survives a kill, and the same command goes on",
		ValidArgsFunction: s.completeExperiments,
	}
	flags := cmd.Flags()
	flags.StringVar(&f.profile, "profile", experiments.Standard, "smoke, standard or full")
	flags.StringVar(&f.out, "out", "", "folder of the records (default results, results-smoke, results-full)")
	flags.Var(&f.seed, "seed", "in place of each experiment's own, decimal or 0x")
	f.effort.register(flags)
	flags.Var(&f.shard, "shard", "measure only part I of N, from 0; runexp merge joins the parts")
	flags.BoolVar(&f.again, "again", false, "measure what is complete again, by today's spec, and replace it when the new record is")
	flags.BoolVar(&f.dryRun, "dry-run", false, "print the plan and what it would cost, and stop")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		f.out = outFolder(f.out, f.profile)
		stores, tasks, err := s.prepare(&f, args)
		if err != nil || f.dryRun {
			return err
		}
		return s.measureAll(cmd.Context(), &f, stores, tasks)
	}
	return cmd
}

// prepare plans, prints the plan where asked to, and looks at the folders. It
// writes nothing.
func (s *call) prepare(f *runFlags, names []string) ([]*store, []measure.Task, error) {
	if err := checkProfile("run", f.profile); err != nil {
		return nil, nil, err
	}
	specs, err := s.pick("run", names)
	if err != nil {
		return nil, nil, err
	}
	all := sources{}
	p, err := plan.New(specs, f.profile, s.catalog(all, false), f.options())
	if err != nil {
		return nil, nil, fmt.Errorf("run: %w", err)
	}
	if f.dryRun {
		if err := s.printPlan(p, f); err != nil {
			return nil, nil, err
		}
	}
	if err := p.CheckBudget(); err != nil {
		return nil, nil, fmt.Errorf("run: %w", err)
	}
	for i := range p.Cells {
		c := &p.Cells[i]
		if err := f.effort.fits("cell "+c.Row.ID+" of "+c.Row.Experiment, c.Row.N, c.Cost.Bytes); err != nil {
			return nil, nil, fmt.Errorf("run: %w", err)
		}
	}
	if f.dryRun {
		return nil, nil, nil
	}
	return s.stores(f, specs, p, all)
}

func (f *runFlags) options() plan.Options {
	if !f.seed.given {
		return plan.Options{}
	}
	return plan.Options{Seed: &f.seed.value}
}

// stores makes the store of each experiment, and the tasks of what is not done.
func (s *call) stores(f *runFlags, specs []experiments.Spec, p *plan.Plan, all sources) ([]*store, []measure.Task, error) {
	var stores []*store
	var tasks []measure.Task
	id := record.Identity{Profile: f.profile, Revision: machine().Revision}
	for i := range specs {
		cells := cellsOf(p, specs[i].Name)
		if len(cells) == 0 {
			continue
		}
		st, err := newStore(f.folder(specs[i].Name), &specs[i], cells, id, &f.shard, f.mode(specs))
		if err != nil {
			return nil, nil, err
		}
		stores = append(stores, st)
		tasks = append(tasks, tasksOf(cells, st.todo(), all)...)
	}
	return stores, tasks, nil
}

// folder is the folder of an experiment's record.
func (f *runFlags) folder(name string) record.Folder {
	return record.Folder(filepath.Join(f.out, name))
}

// mode tells an --again that begins from one that was interrupted: all journals
// are made before anything is measured, and each goes when its record is complete.
func (f *runFlags) mode(specs []experiments.Spec) mode {
	if !f.again {
		return asBefore
	}
	for i := range specs {
		folder := f.folder(specs[i].Name)
		m, err := folder.Manifest()
		if folder.Has(record.JournalFile) && (err != nil || finishedJournal(folder, &m) == 0) {
			return goOnAgain
		}
	}
	return again
}

// cellsOf returns the cells of one experiment in the plan's order.
func cellsOf(p *plan.Plan, experiment string) []*plan.Cell {
	var cells []*plan.Cell
	for i := range p.Cells {
		if p.Cells[i].Row.Experiment == experiment {
			cells = append(cells, &p.Cells[i])
		}
	}
	return cells
}

// tasksOf makes the tasks of the cells that have units to do.
func tasksOf(cells []*plan.Cell, todo map[string][]record.Unit, all sources) []measure.Task {
	var tasks []measure.Task
	for _, c := range cells {
		if units := todo[c.Row.ID]; len(units) > 0 {
			tasks = append(tasks, measure.Task{Cell: c.Row, Canonical: c.Canonical, Seed: c.Seed, Variant: c.Variant,
				Config: c.Config, Keys: all[c.Row.Keys], Units: units})
		}
	}
	return tasks
}
