package figure

import (
	"cmp"
	"math"
	"slices"
)

// end is the name of a series right of the panel, with a leader from the end of its
// line to it.
type end struct {
	at    point
	shift float64 // of the mark at the end, in points
	text  string
	tone  tone
}

// Sizes around ends and labels, in points.
const (
	lineHeight = 7.0 // between texts below one another
	endLeader  = 10  // from the panel's side to a name's mark
	endText    = 4   // from that mark to the name
)

// endRoom is the room that names need right of the panels.
func endRoom(names []string) float64 {
	widest := 0.0
	for _, name := range names {
		widest = math.Max(widest, widthOf(name))
	}
	return endLeader + endText + widest + 2
}

// widthOf is the width of a text of ordinary size, in points.
func widthOf(text string) float64 {
	b, err := newBrush(nil)
	if err != nil {
		return float64(len(text)) * small // too much; drawing will fail in a moment
	}
	return b.width(text, small)
}

// drawEnds writes the names of series, from the top down in the order of their ends,
// so that no leader crosses another.
func (p *panel) drawEnds(b *brush, f frame) {
	ends := slices.Clone(p.ends)
	slices.SortStableFunc(ends, func(a, b end) int { return cmp.Compare(b.at.y, a.at.y) })
	var wanted []float64
	for _, e := range ends {
		wanted = append(wanted, f.at(p, e.at).y)
	}
	for i, y := range spread(wanted, lineHeight, f.bottom, f.top) {
		e := &ends[i]
		from := f.at(p, e.at)
		b.stroke(e.tone.color, 0.4, solid, point{from.x + e.shift, from.y}, point{f.right + 1, from.y}, point{f.right + endLeader - 3, y})
		b.mark(e.tone, point{f.right + endLeader, y})
		b.text(e.tone.color, small, e.text, point{f.right + endLeader + endText, y}, 0)
	}
}

// spread moves places, which fall, so that they are gap apart and lie from low to
// high, as little as can be in the sum of squares: places that would touch form a
// block, which stands at the mean of what its members want. Where there is too
// little room for all the gap shrinks.
func spread(wanted []float64, gap, low, high float64) []float64 {
	n := len(wanted)
	if n > 1 {
		gap = math.Min(gap, (high-low)/float64(n-1))
	}
	type block struct {
		sum  float64 // of what is wanted of the first member
		size int
	}
	mean := func(b block) float64 { return b.sum / float64(b.size) }
	var blocks []block
	for i, y := range wanted {
		next := block{y + float64(i)*gap, 1}
		for len(blocks) > 0 && mean(blocks[len(blocks)-1]) < mean(next) {
			last := blocks[len(blocks)-1]
			next = block{last.sum + next.sum, last.size + next.size}
			blocks = blocks[:len(blocks)-1]
		}
		blocks = append(blocks, next)
	}
	var out []float64
	for _, b := range blocks {
		first := math.Max(low+float64(n-1)*gap, math.Min(high, mean(b)))
		for range b.size {
			out = append(out, first-float64(len(out))*gap)
		}
	}
	return out
}

// frames are the areas of the panels below top, from the top down.
func (c *chart) frames(b *brush, top float64) []frame {
	widest, fixed, shares := 0.0, 0.0, 0.0
	for _, p := range c.panels {
		widest = math.Max(widest, p.tickWidth(b))
		shares += p.share
		fixed += p.above() + p.below()
	}
	f := frame{left: widest + 7, right: column - c.right}
	free := top - fixed - 2
	var all []frame
	for _, p := range c.panels {
		if c.ragged {
			f.left = p.tickWidth(b) + 7
		}
		f.top = top - p.above()
		f.bottom = f.top - free*p.share/shares
		all = append(all, f)
		top = f.bottom - p.below()
	}
	return all
}

// keyPlaces are where the entries of the key stand, and what is left below it.
func (c *chart) keyPlaces(b *brush) (places []point, left float64) {
	y := c.height - 1
	if len(c.key) == 0 {
		return nil, y
	}
	x := 2.0
	y -= keyRoom / 2
	for _, e := range c.key {
		need := e.room() + b.width(e.text, small)
		if x+need > column-1 && x > 2 {
			x = 2
			y -= keyRoom
		}
		places = append(places, point{x, y})
		x += need + 8
	}
	return places, y - keyRoom/2
}

// room is what the sample of an entry takes before its text.
func (e *entry) room() float64 {
	switch {
	case e.line:
		return 12
	case e.bar:
		return 5
	}
	return 7
}

// explained is a caption with what must be said of lines below others, of intervals that
// cannot be seen, and of upper bounds.
func (c *chart) explained(caption string, word Translator) string {
	b, err := newBrush(nil)
	if err != nil {
		return caption // drawing will fail in a moment
	}
	_, top := c.keyPlaces(b)
	hidden, covered := false, false
	for i, f := range c.frames(b, top) {
		p := c.panels[i]
		hidden = hidden || slices.ContainsFunc(p.marks, func(m mark) bool { return p.hides(f, &m) })
		covered = covered || slices.ContainsFunc(p.lines, func(l line) bool { return l.below })
	}
	if covered {
		caption += " " + word("label.covered")
	}
	if hidden {
		caption += " " + word("label.hidden")
	}
	if c.bounded() {
		caption += " " + word("label.bounds")
	}
	return caption
}

// hides reports whether a mark covers its interval.
func (p *panel) hides(f frame, m *mark) bool {
	low, high, ok := p.interval(f, m, point{})
	return ok && high.x-low.x+high.y-low.y < 2*radius
}

// written is a label where it stands on the canvas.
type written struct {
	*label
	x, y  float64 // where the text begins, is centred or ends, by align
	align float64
}

// written are the labels from the top down.
func (p *panel) written(f frame) []written {
	labels := p.sorted()
	var all []written
	for i, y := range p.heights(f) {
		w := written{label: &labels[i], x: f.at(p, labels[i].at).x + labels[i].dx, y: y}
		switch {
		case w.mid:
			w.align = 0.5
		case w.dx < 0:
			w.align = 1
		}
		all = append(all, w)
	}
	return all
}

// clearLabels takes the grid away where labels will stand within the panel.
func (p *panel) clearLabels(b *brush, f frame) {
	for _, w := range p.written(f) {
		width := b.width(w.text, small)
		left := math.Max(w.x-w.align*width-1, f.left+1)
		right := math.Min(w.x+(1-w.align)*width+1, f.right)
		low, high := math.Max(w.y-0.45*small, f.bottom+1), w.y+0.5*small
		if left >= right || low >= high {
			continue
		}
		b.fill(white, point{left, low}, point{right, low}, point{right, high}, point{left, high})
	}
}
