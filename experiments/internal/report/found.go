package report

import (
	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// never wants every key that was put in to be found again. Keys that a full filter
// refused were not put in.
func never(w *catalogue.Words, experiment string, cells []*Cell) (ok, why string) {
	held := 0.0
	for _, c := range cells {
		sum := record.Sum(c.Counts)
		if sum.FalseNegatives > 0 {
			return No, w.Say("why.lost", c.Row.ID, figure(float64(sum.FalseNegatives)), figure(float64(sum.Inserted)))
		}
		held += float64(sum.Inserted)
	}
	if held == 0 {
		return Unanswered, w.Say("why.nokeys")
	}
	return Yes, w.Say("why.never", len(cells), experiment, figure(held))
}

// found is the answer of those that rest on no cell: what the program itself found.
func found(w *catalogue.Words, a *experiments.Answer) (ok, why string) {
	switch {
	case a.How == experiments.Open:
		return Open, w.Text(a.Note)
	case a.Found == nil:
		return Unanswered, w.Say("why.untimed")
	}
	return verdict(a.Found.Holds), told(w, a.Found.Said)
}
