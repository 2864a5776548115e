package figure

import (
	"fmt"
	"math"
	"slices"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// Front draws speed against memory at equal measured rates, and speed against the
// rate at equal memory, of one n. floor is the A/A floor of the run, NaN for
// unknown. Without two filters to compare it is ErrEmpty.
func Front(name string, rows []record.Front, floor float64, word Translator) (Figure, error) {
	c := front(rows, floor, word)
	if c == nil {
		return Figure{}, fmt.Errorf("figure %s: %w", name, ErrEmpty)
	}
	f := Figure{Caption: word("caption.front")}
	ahead := 0
	for i := range rows {
		if rows[i].OnFront == "yes" {
			ahead++
		}
	}
	f.Alt = f.Caption + " " + word("alt.front", len(rows), ahead)
	return c.paint(name, f)
}

// front makes the chart, nil where there is nothing to compare.
func front(rows []record.Front, floor float64, word Translator) *chart {
	var order []string
	for i := range rows {
		if v := rows[i].Variant; !slices.Contains(order, v) {
			order = append(order, v)
		}
	}
	c := &chart{right: 6, height: 12}
	memory := &panel{title: word("axis.equal_rate"), xtitle: word("axis.bits_per_key"), share: 1}
	rates := &panel{title: word("axis.equal_memory"), xtitle: word("axis.fpr"), share: 1}
	for _, p := range []struct {
		*panel
		match, label string
		over, got    func(*record.Front) float64
	}{
		{memory, "fpr", "label.rate", bitsOf, rateOf},
		{rates, "bits_per_key", "label.per_key", rateOf, bitsOf},
	} {
		groups := map[float64][]point{}
		var targets []float64
		e := nothing()
		for i := range rows {
			r := &rows[i]
			at := point{p.over(r), fastest(r)}
			if r.Match != p.match || !(at.x > 0) || !(at.y > 0) {
				continue
			}
			t := toneOf(slices.Index(order, r.Variant))
			p.marks = append(p.marks, mark{at: at, low: at.y * (1 - floor), high: at.y * (1 + floor), tone: t})
			e.add(at.x)
			targets = append(targets, r.Target)
			if r.Status == record.StatusOK {
				groups[r.Target] = append(groups[r.Target], at)
				continue
			}
			p.labels = append(p.labels, label{at: at, text: signed(p.got(r)/r.Target - 1), color: t.color, dx: 4, dy: 4})
		}
		if len(p.marks) < 2 || e.low == e.high {
			continue
		}
		p.fitLog(1.4)
		p.x = logarithmic(e.low/1.15, e.high*1.3)
		if p.panel == memory {
			p.x = bitsAxis(p.x)
		}
		for _, target := range distinct(targets) {
			p.steps(groups[target], word(p.label, plain(target)))
		}
		c.panels = append(c.panels, p.panel)
		c.height += 112 + titleRoom + tickRoom + 9
	}
	if len(c.panels) == 0 {
		return nil
	}
	for i, v := range order {
		c.key = append(c.key, entry{text: v, tone: toneOf(i)})
	}
	c.height += keyRoom * float64(len(order)/6)
	return c
}

// bitsAxis is a with the ticks that bits per key have in other figures.
func bitsAxis(a axis) axis {
	a = listed(a.low, a.high, true, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256)
	a.ticks = inside(a)
	return a
}

func bitsOf(r *record.Front) float64 { return r.BitsPerKey }
func rateOf(r *record.Front) float64 { return r.FPR }

// fastest is the best that an absent key costs.
func fastest(r *record.Front) float64 {
	if r.Batch < r.Absent {
		return r.Batch
	}
	return r.Absent
}

// signed writes a relative difference in whole percent.
func signed(x float64) string {
	if x < 0 {
		return "−" + number(-100*x, 0) + " %"
	}
	return "+" + number(100*x, 0) + " %"
}

// steps draws the border of what a group of filters can do: to the right of it and
// above, something else takes no more and is no slower.
func (p *panel) steps(points []point, name string) {
	if len(points) == 0 {
		return
	}
	slices.SortFunc(points, func(a, b point) int {
		switch {
		case a.x < b.x || a.x == b.x && a.y < b.y:
			return -1
		case a == b:
			return 0
		}
		return 1
	})
	border := []point{{points[0].x, p.y.high}}
	least := math.Inf(1)
	for _, q := range points {
		if q.y >= least {
			continue
		}
		if !math.IsInf(least, 1) {
			border = append(border, point{q.x, least})
		}
		border, least = append(border, q), q.y
	}
	border = append(border, point{p.x.high, least})
	p.lines = append(p.lines, line{points: border, tone: tone{color: grey, dash: dotted}, width: medium})
	p.labels = append(p.labels, label{at: border[0], text: name, color: grey, dx: 2.5, dy: -4})
}
