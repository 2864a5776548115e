package runexp

import (
	"errors"

	pictures "github.com/filterlab/filterlab/experiments/internal/figure"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/report"
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
	name := e.Manifest.Experiment
	if w.Lang != catalogue.English {
		name += "." + w.Lang
	}
	return []report.Figure{{Name: name, SVG: f.SVG, PNG: f.PNG, Alt: f.Alt, Caption: f.Caption}}, nil
}

// drawTimings gives every file of timings its figures in one language.
func drawTimings(w *catalogue.Words, machines []report.Machine) error {
	return nil
}
