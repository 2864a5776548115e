package figure

import (
	"slices"
	"strings"
)

// keyKinds draws a row for each scheme and the rate over theory's for each kind
// of keys: strong functions stay at 1 whatever the keys are.
func keyKinds(cells []Cell, word Translator) *chart {
	rows := byFunction(groups(cells, func(c *Cell) string {
		if reduce := c.param("reduce"); reduce != "" && reduce != "fastrange" {
			return c.Row.Scheme + ", " + reduce
		}
		return c.Row.Scheme
	}))
	kinds := groups(cells, func(c *Cell) string { return c.Row.Keys })
	if len(rows) < 2 || len(kinds) < 2 {
		return nil
	}
	p := &panel{share: 1, xtitle: word("axis.times_theory")}
	c := &chart{panels: []*panel{p}, height: 44 + 16*float64(len(rows)), right: 8}
	e := nothing()
	e.add(0.9, 1.1)
	for i, g := range rows {
		place := float64(len(rows) - i)
		p.y.ticks = append(p.y.ticks, tick{place, g.name})
		for j, k := range kinds {
			for _, cell := range where(g.cells, func(c *Cell) bool { return c.Row.Keys == k.name }) {
				m := sideways(&cell, place+0.14*(float64(len(kinds)-1)/2-float64(j)), toneOf(j))
				p.marks = append(p.marks, m)
				e.add(m.at.x, m.low, m.high)
			}
		}
	}
	for j, k := range kinds {
		c.key = append(c.key, entry{text: k.name, tone: toneOf(j)})
	}
	p.y.low, p.y.high = 0.4, float64(len(rows))+0.6
	p.x = logarithmic(e.low/1.1, e.high*1.1)
	p.lines = append(p.lines, line{points: []point{{1, p.y.low}, {1, p.y.high}}, tone: tone{color: grey}, width: thin})
	return c
}

// byFunction moves the rows of one hash function together.
func byFunction(rows []group) []group {
	function := func(g group) string { f, _, _ := strings.Cut(g.name, "+"); return f }
	first := func(g group) int {
		return slices.IndexFunc(rows, func(other group) bool { return function(other) == function(g) })
	}
	sorted := slices.Clone(rows)
	slices.SortStableFunc(sorted, func(a, b group) int { return first(a) - first(b) })
	return sorted
}

// sideways makes a mark whose value is its x.
func sideways(c *Cell, y float64, t tone) mark {
	m := relative(c, 0, c.Row.TheoryFPR, t)
	m.at = point{m.at.y, y}
	m.flat, m.bound = true, false
	return m
}
