package figure

import (
	"math"
	"slices"
)

// Heights in a panel of rows, in points.
const (
	lane   = 4.5 // of a mark: no two touch
	gap    = 5.0 // between two rows
	header = 8.5 // above the first, for the name of a line that crosses all of them
)

// strip is one row of a panel: marks whose value is x, one below another, each with
// what theory says of it, NaN for nothing.
type strip struct {
	name   string
	marks  []mark
	theory []float64
}

// stack fills a panel with rows from the top down, each as high as its marks need it
// to be, and makes its y axis, which counts points. The panel wants that height.
func (p *panel) stack(rows []strip) {
	height := header
	for _, r := range rows {
		height += lane*float64(len(r.marks)) + gap
	}
	p.y = axis{low: 0, high: height}
	y := height - header
	for n, r := range rows {
		if below := y - lane*float64(len(r.marks)) - gap; n%2 == 0 { // every other row is shaded
			left, right := math.Inf(-1), math.Inf(1)
			p.bands = append(p.bands, []point{{left, y}, {right, y}, {right, below}, {left, below}})
		}
		y -= gap / 2
		p.y.ticks = append(p.y.ticks, tick{y - lane*float64(len(r.marks))/2, r.name})
		for i, m := range r.marks {
			m.at.y, m.flat = y-lane/2, true
			p.marks = append(p.marks, m)
			if x := r.theory[i]; !math.IsNaN(x) {
				p.lines = append(p.lines, line{points: []point{{x, y}, {x, y - lane}}, tone: common(), width: medium})
			}
			y -= lane
		}
		y -= gap / 2
	}
}

// across draws a line down a panel of rows, with its name at the top.
func (p *panel) across(x float64, name string) {
	p.lines = append(p.lines, line{points: []point{{x, p.y.low}, {x, p.y.high}}, tone: tone{color: grey}, width: thin})
	p.labels = append(p.labels, label{at: point{x, p.y.high}, text: name, color: grey, dx: 3, dy: -header / 2})
}

// values is the range of all that is drawn in a panel of rows; without zeros, as an
// interval that reaches 0 is cut at the axis.
func (p *panel) values() extent {
	e := nothing()
	for _, l := range p.lines {
		for _, q := range l.points {
			e.add(q.x)
		}
	}
	for _, m := range p.marks {
		e.add(m.at.x, m.high)
		if m.low > 0 {
			e.add(m.low)
		}
	}
	return e
}

// sideways turns a mark whose value is y into one whose value is x.
func (m mark) sideways() mark {
	m.at, m.flat = point{m.at.y, 0}, true
	return m
}

// together moves the groups that have something in common to the first of them.
func together(rows []group, common func(name string) string) []group {
	first := func(g group) int {
		return slices.IndexFunc(rows, func(other group) bool { return common(other.name) == common(g.name) })
	}
	sorted := slices.Clone(rows)
	slices.SortStableFunc(sorted, func(a, b group) int { return first(a) - first(b) })
	return sorted
}
