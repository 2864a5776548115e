package figure

import (
	"cmp"
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
	f := Figure{Caption: c.explained(word("caption.speed", name), word)}
	if len(c.panels[0].ends) == 0 {
		f.Caption += " " + word("label.rows")
	}
	if c.hasArrow() {
		f.Caption += " " + word("label.arrows")
	}
	f.Caption += " " + word("label.floors", floors(rows))
	f.Alt = f.Caption + " " + leaders(rows, word)
	return c.paint(name, f)
}

// speedOps are the questions that are drawn, a panel each: absent keys, asked for
// one by one and in batches.
var speedOps = []string{"Contains", "ContainsBatch"}

// fewLines can be told apart by the looks of their lines; more get a row each.
const fewLines = 7

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
	switch {
	case len(sizes) < 2:
		return nil
	case len(order) > fewLines:
		return speedDots(kept, order, names, sizes, word)
	}
	return speedLines(kept, order, names, sizes, word)
}

// speedLines draws a line a contestant, over n.
func speedLines(rows []*record.Timed, order []string, names map[string]string, sizes []float64, word Translator) *chart {
	c := &chart{height: 12}
	var texts []string
	for _, who := range order {
		texts = append(texts, names[who])
	}
	for _, op := range speedOps {
		p := &panel{title: word("axis.of_limit", op), share: 1, rules: []float64{100}}
		for i, who := range order {
			p.drawTimes(rows, op, who, names[who], toneOf(i), dodge*(float64(i)-float64(len(order)-1)/2))
		}
		if len(p.marks) == 0 {
			continue
		}
		p.fitLog(1.25)
		p.labels = append(p.labels, label{at: point{sizes[0], 100}, text: word("label.limit"), color: grey, rule: true})
		c.panels = append(c.panels, p)
		c.height += math.Max(95, lineHeight*float64(len(order))) + titleRoom
	}
	c.height += tickRoom + 9
	c.right = endRoom(texts)
	c.setX(keysAxis(sizes, 1.6), word("axis.n"))
	return c
}

// dodge is how far the marks of one n stand apart, in points.
const dodge = 2.6

// speedDots draws a row a contestant and a mark an n.
func speedDots(rows []*record.Timed, order []string, names map[string]string, sizes []float64, word Translator) *chart {
	var plots []dotPlot
	for _, op := range speedOps {
		d := dotPlot{title: word("axis.op", op), xtitle: word("axis.limit"), columns: word("axis.limit")}
		for _, n := range sizes {
			d.heads = append(d.heads, "n = "+decimal(n))
		}
		for _, who := range order {
			row, timed := dotRow{name: names[who]}, false
			for _, n := range sizes {
				m := dot{value: nan, low: nan, high: nan}
				for _, r := range rows {
					if r.Op == op && r.Contestant() == who && float64(r.N) == n {
						m = dot{value: 100 * r.Limit, low: 100 * r.LimitSpan.Low, high: 100 * r.LimitSpan.High, text: whole(100 * r.Limit)}
						timed = true
					}
				}
				row.dots = append(row.dots, m)
			}
			if timed {
				d.rows = append(d.rows, row)
			}
		}
		if len(d.rows) > 0 {
			plots = append(plots, d)
		}
	}
	return dotChart(plots, 100)
}

// floors lists the A/A floor of each operation that is drawn, at each n.
func floors(rows []record.Timed) string {
	var ops []string
	drawn := asked(rows)
	for _, op := range speedOps {
		var parts []string
		seen := map[uint64]bool{}
		for _, r := range drawn {
			if r.Op == op && r.Floor >= 0 && !seen[r.N] {
				seen[r.N] = true
				parts = append(parts, "n = "+decimal(float64(r.N))+": "+decimal(record.Round(100*r.Floor, 2))+" %")
			}
		}
		if len(parts) > 0 {
			ops = append(ops, op+" "+strings.Join(parts, ", "))
		}
	}
	return strings.Join(ops, "; ")
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

// drawTimes adds one contestant's times in an operation: a mark at each n with its
// interval, lines between, and the name at the end.
func (p *panel) drawTimes(rows []*record.Timed, op, who, name string, t tone, shift float64) {
	var points []point
	for _, r := range rows {
		if r.Op != op || r.Contestant() != who {
			continue
		}
		at := point{float64(r.N), 100 * r.Limit}
		points = append(points, at)
		p.marks = append(p.marks, mark{at: at, low: 100 * r.LimitSpan.Low, high: 100 * r.LimitSpan.High, tone: t, shift: shift})
	}
	if len(points) == 0 {
		return
	}
	slices.SortFunc(points, func(a, b point) int { return cmp.Compare(a.x, b.x) })
	p.lines = append(p.lines, line{points: points, tone: t, width: medium, shift: shift})
	p.ends = append(p.ends, end{at: points[len(points)-1], shift: shift, text: name, tone: t})
}

// leaders says in words who is nearest to the limit at the largest n.
func leaders(rows []record.Timed, word Translator) string {
	var best *record.Timed
	for _, r := range asked(rows) {
		if best == nil || r.N > best.N || r.N == best.N && r.Limit < best.Limit {
			best = r
		}
	}
	return word("alt.speed", decimal(float64(best.N)), best.Variant, best.Op, decimal(record.Round(100*best.Limit, 3)))
}
