package plan

import (
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/filterlab/filterlab/experiments"
)

// A task is one point of one grid, to become a cell.
type task struct {
	spec  *experiments.Spec
	grid  *experiments.Grid
	which int // the grid's place in its experiment
	point experiments.Point
}

// tasks lists the points of all specs that the profile runs, in order.
func (p *Plan) tasks(specs []experiments.Spec, o Options) []task {
	var all []task
	for i := range specs {
		s := specs[i]
		if o.Seed != nil {
			s.Seed = *o.Seed
		}
		for j := range s.Grids {
			axes, runs := s.Grids[j].For(p.Profile.Name)
			if !runs {
				continue
			}
			for _, point := range axes.Points() {
				all = append(all, task{&s, &s.Grids[j], j, point})
			}
		}
	}
	return all
}

// outcome is what became of a task.
type outcome struct {
	cell    *Cell
	leftOut *LeftOut
	err     error
}

// addAll plans the tasks, on all processors, and adds what comes of them in order. The
// error is that of the first in order: how many processors there are changes nothing.
func (p *Plan) addAll(tasks []task, c Catalog) error {
	var one sync.Mutex // KeyLimit may read files and remember them
	limit := c.KeyLimit
	c.KeyLimit = func(kind string) (uint64, error) {
		one.Lock()
		defer one.Unlock()
		return limit(kind)
	}
	out := make([]outcome, len(tasks))
	var next atomic.Int64
	var failed atomic.Bool
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(tasks)) && !failed.Load(); i = next.Add(1) - 1 {
				o := &out[i]
				if o.cell, o.leftOut, o.err = tasks[i].cell(&p.Profile, &c); o.err != nil {
					failed.Store(true) // those before it have all been begun
				}
			}
		})
	}
	workers.Wait()
	for i, o := range out {
		switch {
		case o.err != nil:
			return fmt.Errorf("%s: grid %s: %w", tasks[i].spec.Name, gridName(tasks[i].grid, tasks[i].which), o.err)
		case o.leftOut != nil:
			p.LeftOut = append(p.LeftOut, *o.leftOut)
		default:
			p.Cells = append(p.Cells, *o.cell)
		}
	}
	return nil
}

// gridName is what errors call a grid.
func gridName(g *experiments.Grid, i int) string {
	if g.Name != "" {
		return fmt.Sprintf("%q", g.Name)
	}
	return fmt.Sprint(i + 1)
}

// cell plans one cell, or notes that this profile leaves it out.
func (t *task) cell(prof *Profile, c *Catalog) (*Cell, *LeftOut, error) {
	s, g, point := t.spec, t.grid, t.point
	if point.N > prof.MaxKeys {
		return nil, nil, fmt.Errorf("n = %d: profile %s wants at most %d", point.N, prof.Name, prof.MaxKeys)
	}
	cell, err := c.Cell(s.Name, point)
	if err != nil {
		return nil, nil, err
	}
	cell.Seed, cell.Grid = s.Seed, g.Name
	row := &cell.Row
	var own float64
	row.Expect, own = s.Expectation(g, prof.Name, cell.Seen())
	row.Tolerance = prof.Tolerance(row.TheoryFPR, row.Scheme)
	if own > 0 {
		row.Tolerance = own
	}
	if math.IsNaN(row.Tolerance) && row.Expect != experiments.None {
		return nil, &LeftOut{cell.Canonical,
			fmt.Sprintf("profile %s does not test a rate of %.3g with %s", prof.Name, row.TheoryFPR, row.Scheme)}, nil
	}
	if err := cell.checkTolerance(); err != nil {
		return nil, nil, err
	}
	cell.estimate()
	if err := cell.setEffort(g, prof); err != nil {
		return nil, nil, fmt.Errorf("%w (%s)", err, cell.Canonical)
	}
	if cell.Cost.CoreSeconds > prof.CellBudget {
		return nil, nil, fmt.Errorf("%s: needs about %.0f core-seconds: profile %s allows %.0f a cell; leave it to a larger profile or expect none",
			cell.Canonical, cell.Cost.CoreSeconds, prof.Name, prof.CellBudget)
	}
	return &cell, nil, nil
}
