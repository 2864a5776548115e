package plan

import (
	"fmt"
	"maps"
	"math"
	"reflect"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/stats"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// Cell is one row of cells.csv with the code that measures it.
type Cell struct {
	Row       record.Cell // the row of cells.csv
	Canonical string
	Seed      uint64 // the experiment's
	Variant   *variants.Variant
	Scheme    hashes.Scheme
	Config    variants.Config   // what New is given, without reserved parameters; Seed is left to the trial
	Churn     float64           // reserved parameter churn
	Shape     variants.Shape    // with n keys in
	Grid      string            // where the cell stands in its experiment
	Point     experiments.Point // what the grid asked for
	Cost      Cost

	absent uint64 // absent keys that one trial can ask for
}

// PerTrial returns the queries of one trial.
func (c *Cell) PerTrial() uint64 { return c.Row.Queries / max(c.Row.Trials, 1) }

// Repeats reports whether all trials of c are one: the keys are those of every
// trial, and no seed enters their hash.
func (c *Cell) Repeats() bool {
	f := c.Scheme.Function
	return c.Row.Keys == "sequential" && (f.Unseeded || f.Raw)
}

// Cell makes the cell of a point: names looked up, shape and prediction asked
// for. What is expected of it and how often it is measured is left open.
func (c *Catalog) Cell(experiment string, p experiments.Point) (Cell, error) {
	v, err := c.variant(p.Variant)
	if err != nil {
		return Cell{}, err
	}
	if err := c.checkPair(v, &p); err != nil {
		return Cell{}, err
	}
	scheme, err := v.SchemeFor(p.Scheme, c.Functions)
	if err != nil {
		return Cell{}, err
	}
	p.Scheme = scheme.Name() // "own" is a wish, as a size is
	cell := Cell{Variant: v, Scheme: scheme, Point: p}
	if cell.Churn, err = ChurnOf(p.Params); err != nil {
		return Cell{}, err
	}
	if cell.absent, err = c.checkKeys(&p, cell.Churn); err != nil {
		return Cell{}, err
	}
	own, reserved := SplitReserved(p.Params)
	cell.Config = variants.Config{Capacity: p.Capacity, Bits: p.Bits, BitsPerKey: p.BitsPerKey, FPR: p.FPR, K: p.K,
		Params: own, Scheme: scheme}
	if cell.Shape, err = v.Shape(cell.Config, p.N); err != nil {
		return Cell{}, err
	}
	cell.Config = cell.resolved()
	cell.Row = record.Cell{Experiment: experiment, Variant: v.Name, Scheme: scheme.Name(), Keys: p.Keys,
		N: p.N, Capacity: p.Capacity, Bits: cell.Shape.Bits, K: cell.Shape.K,
		BitsPerKey: round9(cell.Shape.BitsPerKey(p.Capacity)), Load: round9(float64(p.N) / float64(p.Capacity))}
	inForce := maps.Clone(cell.Shape.Params)
	if inForce == nil {
		inForce = variants.Params{}
	}
	maps.Copy(inForce, reserved)
	cell.Row.Params = inForce.String()
	cell.Canonical = Canonical(&cell.Row)
	cell.Row.ID = ID(cell.Canonical)
	return cell, cell.predict()
}

// resolved returns the configuration that names the shape outright, bits and k
// instead of a wish, so that making thousands of filters does not size each of
// them again. Where that is not the same filter (a growing one is its wish), it
// returns the configuration as it was.
func (c *Cell) resolved() variants.Config {
	if c.Variant.Has(variants.CanGrow) {
		return c.Config
	}
	r := c.Config
	r.Bits, r.BitsPerKey, r.FPR = c.Shape.Bits, 0, 0
	r.Params = maps.Clone(c.Shape.Params)
	if c.Variant.Probes {
		r.K = c.Shape.K
	}
	if again, err := c.Variant.Shape(r, c.Point.N); err != nil || !reflect.DeepEqual(again, c.Shape) {
		return c.Config
	}
	return r
}

// predict fills in theory's columns, rounded so that every machine plans the
// same.
func (c *Cell) predict() error {
	row := &c.Row
	rate := c.Variant.Predict(c.Config, c.Shape, row.N)
	if math.IsNaN(rate.FPR) || rate.FPR < 0 || rate.FPR > 1 {
		return fmt.Errorf("variant %s predicts a rate of %v for %s: want a number from 0 to 1", c.Variant.Name, rate.FPR, c.Canonical)
	}
	row.TheoryFPR, row.TheoryFPRSD = round9(rate.FPR), round9(rate.SD)
	row.TheorySetBits, row.TheorySetBitsSD = round9(rate.SetBits), round9(rate.SetBitsSD)
	row.TheorySource, row.ModelError = rate.Formula, round9(rate.ModelError)
	return nil
}

// round9 rounds to 9 significant digits, the precision of theory's columns.
func round9(x float64) float64 { return stats.Round(x, 9) }
