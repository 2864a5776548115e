package figure

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"math"
	"slices"
	"testing"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// made are cells of round numbers: 15 values of k in two schemes, the last of
// which found nothing.
func made() []Cell {
	var cells []Cell
	for _, scheme := range []string{"xxh3+double", "xxh3+independent"} {
		for k := 1; k <= 15; k++ {
			p := 1 / float64(10+3*k-k*k/5)
			hits := uint64(1e6 * p)
			c := Cell{Row: record.Cell{ID: fmt.Sprint(scheme, k), Variant: "classic", Scheme: scheme, N: 1000, Capacity: 1000, Bits: 10000, K: k,
				BitsPerKey: 10, Load: 1, TheoryFPR: p, Tolerance: 0.02}}
			c.Sum = record.Count{Queries: 1e6, FalsePositives: hits, Trials: 1}
			c.Rate = &record.Verdict{Low: p * 0.99, High: p * 1.015, Verdict: "agrees"}
			cells = append(cells, c)
		}
	}
	last := &cells[len(cells)-1]
	last.Sum.FalsePositives, last.Rate = 0, &record.Verdict{Low: 0, High: 0.004, Verdict: "deviates"}
	return cells
}

// Bytes are the same in every run and on every machine: the hashes are those of
// a first drawing on amd64 (pixels, not the PNG's bytes, which change with the
// compressor of the Go release). A change of the pictures changes them.
func TestSameOnEveryMachine(t *testing.T) {
	for _, c := range []struct{ experiment, svg, pixels string }{
		{"k-sweep", "3e3002cbdb1b", "6a803a627ad7"},
		{"somebody's", "99493f82c024", "210c1e20b694"},
	} {
		f, err := Draw(c.experiment, made(), words("vi"))
		if err != nil {
			t.Fatal(err)
		}
		if got := short(f.SVG); got != c.svg {
			t.Errorf("%s: SVG %s, want %s", c.experiment, got, c.svg)
		}
		img, err := png.Decode(bytes.NewReader(f.PNG))
		if err != nil {
			t.Fatal(err)
		}
		pixels := image.NewRGBA(img.Bounds())
		draw.Draw(pixels, pixels.Rect, img, image.Point{}, draw.Src)
		if got := short(pixels.Pix); got != c.pixels {
			t.Errorf("%s: pixels %s, want %s", c.experiment, got, c.pixels)
		}
		if testing.Short() {
			continue
		}
		again, err := Draw(c.experiment, made(), words("vi"))
		if err != nil || !bytes.Equal(f.PNG, again.PNG) || !bytes.Equal(f.SVG, again.SVG) {
			t.Errorf("%s: a second drawing differs (%v)", c.experiment, err)
		}
	}
}

func short(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:6])
}

// What was not found is drawn at its upper bound, in both panels.
func TestZeroIsAnUpperBound(t *testing.T) {
	c := kSweep(made(), words("en"))
	for i, want := range []float64{0.004, percent(0.004 * float64(10+45-45))} {
		marks := c.panels[i].marks
		bounds := slices.DeleteFunc(slices.Clone(marks), func(m mark) bool { return !m.bound })
		if len(bounds) != 1 || math.Abs(bounds[0].at.y-want) > 1e-9 {
			t.Errorf("panel %d: bounds %+v, want one at %v", i, bounds, want)
		}
		if len(marks) != 30 {
			t.Errorf("panel %d: %d marks for 30 cells", i, len(marks))
		}
		for _, m := range marks {
			if !c.panels[i].y.inside(m.at.y) || !c.panels[i].x.inside(m.at.x) {
				t.Errorf("panel %d: mark %+v lies outside the axes", i, m)
			}
		}
	}
}

