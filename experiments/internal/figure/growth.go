package figure

import "github.com/filterlab/filterlab/experiments/internal/record"

// scalableGrowth draws the compound rate of a growing filter, and the memory it
// then takes, over how far it has grown.
func scalableGrowth(cells []Cell, word Translator) *chart {
	grown := where(cells, func(c *Cell) bool { return c.Row.Variant == "scalable" })
	if len(grown) == 0 {
		return nil
	}
	first := float64(grown[0].Row.Capacity)
	x := func(c *Cell) float64 {
		if c.Row.Variant == "scalable" {
			return c.Row.Load // of its own first stage: one grid has another than the rest
		}
		return float64(c.Row.N) / first
	}
	rates := &panel{title: word("axis.fpr"), share: 3}
	memory := &panel{title: word("axis.held"), share: 2}
	c := &chart{panels: []*panel{rates, memory}, height: 225, right: 6}
	name := func(c *Cell) string {
		if c.Row.Variant == "classic" {
			return "classic"
		}
		return word("label.stages", c.param("growth"), c.param("tightening"))
	}
	e := nothing()
	for i, g := range groups(cells, name) {
		t := toneOf(i)
		one := groups(g.cells, byScheme)[0].cells
		rates.lines = append(rates.lines, line{points: curve(one, x, theoryOf), tone: t, width: medium})
		memory.lines = append(memory.lines, line{points: curve(one, x, (*Cell).held), tone: t, width: medium})
		for j := range g.cells {
			rates.marks = append(rates.marks, measured(&g.cells[j], x(&g.cells[j]), t))
			e.add(x(&g.cells[j]))
		}
		for j := range one {
			memory.marks = append(memory.marks, mark{at: point{x(&one[j]), one[j].held()}, low: nan, high: nan, tone: t})
		}
		c.key = append(c.key, entry{text: g.name, tone: t})
	}
	if e.high == e.low {
		return nil
	}
	if promise := promised(cells); promise > 0 {
		rates.rules = []float64{promise}
		rates.labels = append(rates.labels, label{at: point{e.low, promise}, text: word("label.promised", rate(promise)), color: grey, dx: 2, dy: 5})
	}
	rates.fitLog(1.25)
	m := memory.extent()
	memory.y = linear(0, 1.1*m.high)
	c.setX(listed(e.low/1.2, e.high*1.2, true, 1, 4, 16, 64), word("axis.growth"))
	return c
}

// promised is the rate that all were sized for: that of the classic filter to
// two digits, as whole probes let it miss the target by less than 1 %; 0 where
// there is none.
func promised(cells []Cell) float64 {
	for i := range cells {
		if cells[i].Row.Variant == "classic" {
			return record.Round(cells[i].Row.TheoryFPR, 2)
		}
	}
	return 0
}
