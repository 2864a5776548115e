package figure

import (
	"encoding/xml"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// eachChart makes every figure of the committed record in both languages.
func eachChart(t *testing.T, do func(t *testing.T, name string, c *chart)) {
	t.Helper()
	eachComposed(t, func(t *testing.T, name, _ string, c *chart, _ Figure) { do(t, name, c) })
	eachTimings(t, do)
}

// eachTimings makes the figures of the committed timings.
func eachTimings(t *testing.T, do func(t *testing.T, name string, c *chart)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(results, "timings", "*", "*.csv"))
	if err != nil {
		t.Fatal(err)
	}
	drawn := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, lang := range []string{"en", "vi"} {
			for i, c := range timingCharts(t, file, data, words(lang)) {
				drawn++
				name := filepath.Base(file)
				t.Run(fmt.Sprint(name, i, "/", lang), func(t *testing.T) { do(t, name, c) })
			}
		}
	}
	if drawn < 8 {
		t.Errorf("%d figures of timings, want the four of the record in both languages", drawn)
	}
}

// timingCharts are the figures of a file, whatever its kind; none where it has none.
func timingCharts(t *testing.T, file string, data []byte, word Translator) []*chart {
	if rows, err := record.DecodeGrowth(file, data); err == nil {
		return []*chart{grows(record.SumGrowth(rows), word)}
	}
	if rows, err := record.DecodeFront(file, data); err == nil {
		var all []*chart
		times := sums(t, strings.Replace(file, record.FrontSuffix, "", 1))
		for _, n := range fronts(rows) {
			if c := front(n, times, word); c != nil {
				all = append(all, c)
			}
		}
		return all
	}
	if rows, err := record.DecodeTimings(file, data); err == nil {
		if c := speed(record.SumTimings(rows), word); c != nil {
			return []*chart{c}
		}
	}
	return nil
}

// fronts are rows by n.
func fronts(rows []record.Front) [][]record.Front {
	byN := map[uint64][]record.Front{}
	for _, r := range rows {
		byN[r.N] = append(byN[r.N], r)
	}
	var all [][]record.Front
	for _, own := range byN {
		all = append(all, own)
	}
	return all
}

// inked is a text of an SVG with the area of its ink, in points from its left
// lower corner.
type inked struct {
	text string
	size float64
	block
}

var sizeOf = regexp.MustCompile(`font-size:([0-9.]+)px`)

