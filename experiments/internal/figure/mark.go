package figure

import (
	"fmt"
	"math"
)

// size of marks, in points from the middle outward.
const radius = 1.7

// lost is an error where a mark lies outside its axes: it would not be seen, and a
// figure says nothing of what it leaves out.
func (c *chart) lost() error {
	for _, p := range c.panels {
		for _, m := range p.marks {
			if !p.x.inside(m.at.x) || !p.y.inside(m.at.y) {
				return fmt.Errorf("a mark at %g, %g lies outside its axes, %g to %g and %g to %g",
					m.at.x, m.at.y, p.x.low, p.x.high, p.y.low, p.y.high)
			}
		}
	}
	return nil
}

// drawMark draws a measurement at its place on the canvas, with its interval along
// the axis of its value: up and down, or sideways where it is flat.
func (p *panel) drawMark(b *brush, f frame, m *mark, at point) {
	if m.bound {
		b.arrow(m.tone, at, m.flat)
		return
	}
	if low, high, ok := p.interval(f, m, at); ok {
		b.stroke(m.tone.color, 0.7, solid, low, high)
	}
	b.mark(m.tone, at)
}

// interval is where the ends of a mark's interval stand on the canvas; false for a
// mark without one.
func (p *panel) interval(f frame, m *mark, at point) (low, high point, ok bool) {
	switch {
	case m.bound || math.IsNaN(m.low):
		return at, at, false
	case m.flat:
		low, high = f.at(p, point{p.x.clamp(m.low), m.at.y}), f.at(p, point{p.x.clamp(m.high), m.at.y})
		return point{low.x, at.y}, point{high.x, at.y}, true
	}
	low, high = f.at(p, point{m.at.x, p.y.clamp(m.low)}), f.at(p, point{m.at.x, p.y.clamp(m.high)})
	return point{at.x, low.y}, point{at.x, high.y}, true
}

// arrow marks an upper bound: a bar with an arrow towards the smaller values, which
// are down, or to the left where the value is an x.
func (b *brush) arrow(t tone, at point, left bool) {
	turned := func(along, across float64) point {
		if left {
			return point{at.x - along, at.y + across}
		}
		return point{at.x + across, at.y - along}
	}
	b.stroke(t.color, medium, solid, turned(0, -2.5), turned(0, 2.5))
	b.stroke(t.color, 0.7, solid, at, turned(7, 0))
	b.fill(t.color, turned(6, -1.6), turned(6, 1.6), turned(9, 0))
}

// places are the places of a panel's marks on the canvas. In a panel that spreads
// them, one that would cover another steps aside, across the axis of its value: an
// x of its own means little where it is a kind, or another mark has the same.
func (p *panel) places(f frame) []point {
	const step = 2*radius + 0.4
	var all []point
	for i := range p.marks {
		m := &p.marks[i]
		at := f.at(p, m.at)
		at.x += m.shift
		free := func(q point) bool {
			for _, other := range all {
				if math.Hypot(q.x-other.x, q.y-other.y) < step-0.01 {
					return false
				}
			}
			return true
		}
		for n := 1; p.spread && !free(at); n++ {
			at = f.at(p, m.at)
			aside := step * float64(n/2) // 0, 1 to the right, 1 to the left, 2 ...
			if n%2 == 1 {
				aside = -aside
			}
			if m.flat {
				at.y += aside
			} else {
				at.x += aside
			}
		}
		all = append(all, at)
	}
	return all
}

// mark draws the form of a series.
func (b *brush) mark(t tone, at point) {
	const r, hollow = radius, 0.7
	outline := corners(t.shape)
	for i := range outline {
		outline[i].x += at.x
		outline[i].y += at.y
	}
	switch t.shape {
	case disc:
		b.circle(t.color, at, r, 0)
	case ring:
		b.circle(white, at, r, 0)
		b.circle(t.color, at, r-0.1, hollow)
	case box, delta, kite:
		b.fill(white, outline...)
		b.stroke(t.color, hollow, solid, append(outline, outline[0], outline[1])...)
	default:
		b.fill(t.color, outline...)
	}
}

// corners is the outline of a form with straight sides, about the origin.
func corners(s shape) []point {
	const r = radius
	switch s {
	case square, box:
		return []point{{-0.9 * r, -0.9 * r}, {0.9 * r, -0.9 * r}, {0.9 * r, 0.9 * r}, {-0.9 * r, 0.9 * r}}
	case pyramid, delta:
		return []point{{-1.1 * r, -0.8 * r}, {1.1 * r, -0.8 * r}, {0, 1.2 * r}}
	case diamond, kite:
		return []point{{0, -1.3 * r}, {1.2 * r, 0}, {0, 1.3 * r}, {-1.2 * r, 0}}
	}
	return nil
}
