package figure

import (
	"fmt"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// Growth draws the memory and the time of the program over n. Fewer than two
// numbers of keys are ErrEmpty.
func Growth(name string, rows []record.Growth, word Translator) (Figure, error) {
	grown := record.SumGrowth(rows)
	c := grows(grown, word)
	if c == nil {
		return Figure{}, fmt.Errorf("figure %s: %w", name, ErrEmpty)
	}
	first, last := &grown[0], &grown[0] // of the first variant
	for i := range grown {
		if g := &grown[i]; g.Variant == first.Variant {
			if g.N > last.N {
				last = g
			}
			if g.N < first.N {
				first = g
			}
		}
	}
	f := Figure{Caption: c.explained(word("caption.growth"), word)}
	f.Alt = f.Caption + " " + word("alt.growth", decimal(float64(first.N)), decimal(float64(last.N)), first.Variant,
		three(mebi(first.PeakBytes)), three(mebi(last.PeakBytes)), three(first.Seconds), three(last.Seconds))
	return c.paint(name, f)
}

// mebi is bytes in MiB.
func mebi(bytes uint64) float64 { return float64(bytes) / (1 << 20) }

// grows makes the chart, nil where there is nothing to see growing.
func grows(grown []record.Grown, word Translator) *chart {
	memory := &panel{title: word("axis.peak"), share: 1}
	seconds := &panel{title: word("axis.seconds"), share: 1}
	var order []string
	var sizes []float64
	byVariant := map[string][]record.Grown{}
	for _, g := range grown {
		if byVariant[g.Variant] == nil {
			order = append(order, g.Variant)
		}
		byVariant[g.Variant] = append(byVariant[g.Variant], g)
		sizes = append(sizes, float64(g.N))
	}
	sizes = distinct(sizes)
	if len(sizes) < 2 {
		return nil
	}
	c := &chart{panels: []*panel{memory, seconds}, height: 240, right: 6}
	for i, name := range order {
		t := toneOf(i)
		shift := 3 * (float64(i) - float64(len(order)-1)/2)
		var filter []point
		last := &byVariant[name][0]
		for j := range byVariant[name] {
			g := &byVariant[name][j]
			n := float64(g.N)
			filter = append(filter, point{n, mebi(g.AllocatedBits / 8)})
			if g.PeakBytes > 0 {
				memory.marks = append(memory.marks, mark{at: point{n, mebi(g.PeakBytes)}, low: nan, high: nan, tone: t, shift: shift})
			}
			seconds.marks = append(seconds.marks, mark{at: point{n, g.Seconds}, low: g.Least, high: g.Most, tone: t, shift: shift})
			if g.N > last.N {
				last = g
			}
		}
		memory.lines = append(memory.lines, line{points: filter, tone: t, width: medium})
		seconds.lines = append(seconds.lines, line{tone: tone{color: t.color, dash: dotted}, width: medium,
			points: []point{{sizes[0], last.Seconds * sizes[0] / float64(last.N)}, {float64(last.N), last.Seconds}}})
		c.key = append(c.key, entry{text: name, tone: t})
	}
	memory.lines = layer(memory.lines)
	memory.fitLog(1.5)
	seconds.fitLog(1.5)
	c.setX(keysAxis(sizes, 1.6), word("axis.n"))
	return c
}
