package figure

import (
	"math"
	"slices"
)

// frontier draws each filter by its rate and its memory beside the two lines that no
// filter and no Bloom filter pass, and below how much more than the least it takes.
func frontier(cells []Cell, word Translator) *chart {
	cells = where(cells, func(c *Cell) bool { return c.rateAtMost() < 1 }) // what says yes to all needs no memory
	groups := byRate(cells, word)
	rows := wasteRows(cells)
	if len(rows) < 2 {
		return nil
	}
	place := &panel{title: word("axis.fpr"), xtitle: word("axis.held"), share: 150}
	e := nothing()
	for i, g := range groups {
		for j := range g.cells {
			c := &g.cells[j]
			place.marks = append(place.marks, mark{at: point{c.held(), c.rateAtMost()}, low: nan, high: nan, bound: c.none(), tone: toneOf(i)})
			e.add(c.held())
		}
	}
	place.fitLog(2)
	place.x = bitsAxis(axis{low: e.low / 1.3, high: e.high * 1.15})
	place.limit(1, solid, word("label.bound"))
	place.limit(math.Ln2, dashed, word("label.bloom"))
	waste := wastePanel(rows, groups, word)
	c := &chart{panels: []*panel{place, waste}, ragged: true, height: place.share + waste.share + 2*(titleRoom+tickRoom+9), right: 8}
	for i, g := range groups {
		c.key = append(c.key, entry{text: g.name, tone: toneOf(i)})
	}
	return c
}

// byRate groups the cells by their rates.
func byRate(cells []Cell, word Translator) []group {
	all := groups(cells, func(c *Cell) string {
		switch rate := c.rateAtMost(); {
		case rate > 0.02:
			return word("label.rate", "> 0.02")
		case rate > 0.005:
			return word("label.rate", "0.005–0.02")
		}
		return word("label.rate", "< 0.005")
	})
	slices.SortStableFunc(all, func(a, b group) int {
		if a.cells[0].rateAtMost() > b.cells[0].rateAtMost() {
			return -1
		}
		return 1
	})
	return all
}

// none reports whether nothing was found.
func (c *Cell) none() bool { return c.Sum.FalsePositives == 0 }

// rateAtMost is the measured rate, or its upper bound where nothing was found.
func (c *Cell) rateAtMost() float64 {
	if c.none() {
		return c.atMost()
	}
	return c.fpr()
}

// waste is what a filter takes beyond log2(1/p) bits a key, in percent of that: at
// most so much where p is an upper bound, as more bits are needed for a smaller p.
func (c *Cell) waste() float64 { return percent(c.Row.Overhead(c.rateAtMost())) }

// kind is the variant with what makes it another one.
func (c *Cell) kind() string {
	name := c.Row.Variant
	for _, p := range []string{"arity", "kind", "w", "spare"} {
		if v := c.param(p); v != "" {
			name += " " + v
		}
	}
	if probing := c.probing(); c.Row.Variant == "blocked" && probing != "double" {
		name += ", " + probing
	}
	return name
}

// wasteRows are the kinds, the thriftiest first.
func wasteRows(cells []Cell) []group {
	least := func(g group) float64 {
		e := nothing()
		for i := range g.cells {
			e.add(g.cells[i].waste())
		}
		return e.low
	}
	all := groups(cells, (*Cell).kind)
	slices.SortStableFunc(all, func(a, b group) int {
		switch x, y := least(a), least(b); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	return all
}

// leastWaste is the least waste that is drawn, in percent: a logarithmic axis has no
// place for none.
const leastWaste = 0.5

// wastePanel is a row a kind, a mark a rate.
func wastePanel(rows, rates []group, word Translator) *panel {
	p := &panel{xtitle: word("axis.waste"), share: 12 * float64(len(rows)), spread: true}
	e := nothing()
	for i, g := range rows {
		y := float64(len(rows) - i)
		p.y.ticks = append(p.y.ticks, tick{y, g.name})
		for j := range g.cells {
			c := &g.cells[j]
			m := mark{at: point{c.waste(), y}, low: nan, high: nan, flat: true, bound: c.none(), tone: toneOf(rateOfGroup(rates, c))}
			if m.at.x < leastWaste {
				m.at.x, m.bound = leastWaste, true
			}
			e.add(m.at.x)
			p.marks = append(p.marks, m)
			if c.none() {
				p.labels = append(p.labels, label{at: m.at, dx: -11, color: m.tone.color, text: word("label.at_most", number(m.at.x, 0)+" %")})
			}
		}
	}
	p.y.low, p.y.high = 0.4, float64(len(rows))+0.8
	p.x = logarithmic(e.low/1.3, e.high*1.3)
	bloom := percent(1 / math.Ln2)
	p.lines = append(p.lines, line{points: []point{{bloom, p.y.low}, {bloom, p.y.high}}, tone: tone{color: grey, dash: dashed}, width: thin})
	return p
}

// rateOfGroup is the group of rates that a cell is in.
func rateOfGroup(rates []group, c *Cell) int {
	return slices.IndexFunc(rates, func(g group) bool {
		return slices.ContainsFunc(g.cells, func(d Cell) bool { return d.Row.ID == c.Row.ID })
	})
}

// limit draws the rate 2^(-share x) of x bits a key.
func (p *panel) limit(share float64, d dash, name string) {
	l := line{tone: tone{color: grey, dash: d}, width: medium}
	const points = 100
	for i := range points + 1 {
		x := p.x.low * math.Pow(p.x.high/p.x.low, float64(i)/points)
		if y := math.Exp2(-share * x); p.y.inside(y) {
			l.points = append(l.points, point{x, y})
		}
	}
	if len(l.points) < 2 {
		return
	}
	p.lines = append(p.lines, l)
	at := l.points[len(l.points)*3/4]
	side := -4.0 // of the bound, to the left
	if d != solid {
		side = 4
	}
	p.labels = append(p.labels, label{at: at, text: name, color: grey, dx: side})
}
