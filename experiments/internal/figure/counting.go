package figure

import "slices"

// counting draws what is left behind when keys were added and removed again: the
// rate over theory's, which knows the keys that stayed, for each width.
func counting(cells []Cell, word Translator) *chart {
	kept := where(cells, func(c *Cell) bool { return c.Row.Variant == "counting" && c.Row.Load == 1 })
	churns := []float64{}
	for i := range kept {
		if r := kept[i].number("churn", 0); !slices.Contains(churns, r) {
			churns = append(churns, r)
		}
	}
	slices.Sort(churns)
	if len(churns) < 2 {
		return nil
	}
	x := func(c *Cell) float64 { return float64(slices.Index(churns, c.number("churn", 0))) }
	p := &panel{title: word("axis.times_theory"), share: 1, rules: []float64{1}}
	c := &chart{panels: []*panel{p}, height: 165, right: 30}
	all := groups(kept, func(c *Cell) string { return c.param("width") })
	for i, g := range all {
		t := toneOf(i)
		shift := dodge * (float64(i) - float64(len(all)-1)/2)
		line := line{tone: t, width: medium, shift: shift, points: curve(g.cells, x, func(c *Cell) float64 { return c.rateAtMost() / c.Row.TheoryFPR })}
		p.lines = append(p.lines, line)
		for j := range g.cells {
			m := relative(&g.cells[j], x(&g.cells[j]), g.cells[j].Row.TheoryFPR, t)
			m.shift = shift
			p.marks = append(p.marks, m)
		}
		end := line.points[len(line.points)-1]
		p.labels = append(p.labels, label{at: end, color: t.color, dx: 6 + dodge*1.5, text: word("label.width", g.name), apart: true})
		if end.x < float64(len(churns)-1) {
			l := &p.labels[len(p.labels)-1]
			l.dx, l.dy, l.mid, l.apart = 0, 8, true, false
		}
	}
	p.lines = layer(p.lines)
	p.fitLog(1.35)
	a := axis{low: -0.3, high: float64(len(churns)) - 0.95}
	for i, r := range churns {
		a.ticks = append(a.ticks, tick{float64(i), decimal(r)})
	}
	c.setX(a, word("axis.churn"))
	return c
}