// Points are where their numbers are: the mark of the cell of k = 5 stands at
// its rate, and its interval is the verdict's.
func TestMarkStandsAtItsRate(t *testing.T) {
	cells := made()
	m := kSweep(cells, words("en")).panels[0].marks[4]
	if m.at.x != 5 || m.at.y != 0.05 || math.Abs(m.low-0.0495) > 1e-12 || math.Abs(m.high-0.05075) > 1e-12 {
		t.Errorf("%+v, want 0.05 at k = 5 in [0.0495, 0.05075]", m) // 1/(10+15-5)
	}
	p := panel{x: linear(0, 10), y: logarithmic(0.001, 0.1)}
	f := frame{left: 20, right: 120, bottom: 10, top: 60}
	if at := f.at(&p, point{5, 0.01}); math.Abs(at.x-70) > 1e-9 || math.Abs(at.y-35) > 1e-9 {
		t.Errorf("the middle of both axes is drawn at %v, want 70, 35", at)
	}
}

// A grown filter stands at how far it has grown from its own first stage, also
// where a grid has another first stage than the rest.
func TestGrownFilterStandsAtItsLoad(t *testing.T) {
	cells := made()[:3]
	for i, grown := range []struct{ capacity, n uint64 }{{1000, 1000}, {1000, 4000}, {2000, 8000}} {
		r := &cells[i].Row
		r.Variant, r.Capacity, r.N, r.Load = "scalable", grown.capacity, grown.n, float64(grown.n)/float64(grown.capacity)
	}
	var at []float64
	for _, m := range scalableGrowth(cells, words("en")).panels[0].marks {
		at = append(at, m.at.x)
	}
	if !slices.Equal(at, []float64{1, 4, 4}) {
		t.Errorf("marks at %v, want 1, 4, 4", at)
	}
}

// An unchecked cell has a point without an interval, and nothing at all is an error.
func TestDrawWithoutVerdicts(t *testing.T) {
	cells := made()
	for i := range cells {
		cells[i].Rate = nil
	}
	if _, err := Draw("k-sweep", cells, words("en")); err != nil {
		t.Error(err)
	}
	if _, err := Draw("k-sweep", nil, words("en")); !errors.Is(err, ErrEmpty) {
		t.Errorf("%v, want ErrEmpty", err)
	}
}

// Every painter must live with rows that are not its own, one cell among them.
func TestPaintersLiveWithStrangeRows(t *testing.T) {
	for name := range painters() {
		for _, cells := range [][]Cell{made(), made()[:1], made()[29:]} {
			c, _, err := compose(name, cells, words("en"))
			if err != nil {
				t.Fatal(err)
			}
			svg, err := c.svg("")
			if err != nil || bytes.Contains(svg, []byte("NaN")) || bytes.Contains(svg, []byte("Inf")) {
				t.Errorf("%s, %d cells: %v, or a coordinate is no number", name, len(cells), err)
			}
		}
	}
}

// The values that axes are labelled at, by hand.
func TestTicks(t *testing.T) {
	labels := func(a axis) string {
		s := ""
		for _, t := range a.ticks {
			if t.text != "" {
				s += t.text + " "
			}
		}
		return s
	}
	for _, c := range []struct {
		axis axis
		want string
	}{
		{linear(-2.24, 2.24), "−2 −1 0 1 2 "},
		{linear(0, 100), "0 20 40 60 80 100 "},
		{linear(0.64, 1.15), "0.7 0.8 0.9 1 1.1 "},
		{logarithmic(0.006, 0.13), "0.01 0.02 0.05 0.1 "},
		{logarithmic(5e-7, 0.6), "1e-6 1e-5 1e-4 0.001 0.01 0.1 "},
		{logarithmic(500, 2e6), "1000 1e4 1e5 1e6 "},
	} {
		if got := labels(c.axis); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if got := decimal(1600000) + " " + decimal(3200) + " " + decimal(20000) + " " + decimal(-2.5e-5) + " " + decimal(-12) + " " + decimal(0.95); got != "1.6e6 3200 2e4 −2.5e-5 −12 0.95" {
		t.Errorf("decimal: %s", got)
	}
}
