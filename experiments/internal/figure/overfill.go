package figure

import (
	"maps"
	"math"
	"slices"
)

// overfill draws the rate over the load, from half full to far beyond capacity.
func overfill(cells []Cell, word Translator) *chart {
	x := func(c *Cell) float64 { return c.Row.Load }
	e := nothing()
	loads := map[float64]bool{}
	for i := range cells {
		e.add(x(&cells[i]))
		loads[x(&cells[i])] = true
	}
	if e.high == e.low {
		return nil
	}
	c := against(groups(cells, byScheme), x, word)
	a := axis{low: e.low / 1.25, high: e.high * 1.25, log: true}
	for _, v := range []float64{0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 100} {
		if loads[v] {
			a.ticks = append(a.ticks, tick{v, decimal(v)})
			delete(loads, v)
		}
	}
	for _, v := range slices.Sorted(maps.Keys(loads)) {
		a.ticks = append(a.ticks, tick{at: v})
	}
	c.setX(a, word("axis.load"))
	rates := c.panels[0]
	rates.lines = []line{{points: familiar(&cells[0], e), tone: common(), width: medium}}
	rates.y.high = 1.6
	seen := map[float64]bool{}
	for i := range cells {
		row := &cells[i].Row
		if l := row.Load; (l == 1 || l == 2 || l == 4) && !seen[l] {
			seen[l] = true
			rates.labels = append(rates.labels, label{at: point{l, row.TheoryFPR}, text: rate(row.TheoryFPR), color: ink, dx: 5, dy: -4})
		}
	}
	return c
}

// familiar is the curve (1-e^(-k load c/m))^k between the cells of a classic
// filter; at these sizes it differs from the exact prediction by less than the
// width of the line.
func familiar(c *Cell, e extent) []point {
	k, perKey := float64(c.Row.K), float64(c.Row.Bits)/float64(c.Row.Capacity)
	var points []point
	const parts = 60
	for i := 0.0; i <= parts; i++ {
		load := e.low * math.Pow(e.high/e.low, i/parts)
		points = append(points, point{load, math.Pow(-math.Expm1(-k*load/perKey), k)})
	}
	return points
}
