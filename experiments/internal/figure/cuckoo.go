package figure

import (
	"cmp"
	"slices"
)

// cuckooLoad draws how full the table gets before it refuses a key, over the
// size of its buckets, and the rate over bits a key beside a classic filter's.
func cuckooLoad(cells []Cell, word Translator) *chart {
	full := &panel{title: word("axis.load_reached"), share: 2, xtitle: word("axis.bucket")}
	if !full.fillReached(cells, word) {
		return nil
	}
	rates := &panel{title: word("axis.fpr"), share: 3, xtitle: word("axis.held")}
	if !rates.fillFrontier(cells) {
		return nil
	}
	return &chart{panels: []*panel{full, rates}, height: 250, right: 8}
}

// reached is how full, in percent of its entries, a filter was when it refused
// its first key, on average.
func reached(c *Cell) float64 {
	slots := float64(c.Row.Bits) / c.number("f", nan)
	return 100 * float64(c.Sum.Extra["first_rejected"]) / float64(c.Sum.Extra["trials_full"]) / slots
}

// fillReached draws the upper panel; false where no filter was full.
func (p *panel) fillReached(cells []Cell, word Translator) bool {
	all := where(cells, func(c *Cell) bool {
		return c.Row.Variant == "cuckoo" && c.Sum.Extra["trials_full"] == c.Sum.Trials && c.Row.Load == 1
	})
	if len(all) == 0 {
		return false
	}
	size := all[0].Row.Capacity
	all = where(all, func(c *Cell) bool { return c.Row.Capacity == size })
	var sizes []float64
	for i := range all {
		sizes = append(sizes, all[i].number("b", 0))
	}
	sizes = distinct(sizes)
	x := func(c *Cell) float64 { return c.number("b", 0) }
	fingerprints := groups(all, func(c *Cell) string { return c.param("f") })
	for i, g := range fingerprints {
		t := toneOf(i)
		shift := dodge * (float64(i) - float64(len(fingerprints)-1)/2)
		one := groups(g.cells, byScheme)[0].cells
		points := curve(one, x, reached)
		p.lines = append(p.lines, line{points: points, tone: t, width: medium, shift: shift})
		for j := range g.cells {
			p.marks = append(p.marks, mark{at: point{x(&g.cells[j]), reached(&g.cells[j])}, low: nan, high: nan, tone: t, shift: shift})
		}
		p.labels = append(p.labels, label{at: points[0], color: t.color, dx: -dodge - 4, apart: true, text: word("label.fingerprint", g.name)})
	}
	p.lines = layer(p.lines)
	p.y = linear(0, 100)
	p.x = listed(sizes[0]/1.4, sizes[len(sizes)-1]*1.15, true, sizes...)
	return len(sizes) > 1
}

// fillFrontier draws the lower panel, from the cells that take a classic
// filter's place: buckets of four, not overfull.
func (p *panel) fillFrontier(cells []Cell) bool {
	kept := where(cells, func(c *Cell) bool {
		return c.Sum.Rejected == 0 && (c.Row.Variant == "classic" || c.param("b") == "4" && c.Row.Load == 1)
	})
	all := groups(kept, func(c *Cell) string { return c.Row.Variant })
	slices.SortFunc(all, func(a, b group) int { return cmp.Compare(b.name, a.name) }) // the classic filter on top
	x := (*Cell).held
	e := nothing()
	for i, g := range all {
		t := toneOf(i)
		points := curve(g.cells, x, theoryOf)
		p.lines = append(p.lines, line{points: points, tone: t, width: medium})
		for j := range g.cells {
			p.marks = append(p.marks, measured(&g.cells[j], x(&g.cells[j]), t))
			e.add(x(&g.cells[j]))
		}
		l := label{at: points[1%len(points)], text: g.name, color: t.color, dx: -5, dy: -5}
		if g.name == "cuckoo" {
			l.dx, l.dy = 5, 5
		}
		p.labels = append(p.labels, l)
	}
	if len(all) < 2 || e.high == e.low {
		return false
	}
	p.fitLog(1.4)
	p.x = linear(e.low-0.5, e.high+0.8)
	return true
}
