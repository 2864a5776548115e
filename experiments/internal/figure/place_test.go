package figure

import (
	"fmt"
	"image/color"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// By hand: what does not touch stays; two that touch share the way; at the border
// they give way together; with too little room all gaps are equal.
func TestSpread(t *testing.T) {
	for _, c := range []struct{ wanted, want []float64 }{
		{[]float64{80, 50, 20}, []float64{80, 50, 20}},
		{[]float64{80, 50, 48}, []float64{80, 54, 44}},
		{[]float64{52, 50, 48}, []float64{60, 50, 40}},
		{[]float64{60, 3, 2}, []float64{60, 10, 0}},
		{[]float64{99, 98, 97}, []float64{100, 90, 80}},
		{[]float64{7}, []float64{7}},
		{nil, nil},
	} {
		got := spread(c.wanted, 10, 0, 100)
		if !slices.EqualFunc(got, c.want, func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }) {
			t.Errorf("%v spread to %v, want %v", c.wanted, got, c.want)
		}
	}
	if got := spread([]float64{5, 5, 5}, 10, 0, 10); !slices.Equal(got, []float64{10, 5, 0}) {
		t.Errorf("too little room: %v, want 10, 5, 0", got)
	}
}

// A stretch under two other lines gets the widest pale line below it, one under one
// the next; what nothing covers gets none.
func TestCoveredLinesShowBelow(t *testing.T) {
	at := func(y ...float64) line {
		l := line{width: medium, tone: tone{color: blue}}
		for i, v := range y {
			l.points = append(l.points, point{float64(i), v})
		}
		return l
	}
	lines := []line{at(1, 2, 3), at(9, 2, 8), at(1, 2.001, 9), at(1, 2, 3), at(1, 1, 6)}
	lines[4].points[1].x = 0 // two marks of one series at one x
	var got []string
	for _, l := range layer(lines) {
		got = append(got, fmt.Sprintf("%.0f-%.0f %.1f %v", l.points[0].x, l.points[len(l.points)-1].x, (l.width-medium)/wider, l.tone.color == blue))
	}
	want := []string{"0-1 2.0 false", "1-2 1.0 false", "0-2 0.0 true", "0-2 0.0 true", "0-1 1.0 false", "0-2 0.0 true", "0-2 0.0 true", "0-2 0.0 true"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// An interval of 2 of 100 on 100 points is under its mark, one of 5 is not.
func TestHiddenIntervalsAreSaid(t *testing.T) {
	f := frame{left: 0, right: 100, bottom: 0, top: 100}
	p := &panel{x: linear(0, 100), y: linear(0, 100)}
	for _, c := range []struct {
		mark mark
		want bool
	}{
		{mark{at: point{50, 50}, low: 49, high: 51}, true},
		{mark{at: point{50, 50}, low: 47.5, high: 52.5}, false},
		{mark{at: point{50, 50}, low: 49, high: 51, flat: true}, true},
		{mark{at: point{50, 50}, low: 40, high: 51, flat: true}, false},
		{mark{at: point{50, 50}, low: nan, high: nan}, false},
		{mark{at: point{50, 50}, low: 49, high: 51, bound: true}, false},
	} {
		if got := p.hides(f, &c.mark); got != c.want {
			t.Errorf("%+v: hidden %v", c.mark, got)
		}
	}
	wide := made()
	for i := range wide {
		wide[i].Rate = &record.Verdict{Low: wide[i].fpr() / 2, High: wide[i].fpr() * 1.5}
	}
	_, narrow, err := compose("k-sweep", made(), words("en"))
	if err != nil || !strings.Contains(narrow.Caption, "smaller than its mark.") {
		t.Errorf("%v: %s", err, narrow.Caption)
	}
	if _, f, err := compose("k-sweep", wide, words("en")); err != nil || strings.Contains(f.Caption, "smaller than its mark") {
		t.Errorf("%v: intervals of half the rate: %s", err, f.Caption)
	}
}

// crossed finds texts through which the grid goes: faint lines that no white area
// hides again.
func crossed(t *testing.T, c *chart) (found []string) {
	t.Helper()
	canvas := &recorder.Canvas{}
	b, err := newBrush(canvas)
	if err != nil {
		t.Fatal(err)
	}
	c.draw(b)
	var grid []block
	var now color.Color
	for _, a := range canvas.Actions {
		switch a := a.(type) {
		case *recorder.SetColor:
			now = a.Color
		case *recorder.Stroke:
			if now == faint {
				grid = append(grid, around(a.Path))
			}
		case *recorder.Fill:
			if now == white {
				grid = behind(grid, around(a.Path))
			}
		case *recorder.FillString: // a letter is 0.72 of its size high
			x, y, size := a.Point.X.Points(), a.Point.Y.Points(), a.Size.Points()
			text := block{x, x + b.width(a.String, size), y, y + 0.72*size}
			if slices.ContainsFunc(grid, text.overlaps) {
				found = append(found, a.String)
			}
		}
	}
	return found
}

// around is the area of a path.
func around(p vg.Path) block {
	x, y := nothing(), nothing()
	for _, part := range p {
		if part.Type != vg.CloseComp {
			x.add(part.Pos.X.Points())
			y.add(part.Pos.Y.Points())
		}
	}
	return block{x.low, x.high, y.low, y.high}
}

// behind is what is left of lines across or up when an area covers them.
func behind(grid []block, area block) (left []block) {
	for _, g := range grid {
		switch {
		case !g.overlaps(area):
			left = append(left, g)
		case g.bottom == g.top:
			left = append(left, block{g.left, area.left, g.top, g.top}, block{area.right, g.right, g.top, g.top})
		default:
			left = append(left, block{g.left, g.left, g.bottom, area.bottom}, block{g.left, g.left, area.top, g.top})
		}
	}
	return left
}

// The grid goes through no text of a figure of ours, in either language.
func TestGridStopsAtTexts(t *testing.T) {
	eachChart(t, func(t *testing.T, _ string, c *chart) {
		for _, text := range crossed(t, c) {
			t.Errorf("the grid goes through %q", text)
		}
	})
}

// A panel has lines up from its x axis where it asks for them, up to there, and none
// otherwise, also where its y axis reaches below zero.
func TestUprights(t *testing.T) {
	for _, top := range []float64{0, 2} {
		p := &panel{x: linear(0, 10), y: axis{low: -3, high: 3}, share: 1, uprights: top}
		canvas := &recorder.Canvas{}
		b, err := newBrush(canvas)
		if err != nil {
			t.Fatal(err)
		}
		p.draw(b, frame{left: 0, right: 100, bottom: 0, top: 60})
		up := 0
		for _, a := range canvas.Actions {
			s, ok := a.(*recorder.Stroke)
			if !ok {
				continue
			}
			if l := around(s.Path); l.left == l.right && l.left > 0 && l.top > 5 { // the axis and ticks are no such lines
				up++
				if l.bottom != 0 || l.top != 50 {
					t.Errorf("up to %v: a line from %v to %v, want 0 to 50", top, l.bottom, l.top)
				}
			}
		}
		if want := 5 * int(top) / 2; up != want { // at 2, 4, ... 10; that at 0 lies on the axis
			t.Errorf("up to %v: %d lines, want %d", top, up, want)
		}
	}
}

// Where lines of these figures run together, each can be seen below the next: the
// pale ones are all that layer makes of the others.
func TestNoLineIsHidden(t *testing.T) {
	pale := map[string]int{}
	eachChart(t, func(t *testing.T, name string, c *chart) {
		if !slices.Contains([]string{"tiny", "counting", "cuckoo-load", "growth.csv"}, name) {
			return
		}
		for _, p := range c.panels {
			var plain []line
			for _, l := range p.lines {
				if !l.below {
					plain = append(plain, l)
				}
			}
			want := len(layer(plain)) - len(plain)
			if got := len(p.lines) - len(plain); got != want {
				t.Errorf("%d pale lines, want %d", got, want)
			}
			pale[name] += want
		}
	})
	if len(pale) != 4 || slices.Contains(slices.Collect(maps.Values(pale)), 0) {
		t.Errorf("pale lines %v: want some in each of four figures", pale)
	}
}

// sums are the rows of a file of timings.
func sums(t *testing.T, path string) []record.Timed {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := record.DecodeTimings(path, data)
	if err != nil {
		t.Fatal(err)
	}
	return record.SumTimings(rows)
}
