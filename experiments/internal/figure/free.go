package figure

import "math"

// block is the area of a text.
type block struct{ left, right, bottom, top float64 }

// touches reports whether a circle about q reaches into an area.
func (r block) touches(q point, radius float64) bool {
	dx := math.Max(0, math.Max(r.left-q.x, q.x-r.right))
	dy := math.Max(0, math.Max(r.bottom-q.y, q.y-r.top))
	return math.Hypot(dx, dy) < radius
}

// overlaps reports whether two areas have a point in common.
func (r block) overlaps(s block) bool {
	return r.left < s.right && s.left < r.right && r.bottom < s.top && s.bottom < r.top
}

// crowd is what the name of a series must not hide, on the canvas.
type crowd struct {
	marks   []point
	lines   []point // a point on each length of 1.5
	leaders []point // likewise
	texts   []block
}

// named is a label of a series and where it has most room.
type named struct {
	*label
	spot
}

// free reports whether a label stands wherever there is room.
func (l *label) free() bool { return len(l.marks) > 0 || l.rule }

// free places the labels that have no place of their own: those of a series beside a
// mark of it, those of a level line on that.
func (p *panel) free(b *brush, f frame, marks []point) (all []named) {
	c := p.crowd(f, marks)
	for i := range p.labels {
		l := &p.labels[i]
		if !l.free() {
			continue
		}
		width := b.width(l.text, small)
		var places []spot
		if l.rule {
			places = levels(f, f.at(p, l.at).y, width)
		}
		for _, m := range l.marks {
			places = append(places, spots(marks[m], width)...)
		}
		best, least := places[0], math.Inf(1)
		for _, s := range places {
			if cost := c.cost(s, f); cost < least-1e-6 {
				best, least = s, cost
			}
		}
		c.texts = append(c.texts, best.text)
		c.leaders = append(c.leaders, best.leader()...)
		all = append(all, named{l, best})
	}
	return all
}

// crowd is what stands in the panel before any name does.
func (p *panel) crowd(f frame, marks []point) crowd {
	c := crowd{marks: marks}
	for _, l := range p.lines {
		for i := 1; i < len(l.points); i++ {
			c.lines = append(c.lines, along(f.at(p, l.points[i-1]), f.at(p, l.points[i]))...)
		}
	}
	for i := range p.marks {
		if low, high, ok := p.interval(f, &p.marks[i], marks[i]); ok {
			c.lines = append(c.lines, along(low, high)...)
		}
	}
	return c
}

// clearFree takes the grid away where names will stand.
func (b *brush) clearFree(names []named) {
	for _, l := range names {
		t := l.spot.text
		b.fill(white, point{t.left, t.bottom}, point{t.right, t.bottom}, point{t.right, t.top}, point{t.left, t.top})
	}
}

// drawFree writes names; a thin line leads to the mark from one that stands away.
func (b *brush) drawFree(names []named) {
	for _, l := range names {
		if l.away > near {
			b.stroke(l.color, 0.4, solid, l.from, l.to)
		}
		t := l.spot.text
		b.text(l.color, small, l.label.text, point{t.left + 1, (t.bottom + t.top) / 2}, 0)
	}
}

// near is how far a name may stand from its mark, in points, without a line to it.
const near = 6

// spot is a place for a name: its area, and the line from the mark to it.
type spot struct {
	text     block
	from, to point
	away     float64 // length of the line
}

// leader is a spot's line in short steps; none where the name stands beside its mark.
func (s *spot) leader() []point {
	if s.away <= near {
		return nil
	}
	return along(s.from, s.to)
}

// spots are the places about a mark, the nearest first: 16 directions, seven distances.
func spots(mark point, width float64) []spot {
	var all []spot
	for _, away := range []float64{4, 6, 9, 13, 18, 24, 31, 39} {
		for i := range 16 {
			sin, cos := math.Sincos(float64(i) * math.Pi / 8)
			s := spot{from: point{mark.x + 2.4*cos, mark.y + 2.4*sin}, to: point{mark.x + away*cos, mark.y + away*sin}, away: away}
			w, h := width+2, small*0.85
			middle := point{s.to.x + cos*w/2, s.to.y + sin*h/2}
			if math.Abs(cos) > 0.3 {
				middle.x = s.to.x + math.Copysign(w/2, cos)
			}
			s.text = block{middle.x - w/2, middle.x + w/2, middle.y - h/2, middle.y + h/2}
			all = append(all, s)
		}
	}
	return all
}

// levels are the places on a level line, from the left: above it, then below.
func levels(f frame, y, width float64) []spot {
	var all []spot
	for _, side := range []float64{1, -1} {
		middle := y + side*0.7*small
		for x := f.left + 3; x+width+2 < f.right; x += 2 {
			all = append(all, spot{text: block{x, x + width + 2, middle - small*0.42, middle + small*0.42}})
		}
	}
	return all
}

// cost is how bad a place is, infinite where something would be hidden: length of
// the line, and each crossing of another line.
func (c *crowd) cost(s spot, f frame) float64 {
	if s.text.left < f.left+2 || s.text.right > f.right || s.text.bottom < f.bottom+2 || s.text.top > f.top {
		return math.Inf(1)
	}
	cost := s.away
	for _, t := range c.texts {
		if t.overlaps(s.text) {
			return math.Inf(1)
		}
	}
	for _, q := range append(c.marks[:len(c.marks):len(c.marks)], c.leaders...) {
		if s.text.touches(q, radius) {
			return math.Inf(1)
		}
	}
	for _, q := range c.lines {
		if s.text.touches(q, 0.3) {
			cost += 8
		}
	}
	for _, q := range s.leader() {
		for _, t := range c.texts {
			if t.touches(q, 0.5) {
				return math.Inf(1)
			}
		}
		cost += 6*count(c.marks, q, radius+0.3) + 0.7*count(c.lines, q, 0.8) + 4*count(c.leaders, q, 0.8)
	}
	return cost
}

// count is how many points lie within a distance of one.
func count(points []point, q point, distance float64) float64 {
	n := 0.0
	for _, p := range points {
		if math.Hypot(p.x-q.x, p.y-q.y) < distance {
			n++
		}
	}
	return n
}

// along walks from one point to another in steps of at most 1.5 points.
func along(from, to point) []point {
	steps := math.Ceil(math.Hypot(to.x-from.x, to.y-from.y)/1.5) + 1
	var all []point
	for i := 0.0; i <= steps; i++ {
		all = append(all, point{from.x + (to.x-from.x)*i/steps, from.y + (to.y-from.y)*i/steps})
	}
	return all
}
