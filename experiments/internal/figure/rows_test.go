package figure

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg/recorder"
)

// Of an exact set of 128-bit digests, a million questions find nothing. Clopper and
// Pearson's upper end of 99 % is 1-0.005^(1e-6) = 5.2983e-6, log2 of one over that is
// 17.5260, and 262.144 bits a key are at most 14.9574 times as many.
func TestExactSetIsBoundedOnTheFrontier(t *testing.T) {
	c := frontier(load(t, filepath.Join(results, "frontier")), words("en"))
	for i, want := range []struct {
		at   point
		flat bool
	}{{point{262.144, 5.2983e-6}, false}, {point{1395.74, 1}, true}} {
		var bounds []mark
		for _, m := range c.panels[i].marks {
			if m.bound {
				bounds = append(bounds, m)
			}
		}
		if len(bounds) != 1 || bounds[0].flat != want.flat || math.Abs(bounds[0].at.x/want.at.x-1) > 1e-5 || math.Abs(bounds[0].at.y/want.at.y-1) > 1e-5 {
			t.Errorf("panel %d: bounds %+v, want one at %v", i, bounds, want.at)
		}
	}
	if said := c.panels[1].labels; len(said) != 1 || said[0].text != "at most 1396 %" {
		t.Errorf("labels %+v, want what is at most", said)
	}
}

// A cell that was not checked has the same bound.
func TestBoundWithoutVerdict(t *testing.T) {
	var c Cell
	c.Sum.Queries = 1e6
	if m := measured(&c, 0, toneOf(0)); !m.bound || math.Abs(m.at.y/5.2983e-6-1) > 1e-5 {
		t.Errorf("%+v, want a bound at 5.2983e-6", m)
	}
}

// Arrows lead to the smaller values: down, and left where the value is an x.
func TestArrowsLeadToSmallerValues(t *testing.T) {
	for _, c := range []struct {
		flat bool
		want point
	}{{false, point{50, 41}}, {true, point{41, 50}}} {
		var canvas recorder.Canvas
		b, err := newBrush(&canvas)
		if err != nil {
			t.Fatal(err)
		}
		(&panel{}).drawMark(b, frame{}, &mark{bound: true, flat: c.flat, low: 1, high: 2}, point{50, 50})
		var tips []point
		for _, a := range canvas.Actions {
			if fill, ok := a.(*recorder.Fill); ok {
				tips = append(tips, point{float64(fill.Path[2].Pos.X), float64(fill.Path[2].Pos.Y)})
			}
		}
		if !slices.Equal(tips, []point{c.want}) {
			t.Errorf("flat %v: points to %v, want %v", c.flat, tips, c.want)
		}
	}
}

// Production has a bar of theory for each mark, its settings are told apart, and its
// key goes up with n.
func TestProduction(t *testing.T) {
	c := production(load(t, filepath.Join(results, "production")), words("en"))
	p := c.panels[0]
	if len(p.lines) != len(p.marks)+1 { // and the line at 1 %
		t.Errorf("%d lines for %d marks", len(p.lines), len(p.marks))
	}
	for i, m := range p.marks {
		if bar := p.lines[i].points; math.Abs((bar[0].y+bar[1].y)/2-m.at.y) > 1e-9 || math.Abs(math.Log(bar[0].x/m.at.x)) > 0.05 {
			t.Errorf("mark %d at %v has its theory at %v", i, m.at, bar)
		}
	}
	var names, key []string
	for _, tick := range p.y.ticks {
		names = append(names, tick.text)
	}
	for _, e := range c.key {
		key = append(key, e.text)
	}
	if i := slices.Index(names, "cassandra, k = 5"); i < 0 || names[i+1] != "cassandra, k = 7" {
		t.Errorf("rows %q, want the settings of cassandra one below the other", names)
	}
	if want := []string{"uint64, n = 40", "uint64, n = 1000", "uint64, n = 2e4", "uint64, n = 1e5", "words, n = 2e4", "theory"}; !slices.Equal(key, want) {
		t.Errorf("key %q, want %q", key, want)
	}
	if len(p.labels) != 1 || p.labels[0].text != "1 %" {
		t.Errorf("labels %+v", p.labels)
	}
	if bottom := p.marks[len(p.marks)-1].at.y; math.Abs(bottom-(gap+lane)/2) > 1e-9 {
		t.Errorf("the last mark is %v above the bottom, want half a gap and half a lane", bottom)
	}
}

// Each variant has its name beside one of its own marks, and there is no key.
func TestVariantsHaveTheirNames(t *testing.T) {
	cells := load(t, filepath.Join(results, "variants"))
	c := kinds(cells, words("en"))
	p := c.panels[0]
	if len(c.key) != 0 || len(p.labels) != 14 {
		t.Errorf("a key of %d, %d names, want none and 14", len(c.key), len(p.labels))
	}
	for _, l := range p.labels {
		for _, i := range l.marks {
			if p.marks[i].tone.color != l.color {
				t.Errorf("%s has a mark of another series", l.text)
			}
		}
	}
}

// An axis that cannot be has no ticks; from 0 on there is no end of powers of ten.
func TestLogarithmicAxisFromZero(t *testing.T) {
	for _, a := range []axis{logarithmic(0, 1), logarithmic(1, math.Inf(1)), logarithmic(2, 1), logarithmic(nan, 1)} {
		if len(a.ticks) != 0 {
			t.Errorf("%v to %v has %d ticks", a.low, a.high, len(a.ticks))
		}
	}
}