// writing returns all that an SVG says and where, by the outlines of the letters.
func writing(t *testing.T, svg []byte) []inked {
	t.Helper()
	b, err := newBrush(nil)
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Group struct {
			Texts []struct {
				X     float64 `xml:"x,attr"`
				Y     float64 `xml:"y,attr"`
				Style string  `xml:"style,attr"`
				Text  string  `xml:",chardata"`
			} `xml:"text"`
		} `xml:"g"`
	}
	if err := xml.Unmarshal(svg, &doc); err != nil {
		t.Fatal(err)
	}
	var all []inked
	for _, s := range doc.Group.Texts {
		size, err := strconv.ParseFloat(sizeOf.FindStringSubmatch(s.Style)[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		path, err := outline(b.face(size).Face, size, vg.Point{X: vg.Length(s.X), Y: vg.Length(-s.Y)}, s.Text)
		if err != nil {
			t.Fatal(err)
		}
		x, y := nothing(), nothing()
		for _, c := range path {
			for _, p := range append(slices.Clone(c.Control), c.Pos) {
				if c.Type != vg.CloseComp {
					x.add(float64(p.X))
					y.add(float64(p.Y))
				}
			}
		}
		all = append(all, inked{s.Text, size, block{x.low, x.high, y.low, y.high}})
	}
	return all
}

// Every text stands on the canvas with all of its letters, none lies on another, and
// all can be read where a figure is as wide as half a page, for which it is made:
// 241 points are 8.5 cm.
func TestTextsCanBeRead(t *testing.T) {
	const hair, margin, least = 0.3, 1, 6
	eachChart(t, func(t *testing.T, _ string, c *chart) {
		svg, err := c.svg("")
		if err != nil {
			t.Fatal(err)
		}
		all := writing(t, svg)
		if len(all) < 8 {
			t.Errorf("only %d texts", len(all))
		}
		for i, a := range all {
			if a.left < margin || a.right > column-margin || a.bottom < margin || a.top > c.height-margin {
				t.Errorf("%q reaches from %.1f to %.1f and from %.1f to %.1f, out of the canvas of %d by %.0f", a.text, a.left, a.right, a.bottom, a.top, column, c.height)
			}
			if a.size < least {
				t.Errorf("%q is of %v points, want %d at least", a.text, a.size, least)
			}
			for _, b := range all[:i] {
				if math.Min(a.right, b.right)-math.Max(a.left, b.left) > hair && math.Min(a.top, b.top)-math.Max(a.bottom, b.bottom) > hair {
					t.Errorf("%q lies on %q", a.text, b.text)
				}
			}
		}
	})
}

// No figure leaves out a mark that its painter made.
func TestNoMarkIsLost(t *testing.T) {
	eachChart(t, func(t *testing.T, _ string, c *chart) {
		if err := c.lost(); err != nil {
			t.Error(err)
		}
	})
	c := &chart{height: 50, panels: []*panel{{x: linear(0, 1), y: logarithmic(1, 2), share: 1, marks: []mark{{at: point{0.5, 0}}}}}}
	if c.lost() == nil {
		t.Error("a zero on a logarithmic axis is not found to be lost")
	}
	if _, err := c.paint("x", Figure{}); err == nil {
		t.Error("a figure that lost a mark is drawn")
	}
}

// Where nothing is found in any cell all marks are upper bounds, as many as there
// were, but for those that show no rate: the memory of a growing filter and how full
// a cuckoo table got.
func TestEveryZeroIsABound(t *testing.T) {
	for name := range painters() {
		cells := load(t, filepath.Join(results, name))
		was, _, err := compose(name, cells, words("en"))
		if err != nil {
			t.Fatal(err)
		}
		for i := range cells {
			cells[i].Sum.FalsePositives = 0
			if cells[i].Rate != nil {
				cells[i].Rate = &record.Verdict{Low: 0, High: 0.7 * cells[i].Row.TheoryFPR}
			}
			if cells[i].Row.Variant == "exact" {
				cells[i].Rate.High = 1e-6
			}
		}
		c, f, err := compose(name, cells, words("en"))
		if err != nil {
			t.Fatal(err)
		}
		if want := words("en")("label.bounds"); !strings.HasSuffix(f.Caption, want) {
			t.Errorf("%s: caption %q, want %q at its end", name, f.Caption, want)
		}
		for i, p := range c.panels {
			if name == "scalable-growth" && i == 1 || name == "cuckoo-load" && i == 0 {
				continue
			}
			if len(p.marks) != len(was.panels[i].marks) {
				t.Errorf("%s, panel %d: %d marks, want %d as where something is found", name, i, len(p.marks), len(was.panels[i].marks))
			}
			for _, m := range p.marks {
				if !m.bound {
					t.Errorf("%s, panel %d: a zero count is drawn as a point at %v", name, i, m.at)
					break
				}
			}
		}
	}
}

// No mark lies on another in the figures whose marks may step aside, nor a text on one.
func TestNoMarkIsHidden(t *testing.T) {
	eachChart(t, func(t *testing.T, name string, c *chart) {
		if !slices.Contains([]string{"variants", "production", "key-kinds", "frontier"}, name) {
			return
		}
		b, err := newBrush(nil)
		if err != nil {
			t.Fatal(err)
		}
		svg, err := c.svg("")
		if err != nil {
			t.Fatal(err)
		}
		all := writing(t, svg)
		for i, f := range c.frames(b, c.height) {
			if name == "frontier" && i == 0 {
				continue // its marks are each a row below
			}
			places := c.panels[i].places(f)
			for j, a := range places {
				for _, other := range places[:j] {
					if math.Hypot(a.x-other.x, a.y-other.y) < 2*radius {
						t.Errorf("mark %d of panel %d lies on another", j, i)
					}
				}
				for _, text := range all {
					if len(c.key) == 0 && text.touches(a, radius-0.3) {
						t.Errorf("%q lies on mark %d of panel %d", text.text, j, i)
					}
				}
			}
		}
	})
}
