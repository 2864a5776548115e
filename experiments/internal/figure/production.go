package figure

import "fmt"

// production draws a row for each system and its measured rate on each kind and number
// of keys, asked for 1 % or 10 bits a key.
func production(cells []Cell, word Translator) *chart {
	kept := where(cells, func(c *Cell) bool { return c.Row.TheoryFPR < 0.02 && (c.Row.N != 20_000 || c.Row.Keys != "uint64") })
	rows := groups(kept, func(c *Cell) string {
		for _, p := range []string{"hash", "rule"} {
			if v := c.param(p); v != "" {
				return c.Row.Variant + ", " + v
			}
		}
		return c.Row.Variant
	})
	kinds := groups(kept, func(c *Cell) string { return fmt.Sprintf("%s, n = %d", c.Row.Keys, c.Row.N) })
	if len(rows) < 2 || len(kinds) < 2 {
		return nil
	}
	p := &panel{share: 1, xtitle: word("axis.fpr")}
	c := &chart{panels: []*panel{p}, height: 50 + 16*float64(len(rows)), right: 8}
	e := nothing()
	e.add(0.01)
	for i, g := range rows {
		place := float64(len(rows) - i)
		p.y.ticks = append(p.y.ticks, tick{place, g.name})
		for j, k := range kinds {
			for _, cell := range where(k.cells, func(c *Cell) bool { return sameRow(c, g.cells) }) {
				m := measured(&cell, 0, toneOf(j))
				m.at, m.flat, m.bound = point{m.at.y, place + 0.16*(float64(len(kinds)-1)/2-float64(j))}, true, false
				p.marks = append(p.marks, m)
				e.add(m.at.x, m.low, m.high)
			}
		}
	}
	for j, k := range kinds {
		c.key = append(c.key, entry{text: k.name, tone: toneOf(j)})
	}
	p.y.low, p.y.high = 0.4, float64(len(rows))+0.6
	p.x = logarithmic(e.low/1.15, e.high*1.15)
	p.lines = append(p.lines, line{points: []point{{0.01, p.y.low}, {0.01, p.y.high}}, tone: tone{color: grey}, width: thin})
	return c
}

// sameRow reports whether a cell is one of those.
func sameRow(c *Cell, cells []Cell) bool {
	return len(where(cells, func(d *Cell) bool { return d.Row.ID == c.Row.ID })) > 0
}
