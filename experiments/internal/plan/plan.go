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
	if err := p.addAll(p.tasks(specs, o), c); err != nil {
		return nil, err
	}
	if err := p.checkIDs(); err != nil {
		return nil, err
	}
	return p, p.checkLimits()
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
