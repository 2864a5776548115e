package figure

import (
	"math"
	"slices"
)

// layer puts a wide pale line under every stretch of a line that later ones cover, the
// wider the more of those there are, so that each can be seen below the next.
func layer(lines []line) []line {
	var out []line
	for i := range lines {
		l := &lines[i]
		for q := 0; q+1 < len(l.points); q++ {
			stretch := l.points[q : q+2]
			above := 0
			for j := i + 1; j < len(lines); j++ {
				if lines[j].covers(stretch) {
					above++
				}
			}
			if above > 0 {
				pale := *l
				pale.below, pale.points, pale.width = true, stretch, l.width+float64(min(above, 2))*wider
				pale.tone.color = tint(l.tone.color, 0.5)
				out = append(out, pale)
			}
		}
		out = append(out, *l)
	}
	return out
}

// wider is by how much a pale line is wider than the one that covers it, in points.
const wider = 1.4

// covers reports whether a line goes through both ends of a stretch, to a hundredth of
// their values.
func (l *line) covers(stretch []point) bool {
	if stretch[0].x == stretch[1].x {
		return false
	}
	for _, q := range stretch {
		if !slices.ContainsFunc(l.points, func(r point) bool { return r.x == q.x && math.Abs(r.y/q.y-1) < 0.01 }) {
			return false
		}
	}
	return true
}
