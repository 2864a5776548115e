package figure

import "math"

// against makes the two panels that most experiments need: rates over x on a
// logarithmic axis, where theory is a line, and below them by how many percent
// the measured ones differ from theory, where their intervals can be seen. The
// shaded band is the tolerance.
func against(groups []group, x func(*Cell) float64, word Translator) *chart {
	rates := &panel{title: word("axis.fpr"), share: 3}
	errors := &panel{title: word("axis.deviation"), share: 2, rules: []float64{0}}
	c := &chart{panels: []*panel{rates, errors}, height: 210, right: 6}
	rates.lines = theoryLines(groups, x)
	slots, all := slotsOf(groups, x)
	for i, g := range groups {
		t := toneOf(i)
		beside := map[float64]float64{}
		for j := range g.cells {
			cell := &g.cells[j]
			m := measured(cell, x(cell), t)
			rates.marks = append(rates.marks, m)
			m = relative(cell, x(cell), cell.Row.TheoryFPR, t).scaled(percent)
			m.shift = dodge * (slots[i] + beside[x(cell)] - (all-1)/2)
			beside[x(cell)]++
			errors.marks = append(errors.marks, m)
		}
		c.key = append(c.key, entry{text: g.name, tone: t})
	}
	bands, least := tolerance(groups, x)
	errors.bands = bands
	rates.fitLog(1.5)
	errors.fitAround(100 * least)
	if sharedTheory(groups, x) {
		c.key = append(c.key, entry{text: word("key.theory"), tone: common(), line: true})
	}
	return c
}

// slotsOf gives each series as many places beside one another as it has marks at one
// x: the first place of each, and how many there are.
func slotsOf(groups []group, x func(*Cell) float64) (first []float64, all float64) {
	for _, g := range groups {
		first = append(first, all)
		most, count := 0.0, map[float64]float64{}
		for i := range g.cells {
			v := x(&g.cells[i])
			count[v]++
			most = math.Max(most, count[v])
		}
		all += most
	}
	return first, all
}

// setX gives all panels one x axis; the last one carries its title.
func (c *chart) setX(a axis, title string) {
	for _, p := range c.panels {
		p.x = a
	}
	c.panels[len(c.panels)-1].xtitle = title
}

// sharedTheory reports whether no two cells of one x have predictions that a
// reader could tell apart in a figure.
func sharedTheory(groups []group, x func(*Cell) float64) bool {
	seen := map[float64]float64{}
	for _, g := range groups {
		for i := range g.cells {
			c := &g.cells[i]
			first, ok := seen[x(c)]
			if !ok {
				seen[x(c)] = c.Row.TheoryFPR
			} else if math.Abs(c.Row.TheoryFPR/first-1) > 0.02 {
				return false
			}
		}
	}
	return true
}

// theoryLines is one line where all series have the same theory, else one a series.
func theoryLines(groups []group, x func(*Cell) float64) []line {
	if sharedTheory(groups, x) {
		var all []Cell
		for _, g := range groups {
			all = append(all, g.cells...)
		}
		return []line{{points: curve(all, x, theoryOf), tone: common(), width: medium}}
	}
	var lines []line
	for i, g := range groups {
		lines = append(lines, line{points: curve(g.cells, x, theoryOf), tone: toneOf(i), width: medium})
	}
	return lines
}

// tolerance makes the band of the cells' tolerances, in percent, and returns the
// least of them. Where they differ each reaches halfway to the next place.
func tolerance(groups []group, x func(*Cell) float64) (bands [][]point, least float64) {
	at := map[float64]float64{}
	var places []float64
	least = math.Inf(1)
	for _, g := range groups {
		for i := range g.cells {
			v := roundTo(x(&g.cells[i]), 2) // sizes of one target differ by a bit or so
			places = append(places, v)
			at[v] = math.Max(at[v], g.cells[i].Row.Tolerance)
			least = math.Min(least, g.cells[i].Row.Tolerance)
		}
	}
	places = distinct(places)
	for i, v := range places {
		low, high := math.Inf(-1), math.Inf(1)
		if i > 0 {
			low = math.Sqrt(places[i-1] * v)
		}
		if i+1 < len(places) {
			high = math.Sqrt(v * places[i+1])
		}
		t := 100 * at[v]
		bands = append(bands, []point{{low, -t}, {low, t}, {high, t}, {high, -t}})
	}
	return merged(bands), least
}

// merged joins bands of one tolerance that touch.
func merged(bands [][]point) [][]point {
	var out [][]point
	for _, b := range bands {
		last := len(out) - 1
		if last >= 0 && out[last][1].y == b[1].y {
			out[last][2], out[last][3] = b[2], b[3]
			continue
		}
		out = append(out, b)
	}
	return out
}
