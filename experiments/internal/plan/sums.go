package plan

import (
	"fmt"
	"math"
	"slices"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/variants"
)

// CheckBudget refuses a plan that costs more than its profile may.
func (p *Plan) CheckBudget() error {
	if cost := p.CoreSeconds(); cost > p.Profile.Budget {
		return fmt.Errorf("profile %s: estimated %.0f core-seconds: its budget is %.0f", p.Profile.Name, cost, p.Profile.Budget)
	}
	return nil
}

// CoreSeconds estimates the cost of the whole plan.
func (p *Plan) CoreSeconds() float64 {
	var sum float64
	for i := range p.Cells {
		sum += p.Cells[i].Cost.CoreSeconds
	}
	return sum
}

// Queries returns the number of queries of all cells.
func (p *Plan) Queries() uint64 {
	var sum uint64
	for i := range p.Cells {
		sum += p.Cells[i].Row.Queries
	}
	return sum
}

// Bytes returns the memory of the largest filters that jobs workers may hold at
// once.
func (p *Plan) Bytes(jobs int) uint64 {
	var sizes []uint64
	for i := range p.Cells {
		sizes = append(sizes, p.Cells[i].Cost.Bytes)
	}
	slices.Sort(sizes)
	var sum uint64
	for _, size := range sizes[max(0, len(sizes)-max(jobs, 1)):] {
		sum += size
	}
	return sum
}

// Family returns the number of tests of the plan: of every cell its rate, its
// fill where theory has one, and its hits given the fill where the variant can.
func (p *Plan) Family() int {
	tests := 0
	for i := range p.Cells {
		tests += p.Cells[i].Tests()
	}
	return tests
}

// Tests returns the number of checks of the cell.
func (c *Cell) Tests() int {
	tests := 1
	if !math.IsNaN(c.Row.TheorySetBits) && c.Variant.Has(variants.CanCountBits) {
		tests++
	}
	if c.Variant.GivenFill != nil {
		tests++
	}
	return tests
}

// Seen returns the cell as gates and claims look at it.
func (c *Cell) Seen() *experiments.Seen {
	params, _ := variants.ParseParams(c.Row.Params) // its own canonical form
	return &experiments.Seen{Point: c.Point, K: c.Row.K, Prediction: c.Row.TheoryFPR, Params: params}
}

// Select returns the cells of an experiment that m matches, in the plan's order.
func (p *Plan) Select(experiment string, m *experiments.Match) []*Cell {
	var found []*Cell
	for i := range p.Cells {
		if c := &p.Cells[i]; c.Row.Experiment == experiment && m.Matches(c.Seen()) {
			found = append(found, c)
		}
	}
	return found
}
