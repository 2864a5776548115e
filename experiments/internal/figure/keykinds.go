package figure

import "strings"

// keyKinds draws a row for each scheme and the rate over theory's for each kind
// of keys: strong functions stay at 1 whatever the keys are.
func keyKinds(cells []Cell, word Translator) *chart {
	rows := together(groups(cells, reduced), func(name string) string {
		function, _, _ := strings.Cut(name, "+")
		return function
	})
	kinds := groups(cells, func(c *Cell) string { return c.Row.Keys })
	if len(rows) < 2 || len(kinds) < 2 {
		return nil
	}
	var strips []strip
	for _, g := range rows {
		s := strip{name: g.name}
		for j, k := range kinds {
			for _, c := range where(g.cells, func(c *Cell) bool { return c.Row.Keys == k.name }) {
				s.marks = append(s.marks, relative(&c, 0, c.Row.TheoryFPR, toneOf(j)).sideways())
				s.theory = append(s.theory, nan)
			}
		}
		strips = append(strips, s)
	}
	p := &panel{share: 1, xtitle: word("axis.times_theory")}
	p.stack(strips)
	p.across(1, word("key.theory"))
	e := p.values()
	e.add(0.9, 1.1)
	p.x = logarithmic(e.low/1.1, e.high*1.1)
	c := &chart{panels: []*panel{p}, height: p.y.high + 38, right: 8}
	for j, k := range kinds {
		c.key = append(c.key, entry{text: k.name, tone: toneOf(j)})
	}
	return c
}

// reduced is a cell's scheme, with its reduction where that is not the usual one.
func reduced(c *Cell) string {
	if reduce := c.param("reduce"); reduce != "" && reduce != "fastrange" {
		return c.Row.Scheme + ", " + reduce
	}
	return c.Row.Scheme
}
