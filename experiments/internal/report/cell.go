package report

import (
	"math"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/record"
)

// Cell is a cell with all that is known of it.
type Cell struct {
	Row      record.Cell
	Counts   []record.Count   // its rows, in order
	Verdicts []record.Verdict // of each check; empty where nothing was checked
	Seen     experiments.Seen // as gates and claims look at it
	Promise  *Promise         // what the maker says of the rate; nil for nothing
}

// Experiment is one record.
type Experiment struct {
	Manifest record.Manifest
	Question string
	Analysis string
	Reasons  []Reason // in the spec's order
	Cells    []Cell
	Figures  []Figure // in the language of the page that shows them
}

// Reason is why a spec expects something else than agreement of some cells.
type Reason struct {
	Expect string // agrees (within a tolerance of its own), deviates, none
	Text   string
}

// Figure is a drawn picture of an experiment.
type Figure struct {
	Name    string // the file beside the page, below figures/, without its ending
	SVG     []byte // one svg element, perhaps after an XML declaration
	PNG     []byte // the same for who cannot use SVG; nil for none
	Alt     string // what is to be seen, for who does not see it
	Caption string
}

// rate returns the verdict on the cell's false-positive rate, nil if there is none.
func (c *Cell) rate() *record.Verdict { return record.RateVerdict(c.Verdicts) }

// fpr returns the measured rate, NaN where nothing was queried.
func (c *Cell) fpr() float64 {
	sum := record.Sum(c.Counts)
	return float64(sum.FalsePositives) / float64(sum.Queries)
}

// interval returns the interval of the measured rate, NaN where there is none.
func (c *Cell) interval() (low, high float64) {
	if v := c.rate(); v != nil {
		return v.Low, v.High
	}
	return math.NaN(), math.NaN()
}

// column returns a numeric column of cells.csv, or what claims ask for beside
// them: fpr, the measured rate, bits_per_key_held, bits over the keys held, and
// false_negatives, of all trials.
func (c *Cell) column(name string) float64 {
	switch name {
	case "fpr":
		return c.fpr()
	case "false_negatives":
		sum := record.Sum(c.Counts)
		return float64(sum.FalseNegatives)
	case "bits_per_key_held":
		return float64(c.Row.Bits) / float64(c.Row.N)
	}
	return record.Number(&c.Row, name)
}
