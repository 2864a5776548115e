package runexp

import (
	"fmt"
	"math"
	"runtime"
	"slices"

	"github.com/filterlab/filterlab/experiments/internal/plan"
)

// printPlan prints what a run would do and cost.
func (s *call) printPlan(p *plan.Plan, f *runFlags) error {
	g := grid{header: []string{"experiment", "cells", "trials", "queries", "core_seconds", "largest_filter"}}
	var total [3]uint64
	var names []string
	for i := range p.Cells {
		if name := p.Cells[i].Row.Experiment; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, name := range names {
		cells := cellsOf(p, name)
		var trials, queries, bytes uint64
		var seconds float64
		for _, c := range cells {
			trials, queries, seconds = trials+c.Row.Trials, queries+c.Row.Queries, seconds+c.Cost.CoreSeconds
			bytes = max(bytes, c.Cost.Bytes)
		}
		total[0], total[1], total[2] = total[0]+uint64(len(cells)), total[1]+trials, total[2]+queries
		g.rows = append(g.rows, []string{name, fmt.Sprint(len(cells)), unsigned(trials), unsigned(queries), fmt.Sprintf("%.1f", seconds), formatBytes(bytes)})
	}
	g.rows = append(g.rows, []string{"all", unsigned(total[0]), unsigned(total[1]), unsigned(total[2]), fmt.Sprintf("%.1f", p.CoreSeconds()), ""})
	if err := g.write(s.out, "table"); err != nil {
		return err
	}
	jobs := int(f.effort.jobs.value)
	fmt.Fprintf(s.out, "\nprofile %s: about %.1f core-seconds (budget %s), %.0f s with %d jobs on %d cores; memory of filters at most %s (allowed %s); %d cells left to a larger profile\n",
		p.Profile.Name, p.CoreSeconds(), budget(p.Profile.Budget), p.CoreSeconds()/float64(min(jobs, runtime.NumCPU())), jobs, runtime.NumCPU(),
		formatBytes(p.Bytes(jobs)), formatBytes(f.effort.budget()), len(p.LeftOut))
	return nil
}

// budget words a bound on core-seconds.
func budget(seconds float64) string {
	if math.IsInf(seconds, 1) {
		return "none"
	}
	return fmt.Sprintf("%.0f", seconds)
}
