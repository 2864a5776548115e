package figure

import "math"

// blockedPenalty draws how many times as often a blocked filter errs as a
// classic one of as many bits a key, over the size of its blocks.
func blockedPenalty(cells []Cell, word Translator) *chart {
	perKey := func(c *Cell) string { return number(math.Round(c.Row.BitsPerKey), 0) }
	classic := map[string]float64{}
	for i := range cells {
		if cells[i].Row.Variant == "classic" {
			classic[perKey(&cells[i])] = cells[i].Row.TheoryFPR
		}
	}
	blocked := where(cells, func(c *Cell) bool {
		return c.Row.Variant == "blocked" && classic[perKey(c)] > 0 && c.number("block", 0) > 0
	})
	if len(blocked) == 0 {
		return nil
	}
	block := func(c *Cell) float64 { return c.number("block", 0) }
	p := &panel{title: word("axis.times_classic"), share: 1, rules: []float64{1}}
	c := &chart{panels: []*panel{p}, height: 190, right: 6}
	e := nothing()
	patterns := groups(blocked, byScheme)
	for i, g := range groups(blocked, perKey) {
		for j, s := range patterns {
			own := where(g.cells, func(c *Cell) bool { return c.Row.Scheme == s.name })
			if len(own) == 0 {
				continue
			}
			t := tone{color: toneOf(i).color, shape: []shape{disc, box, pyramid}[j%3], dash: dash(min(j, 1))}
			over := classic[g.name]
			theory := curve(own, block, func(c *Cell) float64 { return c.Row.TheoryFPR / over })
			p.lines = append(p.lines, line{points: theory, tone: t, width: medium})
			for n := range own {
				m := relative(&own[n], block(&own[n]), over, t)
				if j == 2 { // its theory is that of independent probes
					m.shift = 3
				}
				p.marks = append(p.marks, m)
				e.add(block(&own[n]))
			}
			if j == 0 {
				p.labels = append(p.labels, label{at: theory[0], color: t.color, dx: -5,
					text: word("label.per_key", g.name)})
			}
		}
	}
	if e.high == e.low {
		return nil
	}
	for j, s := range patterns {
		c.key = append(c.key, entry{text: s.name, tone: tone{color: ink, shape: []shape{disc, box, pyramid}[j%3]}})
	}
	p.fitLog(1.15)
	var sizes []float64
	for b := 16.0; b <= e.high; b *= 2 {
		if b >= e.low {
			sizes = append(sizes, b)
		}
	}
	c.setX(listed(e.low/4.4, e.high*1.25, true, sizes...), word("axis.block"))
	return c
}
