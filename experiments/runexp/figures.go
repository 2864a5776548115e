package runexp

import (
	"errors"
	"math"
	"slices"

	pictures "github.com/filterlab/filterlab/experiments/internal/figure"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/report"
	"github.com/filterlab/filterlab/experiments/internal/timing"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// drawFigures gives every experiment its figures in one language.
func drawFigures(w *catalogue.Words, all []report.Experiment) error {
	for i := range all {
		figures, err := drawFigure(w, &all[i])
		if err != nil {
			return err
		}
		all[i].Figures = figures
	}
	return nil
}

// drawFigure draws an experiment's figure in a language; none where there is
// nothing to draw. Its file is named after the experiment, and the language
// unless it is English.
func drawFigure(w *catalogue.Words, e *report.Experiment) ([]report.Figure, error) {
	cells := make([]pictures.Cell, len(e.Cells))
	for i := range e.Cells {
		c := &e.Cells[i]
		cells[i] = pictures.Cell{Row: c.Row, Sum: record.Sum(c.Counts), Rate: record.RateVerdict(c.Verdicts)}
	}
	f, err := pictures.Draw(e.Manifest.Experiment, cells, w.Say)
	if errors.Is(err, pictures.ErrEmpty) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return []report.Figure{reported(w, e.Manifest.Experiment, f)}, nil
}

// drawTimings gives every file of timings its figures in one language.
func drawTimings(w *catalogue.Words, machines []report.Machine) error {
	for i := range machines {
		for j := range machines[i].Files {
			t := &machines[i].Files[j]
			t.Figures = nil
			if t.Judged { // its rows are pairs, which its table of goals shows
				continue
			}
			if err := drawTimingFile(w, t); err != nil {
				return err
			}
		}
	}
	return nil
}

// drawTimingFile draws the speed over n, or where there is a front, that at every n.
func drawTimingFile(w *catalogue.Words, t *report.Timings) error {
	add := func(name string, f pictures.Figure, err error) error {
		if errors.Is(err, pictures.ErrEmpty) {
			return nil
		}
		t.Figures = append(t.Figures, reported(w, name, f))
		return err
	}
	name := t.About.Name
	if len(t.Speeds) > 0 {
		return nil // a table of pairs
	}
	if len(t.Growth) > 0 {
		f, err := pictures.Growth(name, t.Growth, w.Say)
		return add(name, f, err)
	}
	if len(t.Front) == 0 {
		f, err := pictures.Speed(name, t.Rows, w.Say)
		return add(name+"-speed", f, err)
	}
	var sizes []uint64
	for i := range t.Front {
		sizes = append(sizes, t.Front[i].N)
	}
	slices.Sort(sizes)
	sizes = slices.Compact(sizes)
	for _, n := range sizes {
		rows := slices.DeleteFunc(slices.Clone(t.Front), func(f record.Front) bool { return f.N != n })
		title := name + "-front"
		if len(sizes) > 1 {
			title += "-" + timing.Count(n)
		}
		f, err := pictures.Front(title, rows, t.Rows, floorAt(t, n), w.Say)
		if err := add(title, f, err); err != nil {
			return err
		}
	}
	return nil
}

// floorAt is the A/A floor at one n, NaN where none is known.
func floorAt(t *report.Timings, n uint64) float64 {
	for _, run := range slices.Backward(t.About.Runs) {
		for _, size := range run.Sizes {
			if size.N == n && size.AAPairs > 0 {
				return size.AAMedian
			}
		}
	}
	return math.NaN()
}

// reported is a figure under the name of its file: that of English has no language in it.
func reported(w *catalogue.Words, name string, f pictures.Figure) report.Figure {
	if w.Lang != catalogue.English {
		name += "." + w.Lang
	}
	return report.Figure{Name: name, SVG: f.SVG, PNG: f.PNG, Alt: f.Alt, Caption: f.Caption}
}
