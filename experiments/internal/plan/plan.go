package plan

import (
	"fmt"
	"math"

	"github.com/filterlab/filterlab/experiments"
)

// Plan is what a run will measure.
type Plan struct {
	Profile Profile
	Cells   []Cell // by experiment, then in the order of the grids
	LeftOut []LeftOut
}

// LeftOut is a cell that a spec asks for and the profile leaves to a larger one.
type LeftOut struct {
	Canonical, Reason string
}

// Options are what a run may change about its experiments.
type Options struct {
	Seed *uint64 // in place of every experiment's own
}

// New plans experiments in a profile. The first thing that is wrong is the
// error: one line naming the experiment, the grid and the value.
func New(specs []experiments.Spec, profile string, c Catalog, o Options) (*Plan, error) {
	prof, err := ProfileByName(profile)
	if err != nil {
		return nil, err
	}
	p := &Plan{Profile: prof}
	for i := range specs {
		s := specs[i]
		if o.Seed != nil {
			s.Seed = *o.Seed
		}
		if err := p.addSpec(&s, &c); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
	}
	if err := p.checkIDs(); err != nil {
		return nil, err
	}
	return p, p.checkLimits()
}

// addSpec adds the cells of one experiment.
func (p *Plan) addSpec(s *experiments.Spec, c *Catalog) error {
	for i := range s.Grids {
		g := &s.Grids[i]
		axes, runs := g.For(p.Profile.Name)
		if !runs {
			continue
		}
		for _, point := range axes.Points() {
			if err := p.addPoint(s, g, point, c); err != nil {
				return fmt.Errorf("grid %s: %w", gridName(g, i), err)
			}
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

// addPoint adds one cell, or notes that this profile leaves it out.
func (p *Plan) addPoint(s *experiments.Spec, g *experiments.Grid, point experiments.Point, c *Catalog) error {
	if point.N > p.Profile.MaxKeys {
		return fmt.Errorf("n = %d: profile %s wants at most %d", point.N, p.Profile.Name, p.Profile.MaxKeys)
	}
	cell, err := c.Cell(s.Name, point)
	if err != nil {
		return err
	}
	cell.Seed, cell.Grid = s.Seed, g.Name
	row := &cell.Row
	var own float64
	row.Expect, own = s.Expectation(g, p.Profile.Name, cell.Seen())
	row.Tolerance = p.Profile.Tolerance(row.TheoryFPR, row.Scheme)
	if own > 0 {
		row.Tolerance = own
	}
	if math.IsNaN(row.Tolerance) && row.Expect != experiments.None {
		p.LeftOut = append(p.LeftOut, LeftOut{cell.Canonical,
			fmt.Sprintf("profile %s does not test a rate of %.3g with %s", p.Profile.Name, row.TheoryFPR, row.Scheme)})
		return nil
	}
	if err := cell.checkTolerance(); err != nil {
		return err
	}
	cell.estimate()
	if err := cell.setEffort(g, &p.Profile); err != nil {
		return fmt.Errorf("%w (%s)", err, cell.Canonical)
	}
	if cell.Cost.CoreSeconds > p.Profile.CellBudget {
		return fmt.Errorf("%s: needs about %.0f core-seconds: profile %s allows %.0f a cell; leave it to a larger profile or expect none",
			cell.Canonical, cell.Cost.CoreSeconds, p.Profile.Name, p.Profile.CellBudget)
	}
	p.Cells = append(p.Cells, cell)
	return nil
}

// checkTolerance refuses a gate that theory's own error would fill.
func (c *Cell) checkTolerance() error {
	row := &c.Row
	if row.Expect == experiments.None {
		if math.IsNaN(row.Tolerance) {
			row.Tolerance = 0.25
		}
		return nil
	}
	if row.ModelError >= row.Tolerance {
		return fmt.Errorf("%s: theory's own error of %.3g is not below the tolerance of %.3g; widen it with a reason, or expect none",
			c.Canonical, row.ModelError, row.Tolerance)
	}
	return nil
}

// checkIDs refuses two cells that go by one id.
func (p *Plan) checkIDs() error {
	first := map[string]*Cell{}
	for i := range p.Cells {
		c := &p.Cells[i]
		if other := first[c.Row.ID]; other != nil {
			return fmt.Errorf("%s: cell id %s twice: %s (grid %q) and %s (grid %q); a cell stands in one grid only",
				c.Row.Experiment, c.Row.ID, other.Canonical, other.Grid, c.Canonical, c.Grid)
		}
		first[c.Row.ID] = c
	}
	return nil
}

// checkLimits refuses what the profile is not for, its budget apart.
func (p *Plan) checkLimits() error {
	if len(p.Cells) > p.Profile.MaxCells {
		return fmt.Errorf("profile %s: %d cells: want at most %d", p.Profile.Name, len(p.Cells), p.Profile.MaxCells)
	}
	if family := p.Family(); family > p.Profile.Family {
		return fmt.Errorf("profile %s: %d tests: its power calculation allows for %d", p.Profile.Name, family, p.Profile.Family)
	}
	return nil
}
