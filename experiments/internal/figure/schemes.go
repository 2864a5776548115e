package figure

import (
	"math"
	"slices"
)

// probings in the order of the key; each keeps its tone in every panel.
func probings() []string { return []string{"double", "enhanced", "triple", "sliced", "independent"} }

// slot is the width of a probing's place within a table size's.
const slot = 0.17

// schemes draws the surplus of each probing over independent probes for each
// size of the table, a panel for each number of bits a key. Cells that no gate
// expects anything of are left out: their filters differ too much.
func schemes(cells []Cell, word Translator) *chart {
	kept := where(cells, func(c *Cell) bool {
		whole := math.Abs(c.Row.BitsPerKey-math.Round(c.Row.BitsPerKey)) < 0.05
		return whole && c.Row.Expect != "none" && c.param("reduce") == "fastrange" && slices.Contains(probings(), c.probing())
	})
	c := &chart{height: 235, right: 4}
	for _, kind := range groups(kept, func(c *Cell) string { return number(c.Row.BitsPerKey, 0) + "/" + number(float64(c.Row.K), 0) }) {
		first := kind.cells[0].Row
		p := &panel{share: 1, rules: []float64{0}, xtitle: word("axis.bits"),
			title: word("axis.surplus", number(first.BitsPerKey, 0), first.K)}
		if p.fillSurplus(kind.cells) {
			p.fitRoom()
			c.panels = append(c.panels, p)
		}
	}
	if len(c.panels) == 0 {
		return nil
	}
	for i, name := range probings() {
		c.key = append(c.key, entry{text: name, tone: toneOf(i)})
	}
	c.key = append(c.key, entry{text: word("key.theory"), tone: common(), line: true})
	return c
}

// fillSurplus draws all probings at each size, theory as a bar across the
// probing's place; false where nothing can be compared.
func (p *panel) fillSurplus(cells []Cell) bool {
	base := map[uint64]float64{}
	for i := range cells {
		if cells[i].probing() == "independent" {
			base[cells[i].Row.Bits] = cells[i].Row.TheoryFPR
		}
	}
	cells = where(cells, func(c *Cell) bool { return base[c.Row.Bits] > 0 && c.probing() != "" })
	var sizes []float64
	for i := range cells {
		sizes = append(sizes, float64(cells[i].Row.Bits))
	}
	sizes = distinct(sizes)
	p.x = axis{low: -0.5, high: float64(len(sizes)) - 0.5}
	for s, bits := range sizes {
		p.x.ticks = append(p.x.ticks, tick{float64(s), decimal(bits)})
		for i, name := range probings() {
			own := where(cells, func(c *Cell) bool { return c.probing() == name && float64(c.Row.Bits) == bits })
			p.fillSlot(own, float64(s)+slot*(float64(i)-2), base[uint64(bits)], toneOf(i))
		}
	}
	return len(sizes) > 1
}

// fillSlot draws the cells of one probing and size about a place, side by side.
func (p *panel) fillSlot(cells []Cell, at, base float64, t tone) {
	for i := range cells {
		if i == 0 {
			y := percent(cells[i].Row.TheoryFPR / base)
			p.lines = append(p.lines, line{points: []point{{at - slot/2, y}, {at + slot/2, y}}, tone: tone{color: ink}, width: medium})
		}
		x := at + 0.7*slot*((float64(i)+0.5)/float64(len(cells))-0.5)
		p.marks = append(p.marks, relative(&cells[i], x, base, t).scaled(percent))
	}
}

// fitRoom gives a panel a linear y axis around what is in it.
func (p *panel) fitRoom() {
	e := p.extent()
	room := 0.06 * (e.high - e.low)
	p.y = linear(e.low-room, e.high+room)
}
