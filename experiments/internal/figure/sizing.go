package figure

import "math"

// tenth is the bits a key that the best classic filter pays for each tenth of
// the rate: ln 10/(ln 2)^2 = 4.79 (Bloom 1970).
var tenth = math.Ln10 / (math.Ln2 * math.Ln2)

// sizing draws the rate over bits a key, with the steps from each power of ten
// down to the bits that it takes.
func sizing(cells []Cell, word Translator) *chart {
	x := func(c *Cell) float64 { return c.Row.BitsPerKey }
	e := nothing()
	for i := range cells {
		e.add(x(&cells[i]))
	}
	if e.high < tenth || e.high == e.low {
		return nil
	}
	c := against(groups(cells, byScheme), x, word)
	a := axis{low: 0, high: e.high + 1}
	for i := 1.0; i*tenth <= a.high; i++ {
		a.ticks = append(a.ticks, tick{i * tenth, number(i*tenth, 1)})
		if y := math.Pow(10, -i); c.panels[0].y.inside(y) {
			c.panels[0].drops = append(c.panels[0].drops, point{i * tenth, y})
		}
	}
	c.setX(a, word("axis.bits_per_key"))
	return c
}
