package figure

// kSweep draws the rate over k and names the best one.
func kSweep(cells []Cell, word Translator) *chart {
	x := func(c *Cell) float64 { return float64(c.Row.K) }
	e := nothing()
	best := &cells[0]
	for i := range cells {
		e.add(x(&cells[i]))
		if cells[i].Row.TheoryFPR < best.Row.TheoryFPR {
			best = &cells[i]
		}
	}
	if e.high == e.low {
		return nil
	}
	c := against(groups(cells, byScheme), x, word)
	a := axis{low: e.low - 0.6, high: e.high + 0.6}
	for k := e.low; k <= e.high; k++ {
		t := tick{at: k}
		if int(k)%2 == 1 || e.high-e.low < 9 {
			t.text = decimal(k)
		}
		a.ticks = append(a.ticks, t)
	}
	c.setX(a, word("axis.k"))
	y := c.panels[0].y // lower, for the label
	c.panels[0].y = logarithmic(y.low/1.2, y.high/1.1)
	c.panels[0].labels = append(c.panels[0].labels, label{at: point{x(best), best.Row.TheoryFPR}, color: ink, dy: -9, mid: true,
		text: word("label.best", best.Row.K) + ", " + rate(best.Row.TheoryFPR)})
	return c
}
