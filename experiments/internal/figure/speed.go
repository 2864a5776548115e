package figure

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// Speed draws how long filters take over the keys they hold, in percent of what the
// memory allows, of the usual rows of one file of timings. A file in which no filter
// was timed at two sizes is ErrEmpty.
func Speed(name string, rows []record.Timed, word Translator) (Figure, error) {
	c := speed(rows, word)
	if c == nil {
		return Figure{}, fmt.Errorf("figure %s: %w", name, ErrEmpty)
	}
	f := Figure{Caption: word("caption.speed", name) + " " + word("label.floors", floors(rows))}
	f.Alt = f.Caption + " " + leaders(rows, word)
	return c.paint(name, f)
}

// speedOps are the questions that are drawn, a panel each: absent keys, asked for
// one by one and in batches.
var speedOps = []string{"Contains", "ContainsBatch"}

// speed makes the chart, nil where there is nothing to compare.
func speed(rows []record.Timed, word Translator) *chart {
	kept := asked(rows)
	names := record.ShortNames(kept)
	var order []string // of contestants, as they turn up
	var sizes []float64
	for _, r := range kept {
		if who := r.Contestant(); !slices.Contains(order, who) {
			order = append(order, who)
		}
		sizes = append(sizes, float64(r.N))
	}
	sizes = distinct(sizes)
	if len(sizes) < 2 {
		return nil
	}
	c := &chart{height: 12}
	for _, op := range speedOps {
		p := &panel{title: word("axis.of_limit", op), share: 1, rules: []float64{100}}
		for i, who := range order {
			p.drawTimes(kept, op, who, names[who], toneOf(i))
		}
		if len(p.marks) == 0 {
			continue
		}
		p.fitLog(1.25)
		c.panels = append(c.panels, p)
		c.height += math.Max(95, 7*float64(len(order))) + titleRoom
	}
	c.height += tickRoom + 9
	for _, who := range order {
		c.right = math.Max(c.right, 3.25*float64(len(names[who]))+14)
	}
	c.right = math.Min(c.right, column/2)
	c.setX(keysAxis(sizes, 1.4), word("axis.n"))
	return c
}

// keysAxis is a logarithmic axis labelled at the numbers of keys.
func keysAxis(sizes []float64, room float64) axis {
	a := axis{low: sizes[0] / room, high: sizes[len(sizes)-1] * room, log: true}
	for _, n := range sizes {
		a.ticks = append(a.ticks, tick{n, decimal(n)})
	}
	return a
}

// floors lists the A/A floor of absent keys asked one by one at each n.
func floors(rows []record.Timed) string {
	var parts []string
	seen := map[uint64]bool{}
	for _, r := range asked(rows) {
		if r.Op == speedOps[0] && r.Floor >= 0 && !seen[r.N] {
			seen[r.N] = true
			parts = append(parts, "n = "+decimal(float64(r.N))+": "+plain(record.Round(100*r.Floor, 2))+" %")
		}
	}
	return strings.Join(parts, ", ")
}

// asked are the usual rows that ask for absent keys and have a figure.
func asked(rows []record.Timed) []*record.Timed {
	var kept []*record.Timed
	for i := range rows {
		r := &rows[i]
		if r.Variant != "" && r.Usual && r.Hits == "0" && r.Limit > 0 && slices.Contains(speedOps, r.Op) {
			kept = append(kept, r)
		}
	}
	return kept
}

// drawTimes adds one contestant's times in an operation: a mark at each n with the
// A/A floor, lines between, and the name at the end.
func (p *panel) drawTimes(rows []*record.Timed, op, who, name string, t tone) {
	var points []point
	for _, r := range rows {
		if r.Op != op || r.Contestant() != who {
			continue
		}
		at := point{float64(r.N), 100 * r.Limit}
		points = append(points, at)
		p.marks = append(p.marks, mark{at: at, low: at.y * (1 - r.Floor), high: at.y * (1 + r.Floor), tone: t})
	}
	if len(points) == 0 {
		return
	}
	slices.SortFunc(points, func(a, b point) int {
		if a.x < b.x {
			return -1
		}
		return 1
	})
	p.lines = append(p.lines, line{points: points, tone: t, width: medium})
	p.labels = append(p.labels, label{at: points[len(points)-1], text: name, color: t.color, dx: 6, apart: true, sample: &t})
}

// leaders says in words who is nearest to the limit at the largest n.
func leaders(rows []record.Timed, word Translator) string {
	var best *record.Timed
	for _, r := range asked(rows) {
		if best == nil || r.N > best.N || r.N == best.N && r.Limit < best.Limit {
			best = r
		}
	}
	return word("alt.speed", decimal(float64(best.N)), best.Variant, best.Op, plain(record.Round(100*best.Limit, 3)))
}
