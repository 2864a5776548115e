package figure

import "slices"

// kinds draws the rate of every variant over the memory it takes, each with the
// first of its schemes, and writes its name beside it.
func kinds(cells []Cell, word Translator) *chart {
	x := (*Cell).held
	p := &panel{title: word("axis.fpr"), share: 1, spread: true}
	c := &chart{panels: []*panel{p}, height: 270, right: 6}
	e := nothing()
	all := groups(cells, func(c *Cell) string { return c.Row.Variant })
	for i, g := range all {
		t := toneOf(i)
		one := groups(g.cells, byScheme)[0].cells
		name := label{text: g.name, color: t.color}
		for j := range one {
			name.marks = append(name.marks, len(p.marks))
			p.marks = append(p.marks, measured(&one[j], x(&one[j]), t))
			e.add(x(&one[j]))
		}
		p.labels = append(p.labels, name)
		p.lines = append(p.lines, line{points: curve(one, x, theoryOf), tone: t, width: medium})
	}
	slices.Reverse(p.lines) // so that the first lies on top
	if len(all) < 2 || e.high == e.low {
		return nil
	}
	p.fitLog(1.3)
	c.setX(bitsAxis(axis{low: e.low / 1.2, high: e.high * 1.1}), word("axis.bits_per_key"))
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
