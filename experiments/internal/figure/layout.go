package figure

import (
	"cmp"
	"image/color"
	"math"
	"slices"
)

// Sizes of the layout, in points.
const (
	small     = 6.5 // text of ticks and labels
	normal    = 7
	edge      = 2  // no text comes nearer to the border
	titleRoom = 14 // above a panel, for its title
	tickRoom  = 10 // below one, for the texts of its ticks
	keyRoom   = 10 // a line of the key
)

// frame is a panel's area on the canvas.
type frame struct{ left, right, bottom, top float64 }

// at maps a place in the panel to the canvas.
func (f *frame) at(p *panel, q point) point {
	return point{f.left + p.x.place(q.x)*(f.right-f.left), f.bottom + p.y.place(q.y)*(f.top-f.bottom)}
}

// draw draws the key and the panels from the top down.
func (c *chart) draw(b *brush) {
	b.fill(white, point{0, 0}, point{column, 0}, point{column, c.height}, point{0, c.height})
	top := c.drawKey(b)
	for i, f := range c.frames(b, top) {
		c.panels[i].draw(b, f)
	}
}

// tickWidth is the width of the widest text left of a panel.
func (p *panel) tickWidth(b *brush) float64 {
	widest := 0.0
	for _, t := range p.y.ticks {
		widest = math.Max(widest, b.width(t.text, small))
	}
	return widest
}

// above is the room that a panel takes above its area.
func (p *panel) above() float64 {
	if p.title == "" {
		return 3
	}
	return titleRoom
}

// below is the room that a panel takes below its area.
func (p *panel) below() float64 {
	room := 4.0
	for _, t := range p.x.ticks {
		if t.text != "" && p.xtitle != "" {
			room = tickRoom + 9
		}
	}
	return room
}

// drawKey draws the key in as many lines as it takes and returns what is left.
func (c *chart) drawKey(b *brush) float64 {
	places, left := c.keyPlaces(b)
	for i, e := range c.key {
		at := places[i]
		b.sample(e, at.x, at.y)
		b.text(ink, small, e.text, point{at.x + e.room(), at.y}, 0)
	}
	return left
}

// sample draws what an entry of the key stands for.
func (b *brush) sample(e entry, x, y float64) {
	if e.line {
		b.stroke(e.tone.color, medium, e.tone.dash, point{x, y}, point{x + 9.5, y})
		return
	}
	if e.bar {
		b.stroke(e.tone.color, medium, solid, point{x + 1.5, y - lane/2}, point{x + 1.5, y + lane/2})
		return
	}
	b.mark(e.tone, point{x + 2.5, y})
}

// draw draws one panel into its frame.
func (p *panel) draw(b *brush, f frame) {
	b.contained(ink, normal, p.title, point{edge, f.top + 8}, 0)
	p.drawBands(b, f)
	p.drawAxes(b, f)
	p.drawUprights(b, f)
	places := p.places(f)
	names := p.free(b, f, places)
	p.clearLabels(b, f)
	b.clearFree(names)
	for _, l := range p.lines {
		var points []point
		for _, q := range l.points {
			at := f.at(p, q)
			points = append(points, point{at.x + l.shift, at.y})
		}
		if len(points) < 2 {
			continue
		}
		b.stroke(l.tone.color, l.width, l.tone.dash, points...)
	}
	p.drawEnds(b, f)
	for i, at := range places {
		p.drawMark(b, f, &p.marks[i], at)
	}
	b.drawFree(names)
	p.drawLabels(b, f)
}

// drawLabels writes the labels; those to be kept apart from the top down.
func (p *panel) drawLabels(b *brush, f frame) {
	for _, w := range p.written(f) {
		x := w.x
		if w.sample != nil && w.align == 0 {
			x += 4
		}
		x = b.contained(w.color, small, w.text, point{x, w.y}, w.align)
		if w.sample != nil {
			b.mark(*w.sample, point{x - 4, w.y})
		}
	}
}

// contained writes a text as near to its place as the canvas has room for all of
// it, and returns where it begins.
func (b *brush) contained(c color.RGBA, size float64, text string, at point, align float64) float64 {
	width := b.width(text, size)
	at.x = math.Max(edge, math.Min(at.x-align*width, column-edge-width))
	b.text(c, size, text, at, 0)
	return at.x
}

// sorted are the labels of given places, from the top down.
func (p *panel) sorted() []label {
	labels := slices.DeleteFunc(slices.Clone(p.labels), func(l label) bool { return l.free() })
	slices.SortStableFunc(labels, func(a, b label) int { return cmp.Compare(b.at.y, a.at.y) })
	return labels
}

// heights returns where the labels stand, from the top down. Those to be kept apart
// go down until they do not touch the one before, and up where those that follow
// need the room above the bottom.
func (p *panel) heights(f frame) []float64 {
	labels := p.sorted()
	below := 0.0
	for _, l := range labels {
		if l.apart {
			below += small
		}
	}
	var all []float64
	free := math.Inf(1)
	for _, l := range labels {
		y := f.at(p, l.at).y + l.dy
		if l.apart {
			below -= small
			y = math.Min(math.Max(y, f.bottom+below), free)
			free = y - small
		}
		all = append(all, y)
	}
	return all
}

func (p *panel) drawBands(b *brush, f frame) {
	for _, band := range p.bands {
		var points []point
		for _, q := range band {
			points = append(points, f.at(p, point{p.x.clamp(q.x), p.y.clamp(q.y)}))
		}
		b.fill(shade, points...)
	}
}

// drawAxes draws grid, axes, ticks and their texts.
func (p *panel) drawAxes(b *brush, f frame) {
	for _, t := range p.y.ticks {
		y := f.at(p, point{p.x.low, t.at}).y
		length := 1.2
		if t.text != "" {
			length = 2.4
			b.stroke(faint, 0.4, solid, point{f.left, y}, point{f.right, y})
			b.contained(ink, small, t.text, point{f.left - 4, y}, 1)
		}
		b.stroke(ink, thin, solid, point{f.left - length, y}, point{f.left, y})
	}
	for _, y := range p.rules {
		at := f.at(p, point{p.x.low, y}).y
		b.stroke(grey, thin, solid, point{f.left, at}, point{f.right, at})
	}
	for _, q := range p.drops {
		at := f.at(p, q)
		b.stroke(grey, 0.4, dotted, point{f.left, at.y}, at, point{at.x, f.bottom})
	}
	for _, t := range p.x.ticks {
		x := f.at(p, point{t.at, p.y.low}).x
		length := 1.2
		if t.text != "" {
			length = 2.4
			if p.xtitle != "" {
				b.contained(ink, small, t.text, point{x, f.bottom - 7}, 0.5)
			}
		}
		b.stroke(ink, thin, solid, point{x, f.bottom - length}, point{x, f.bottom})
	}
	b.stroke(ink, thin, solid, point{f.left, f.top}, point{f.left, f.bottom}, point{f.right, f.bottom})
	b.contained(ink, normal, p.xtitle, point{(f.left + f.right) / 2, f.bottom - tickRoom - 5.5}, 0.5)
}
