package figure

import "math"

// general draws what can be drawn of any experiment: measured rates over those
// of theory.
func general(cells []Cell, word Translator) *chart {
	c := against(few(groups(cells, func(c *Cell) string { return c.Row.Variant })), theoryOf, word)
	e := nothing()
	for i := range cells {
		e.add(cells[i].Row.TheoryFPR)
	}
	c.setX(logarithmic(e.low/1.3, math.Min(1.05, e.high*1.3)), word("axis.theory"))
	return c
}

// few joins all groups into one where they are too many to be told apart.
func few(all []group) []group {
	if len(all) <= 7 {
		return all
	}
	one := group{}
	for _, g := range all {
		one.cells = append(one.cells, g.cells...)
	}
	return []group{one}
}
