package figure

import "math"

// size of marks, in points from the middle outward.
const radius = 1.7

// drawMark draws a measurement with its interval.
func (p *panel) drawMark(b *brush, f frame, m *mark) {
	if !p.y.inside(m.at.y) || !p.x.inside(m.at.x) {
		return
	}
	at := f.at(p, m.at)
	at.x += m.shift
	switch {
	case math.IsNaN(m.low):
	case m.flat:
		b.stroke(m.tone.color, 0.7, solid, point{f.at(p, point{p.x.clamp(m.low), m.at.y}).x, at.y}, point{f.at(p, point{p.x.clamp(m.high), m.at.y}).x, at.y})
	case m.bound:
		b.arrow(m.tone, at)
		return
	default:
		low, high := f.at(p, point{m.at.x, p.y.clamp(m.low)}), f.at(p, point{m.at.x, p.y.clamp(m.high)})
		b.stroke(m.tone.color, 0.7, solid, point{at.x, low.y}, point{at.x, high.y})
	}
	b.mark(m.tone, at)
}

// arrow marks an upper bound: a bar with an arrow down from it.
func (b *brush) arrow(t tone, at point) {
	b.stroke(t.color, medium, solid, point{at.x - 2.5, at.y}, point{at.x + 2.5, at.y})
	b.stroke(t.color, 0.7, solid, at, point{at.x, at.y - 7})
	b.fill(t.color, point{at.x - 1.6, at.y - 6}, point{at.x + 1.6, at.y - 6}, point{at.x, at.y - 9})
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
