package figure

import (
	"fmt"
	"image/color"
	"math"
	"os"
	"path/filepath"
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

// textBox is where a text stands, in points.
type textBox struct {
	text                     string
	left, right, bottom, top float64
}

// boxes are those of all texts of a chart. A letter of size 6.5 is 4.7 high.
func boxes(t *testing.T, c *chart) []textBox {
	t.Helper()
	canvas := &recorder.Canvas{}
	b, err := newBrush(canvas)
	if err != nil {
		t.Fatal(err)
	}
	c.draw(b)
	var all []textBox
	for _, a := range canvas.Actions {
		if s, ok := a.(*recorder.FillString); ok && s.String != "" {
			size, x, y := s.Size.Points(), s.Point.X.Points(), s.Point.Y.Points()
			all = append(all, textBox{s.String, x, x + b.width(s.String, size), y, y + 0.72*size})
		}
	}
	return all
}

// crossed finds texts through which the grid goes: thin faint lines that no white
// area hides again.
func crossed(t *testing.T, c *chart) (found []string) {
	t.Helper()
	canvas := &recorder.Canvas{}
	b, err := newBrush(canvas)
	if err != nil {
		t.Fatal(err)
	}
	c.draw(b)
	var grid []textBox
	var now color.Color
	for _, a := range canvas.Actions {
		switch a := a.(type) {
		case *recorder.SetColor:
			now = a.Color
		case *recorder.Stroke:
			if now == faint {
				grid = append(grid, extentOf(a.Path))
			}
		case *recorder.Fill:
			if area := extentOf(a.Path); now == white {
				grid = hidden(grid, area)
			}
		case *recorder.FillString:
			x, y, size := a.Point.X.Points(), a.Point.Y.Points(), a.Size.Points()
			text := textBox{a.String, x, x + b.width(a.String, size), y, y + 0.72*size}
			if slices.ContainsFunc(grid, func(g textBox) bool { return touch(g, text) }) {
				found = append(found, a.String)
			}
		}
	}
	return found
}

// extentOf is the box around a path.
func extentOf(p vg.Path) textBox {
	e := textBox{left: math.Inf(1), right: math.Inf(-1), bottom: math.Inf(1), top: math.Inf(-1)}
	for _, part := range p {
		if part.Type != vg.CloseComp {
			x, y := part.Pos.X.Points(), part.Pos.Y.Points()
			e.left, e.right, e.bottom, e.top = math.Min(e.left, x), math.Max(e.right, x), math.Min(e.bottom, y), math.Max(e.top, y)
		}
	}
	return e
}

// hidden is what is left of lines across or up behind an area.
func hidden(grid []textBox, area textBox) (left []textBox) {
	for _, g := range grid {
		switch {
		case !touch(g, area):
			left = append(left, g)
		case g.bottom == g.top:
			left = append(left, textBox{"", g.left, area.left, g.top, g.top}, textBox{"", area.right, g.right, g.top, g.top})
		default:
			left = append(left, textBox{"", g.left, g.left, g.bottom, area.bottom}, textBox{"", g.left, g.left, area.top, g.top})
		}
	}
	return left
}

func touch(a, b textBox) bool {
	return a.left <= b.right && b.left <= a.right && a.bottom <= b.top && b.bottom <= a.top
}

// crowded finds texts that touch one another or leave the figure.
func crowded(all []textBox, height float64) (found []string) {
	for i, a := range all {
		if a.left < 0 || a.right > column || a.bottom < 0 || a.top > height {
			found = append(found, fmt.Sprintf("%q leaves the figure: %.1f to %.1f, %.1f to %.1f", a.text, a.left, a.right, a.bottom, a.top))
		}
		for _, b := range all[:i] {
			if a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top {
				found = append(found, fmt.Sprintf("%q and %q touch", b.text, a.text))
			}
		}
	}
	return found
}

func TestCrowdedSees(t *testing.T) {
	all := []textBox{{"a", 0, 10, 0, 5}, {"b", 9, 20, 4, 9}, {"c", 20, 30, 4, 9}, {"d", 240, 250, 0, 5}}
	if got := crowded(all, 100); len(got) != 2 {
		t.Errorf("%q, want that a and b touch and d leaves", got)
	}
}

// timings draws the figures of our committed timings.
func timings(t *testing.T, word Translator) map[string]*chart {
	t.Helper()
	all := map[string]*chart{}
	files, err := filepath.Glob(filepath.Join(results, record.TimingsFolder, "*", "*.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".csv")
		switch {
		case name == "growth":
			rows, err := record.DecodeGrowth(path, data)
			if err != nil {
				t.Fatal(err)
			}
			all[name] = grows(record.SumGrowth(rows), word)
		case strings.HasSuffix(name, record.FrontSuffix):
			rows, err := record.DecodeFront(path, data)
			if err != nil {
				t.Fatal(err)
			}
			all[name] = front(rows, sums(t, strings.Replace(path, record.FrontSuffix, "", 1)), word)
		case name == "standard" || name == "large":
			all[name] = speed(sums(t, path), word)
		}
	}
	return all
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

// In no figure of ours do texts touch, leave it or have the grid go through them, in
// either language.
func TestTextsKeepApart(t *testing.T) {
	for _, lang := range []string{"en", "vi"} {
		charts := timings(t, words(lang))
		if len(charts) < 4 {
			t.Errorf("%d figures of timings, want 4 at least", len(charts))
		}
		records, err := filepath.Glob(filepath.Join(results, "*", record.ManifestFile))
		if err != nil || len(records) < 11 {
			t.Fatalf("%d records, %v", len(records), err)
		}
		for _, path := range records {
			name := filepath.Base(filepath.Dir(path))
			if name == "frontier" {
				continue // long words, laid out elsewhere
			}
			c, _, err := compose(name, load(t, filepath.Dir(path)), words(lang))
			if err != nil {
				t.Fatal(err)
			}
			charts[name] = c
		}
		for name, c := range charts {
			if c == nil {
				t.Errorf("%s: no chart", name)
				continue
			}
			for _, text := range crossed(t, c) {
				t.Errorf("%s, %s: the grid goes through %q", name, lang, text)
			}
			for _, found := range crowded(boxes(t, c), c.height) {
				t.Errorf("%s, %s: %s", name, lang, found)
			}
		}
	}
}
