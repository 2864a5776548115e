package figure

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// fpr is the measured rate.
func (c *Cell) fpr() float64 { return float64(c.Sum.FalsePositives) / float64(c.Sum.Queries) }

// interval is that of the rate, NaN where nothing was checked.
func (c *Cell) interval() (low, high float64) {
	if c.Rate == nil {
		return math.NaN(), math.NaN()
	}
	return c.Rate.Low, c.Rate.High
}

// surely is the confidence of a bound where nothing was checked; the verdicts' own
// is the same.
const surely = 0.99

// atMost is the upper end of the rate's interval. Where nothing was checked and
// nothing found it is Clopper and Pearson's for a zero count: 1-(a/2)^(1/queries).
func (c *Cell) atMost() float64 {
	_, high := c.interval()
	if math.IsNaN(high) && c.Sum.FalsePositives == 0 {
		return -math.Expm1(math.Log((1-surely)/2) / float64(c.Sum.Queries))
	}
	return high
}

// held is the memory of one key that is in, in bits; bits_per_key counts those
// the filter was sized for.
func (c *Cell) held() float64 { return float64(c.Row.Bits) / float64(c.Row.N) }

// param returns a parameter's value as it stands in the row, "" where it has none.
func (c *Cell) param(name string) string {
	for pair := range strings.SplitSeq(c.Row.Params, ";") {
		if value, ok := strings.CutPrefix(pair, name+"="); ok {
			return value
		}
	}
	return ""
}

// number returns a parameter as a number, or the value given where it has none.
func (c *Cell) number(name string, otherwise float64) float64 {
	x, err := strconv.ParseFloat(c.param(name), 64)
	if err != nil {
		return otherwise
	}
	return x
}

// probing is the part of the scheme behind the function.
func (c *Cell) probing() string {
	_, probing, _ := strings.Cut(c.Row.Scheme, "+")
	return probing
}

// group is the cells that share a name, in the order of the rows.
type group struct {
	name  string
	cells []Cell
}

// groups sorts cells by name, in the order in which names turn up.
func groups(cells []Cell, name func(*Cell) string) []group {
	var out []group
	for i := range cells {
		n := name(&cells[i])
		at := slices.IndexFunc(out, func(g group) bool { return g.name == n })
		if at < 0 {
			at = len(out)
			out = append(out, group{name: n})
		}
		out[at].cells = append(out[at].cells, cells[i])
	}
	return out
}

// where keeps the cells that pass.
func where(cells []Cell, pass func(*Cell) bool) []Cell {
	var kept []Cell
	for i := range cells {
		if pass(&cells[i]) {
			kept = append(kept, cells[i])
		}
	}
	return kept
}

func byScheme(c *Cell) string { return c.Row.Scheme }

// point is a place in a panel, in the units of its axes.
type point struct{ x, y float64 }

// curve joins one value of the cells over another, by rising x.
func curve(cells []Cell, x, y func(*Cell) float64) []point {
	var points []point
	for i := range cells {
		points = append(points, point{x(&cells[i]), y(&cells[i])})
	}
	slices.SortStableFunc(points, func(a, b point) int {
		switch {
		case a.x < b.x:
			return -1
		case a.x > b.x:
			return 1
		}
		return 0
	})
	return points
}

// theoryOf and the like are the values that curves are made of.
func theoryOf(c *Cell) float64 { return c.Row.TheoryFPR }
