package figure

import "math"

// tiny draws the rate of the smallest filters over the keys they hold, with
// exact theory and the formula of every textbook.
func tiny(cells []Cell, word Translator) *chart {
	kept := where(cells, func(c *Cell) bool { return c.Row.Bits == 10 && c.Row.K == 2 })
	if len(kept) == 0 {
		return nil
	}
	x := func(c *Cell) float64 { return float64(c.Row.N) }
	name := func(c *Cell) string {
		if c.probing() == "double" {
			return "double, " + c.param("reduce")
		}
		return word("key.independent")
	}
	textbook := func(n float64) float64 { return math.Pow(-math.Expm1(-2*n/10), 2) }
	p := &panel{title: word("axis.times_textbook"), share: 1, rules: []float64{1}}
	c := &chart{panels: []*panel{p}, height: 170, right: 6}
	var at []float64
	all := groups(kept, name)
	slots, _ := slotsOf(all, x)
	for i, g := range all {
		t := toneOf(i)
		theory := curve(g.cells, x, func(c *Cell) float64 { return c.Row.TheoryFPR / textbook(x(c)) })
		p.lines = append(p.lines, line{points: theory, tone: t, width: medium})
		beside := map[float64]float64{} // marks of one series at one x: of other hash functions
		for j := range g.cells {
			n := x(&g.cells[j])
			m := relative(&g.cells[j], n, textbook(n), t)
			m.shift = dodge * (slots[i] + beside[n] - slots[len(slots)/2])
			beside[n]++
			p.marks = append(p.marks, m)
			at = append(at, n)
		}
		c.key = append(c.key, entry{text: g.name, tone: t})
	}
	p.lines = layer(p.lines)
	e := nothing()
	e.add(at...)
	if e.high == e.low {
		return nil
	}
	p.fitRoom()
	p.labels = append(p.labels, label{at: point{e.high, 1}, text: word("key.familiar"), color: grey, dx: -2, dy: -5})
	c.setX(listed(e.low/1.15, e.high*1.15, true, distinct(at)...), word("axis.keys_of", 10, 2))
	return c
}
