package runexp

import (
	"html/template"

	"github.com/filterlab/filterlab/experiments/internal/report"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// drawer draws an experiment's figures with the words of a language, en or vi.
type drawer func(e *report.Experiment, lang string) ([]report.Figure, error)

// laboratory returns what is played with on the page: elements, and the scripts
// and styles they need, all of it within.
type laboratory func(lang string) template.HTML

// parts returns what the pages take from other packages, nil where there is none.
func parts() (drawer, laboratory) { return drawFigure, nil }

// drawFigures gives every experiment its figures in one language.
func drawFigures(w *catalogue.Words, all []report.Experiment) error {
	draw, _ := parts()
	if draw == nil {
		return nil
	}
	for i := range all {
		figures, err := draw(&all[i], w.Lang)
		if err != nil {
			return err
		}
		all[i].Figures = figures
	}
	return nil
}
