package figure

import "slices"

// kinds draws the rate of every variant over the memory it takes, each with the
// first of its schemes.
func kinds(cells []Cell, word Translator) *chart {
	x := (*Cell).held
	p := &panel{title: word("axis.fpr"), share: 1}
	c := &chart{panels: []*panel{p}, height: 200, right: 6}
	e := nothing()
	all := groups(cells, func(c *Cell) string { return c.Row.Variant })
	for i, g := range slices.Backward(all) { // so that the first lies on top
		t := toneOf(i)
		one := groups(g.cells, byScheme)[0].cells
		p.lines = append(p.lines, line{points: curve(one, x, theoryOf), tone: t, width: medium})
		for j := range one {
			p.marks = append(p.marks, measured(&one[j], x(&one[j]), t))
			e.add(x(&one[j]))
		}
	}
	for i, g := range all {
		c.key = append(c.key, entry{text: g.name, tone: toneOf(i)})
	}
	if len(all) < 2 || e.high == e.low {
		return nil
	}
	p.fitLog(1.3)
	c.setX(bitsAxis(axis{low: e.low / 1.06, high: e.high * 1.06}), word("axis.bits_per_key"))
	return c
}

// inside keeps the ticks that lie on the axis.
func inside(a axis) []tick {
	var kept []tick
	for _, t := range a.ticks {
		if a.inside(t.at) {
			kept = append(kept, t)
		}
	}
	return kept
}
