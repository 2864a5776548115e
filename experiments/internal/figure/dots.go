package figure

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// dotPlot is a panel before it is drawn: a row a contestant, in it a mark a series,
// one below the other, and their numbers in columns to the right.
type dotPlot struct {
	title, xtitle string
	columns       string // what the numbers are
	heads         []string
	rows          []dotRow
}

// dotRow is one contestant.
type dotRow struct {
	name string
	dots []dot // by series; those it is not in have the value NaN
}

// dot is one measurement: its value is a place on the axis, its text a number.
type dot struct {
	value, low, high float64 // low and high are the interval, NaN for unknown
	text             string
	off              bool // not at what the series holds equal: drawn hollow
	pale             bool // its number is grey
}

// Sizes of dot plots, in points.
const (
	dotStep   = 3.8  // between the marks of one row
	rowGap    = 2.2  // between rows, beyond that
	headRoom  = 9.0  // of the line of heads above the rows
	columnGap = 5.0  // between columns of numbers
	beyond    = 30.0 // so many times the least is beyond the axis
)

// rowHeight is that of a row, in points: the unit of the panel's y axis.
func (d *dotPlot) rowHeight() float64 {
	return math.Max(dotStep*float64(len(d.heads))+rowGap, lineHeight)
}

// height is that of the panel's area, in points.
func (d *dotPlot) height() float64 { return d.rowHeight()*float64(len(d.rows)) + headRoom }

// place is the y of a series within the row around middle.
func (d *dotPlot) place(middle float64, series int) float64 {
	return middle + (float64(len(d.heads)-1)/2-float64(series))*dotStep/d.rowHeight()
}

// best is the least value.
func (d *dotPlot) best() float64 {
	e := nothing()
	for _, r := range d.rows {
		for _, m := range r.dots {
			e.add(m.value)
		}
	}
	return e.low
}

// sort puts the rows of the least values on top, by their means on the logarithmic axis.
func (d *dotPlot) sort() {
	mean := func(r dotRow) float64 {
		sum, n := 0.0, 0.0
		for _, m := range r.dots {
			if m.value > 0 {
				sum, n = sum+math.Log(m.value), n+1
			}
		}
		return sum / n
	}
	slices.SortStableFunc(d.rows, func(a, b dotRow) int { return cmp.Compare(mean(a), mean(b)) })
}

// widths are those of the columns of numbers, in points.
func (d *dotPlot) widths() []float64 {
	var all []float64
	for j, head := range d.heads {
		w := widthOf(head) + 4
		for _, r := range d.rows {
			w = math.Max(w, widthOf(r.dots[j].text))
		}
		all = append(all, w+columnGap)
	}
	return all
}

// dotChart stacks dot plots, whose columns of numbers begin at the same place. rule
// is a value with a line across all rows, NaN for none.
func dotChart(plots []dotPlot, rule float64) *chart {
	c := &chart{height: 4}
	for i := range plots {
		room := columnGap
		for _, w := range plots[i].widths() {
			room += w
		}
		c.right = math.Max(c.right, math.Max(room, widthOf(plots[i].columns)+2*columnGap))
	}
	x, end := shared(plots, rule)
	for i := range plots {
		d := &plots[i]
		d.sort()
		c.panels = append(c.panels, d.panel(x, end, rule))
		c.height += d.height() + titleRoom + tickRoom + 9
	}
	return c
}

// shared is the axis of all plots, and where it ends: thirty times what is the least
// in the slowest of them.
func shared(plots []dotPlot, rule float64) (x axis, end float64) {
	for i := range plots {
		end = math.Max(end, beyond*plots[i].best())
	}
	e := nothing()
	e.add(rule)
	for i := range plots {
		for _, r := range plots[i].rows {
			for _, m := range r.dots {
				if m.value <= end {
					e.add(m.value, m.low, math.Min(m.high, end))
				}
			}
		}
	}
	return logarithmic(e.low/1.15, e.high*1.15), end
}

// panel draws one dot plot over x, without what lies beyond end.
func (d *dotPlot) panel(x axis, end, rule float64) *panel {
	p := &panel{title: d.title, xtitle: d.xtitle, share: d.height(), x: x}
	top := float64(len(d.rows)) + 0.5
	p.y = axis{low: 0.5, high: top + headRoom/d.rowHeight()}
	for i, r := range d.rows {
		middle := float64(len(d.rows) - i)
		p.y.ticks = append(p.y.ticks, tick{middle, r.name})
		for j, m := range r.dots {
			if !(m.value <= end) {
				continue
			}
			t := toneOf(j)
			if m.off {
				t.shape += ring - disc
			}
			p.marks = append(p.marks, mark{at: point{m.value, d.place(middle, j)}, low: m.low, high: math.Min(m.high, end), tone: t, flat: true})
		}
	}
	p.uprights = top
	if p.x.inside(rule) {
		p.lines = append(p.lines, line{points: []point{{rule, p.y.low}, {rule, top}}, tone: tone{color: grey}, width: medium})
	}
	d.write(p, end)
	return p
}

// drawUprights draws thin lines up from the texts of the x axis.
func (p *panel) drawUprights(b *brush, f frame) {
	for _, t := range p.x.ticks {
		if t.text != "" && p.uprights != 0 {
			b.stroke(faint, 0.4, solid, f.at(p, point{t.at, p.y.low}), f.at(p, point{t.at, p.uprights}))
		}
	}
}

// write adds heads and numbers, and the values that lie beyond the end of the axis.
func (d *dotPlot) write(p *panel, end float64) {
	top, unit := p.y.high, d.rowHeight()
	dx := columnGap
	p.labels = append(p.labels, label{at: point{p.x.high, top}, text: d.columns, color: ink, dx: dx, dy: 8})
	for j, width := range d.widths() {
		t := toneOf(j)
		p.labels = append(p.labels, label{at: point{p.x.high, top - headRoom/2/unit}, text: d.heads[j], color: t.color, dx: dx + radius, sample: &t})
		for i, r := range d.rows {
			color := ink
			if r.dots[j].pale {
				color = grey
			}
			p.labels = append(p.labels, label{at: point{p.x.high, float64(len(d.rows) - i)}, text: r.dots[j].text, color: color, dx: dx})
		}
		dx += width
	}
	for i, r := range d.rows {
		d.writeFar(p, r, float64(len(d.rows)-i), end)
	}
}

// writeFar writes what a row has beyond the end of the axis: its values where it has
// no other, else an arrow beside the marks that it has.
func (d *dotPlot) writeFar(p *panel, r dotRow, middle, end float64) {
	var far []string
	drawn := false
	for _, m := range r.dots {
		drawn = drawn || m.value <= end
		if m.value > end {
			far = append(far, whole(m.value))
		}
	}
	if !drawn && len(far) > 0 {
		p.labels = append(p.labels, label{at: point{p.x.high, middle}, text: strings.Join(far, ", ") + " →", color: ink, dx: -2})
		return
	}
	for j, m := range r.dots {
		if m.value > end {
			p.labels = append(p.labels, label{at: point{p.x.high, d.place(middle, j)}, text: "→", color: toneOf(j).color, dx: -2})
		}
	}
}

// hasArrow reports whether something lies beyond the end of an axis.
func (c *chart) hasArrow() bool {
	return slices.ContainsFunc(c.panels, func(p *panel) bool {
		return slices.ContainsFunc(p.labels, func(l label) bool { return strings.HasSuffix(l.text, "→") })
	})
}
