package report

import (
	"math"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// bound asks whether the rate of every cell is at most a value, by the intervals:
// an estimate below it is no proof, and one above no refutation.
func bound(w *catalogue.Words, cells []*Cell, a *experiments.Answer) (ok, why string) {
	worst, top := "", math.Inf(-1)
	open := 0 // cells whose interval holds the value
	for _, c := range cells {
		low, high := c.interval()
		if math.IsNaN(low) || math.IsNaN(high) {
			return Unanswered, w.Say("why.nointerval", c.Row.ID)
		}
		says := w.Say("why.bound", c.Row.ID, figure(c.fpr()), figure(low), figure(high))
		if low > a.Value {
			return No, w.Say("why.broken", says, figure(a.Value))
		}
		if high > a.Value {
			open++
		}
		if high > top {
			worst, top = says, high
		}
	}
	if open > 0 {
		return Unanswered, w.Say("why.open", open, len(cells), figure(a.Value), worst)
	}
	return Yes, w.Say("why.kept", len(cells), figure(a.Value), worst)
}

// agrees asks whether the verdict on every cell's rate is that theory is right.
func agrees(w *catalogue.Words, cells []*Cell) (ok, why string) {
	ok, why = Yes, w.Say("why.allagree", len(cells))
	for _, c := range cells {
		switch v := c.rate(); {
		case v == nil:
			return Unanswered, w.Say("why.noverdict", c.Row.ID)
		case v.Verdict == "deviates":
			return No, w.Say("why.deviates", c.Row.ID, figure(v.FPR), figure(v.Low), figure(v.High), figure(v.Theory))
		case v.Verdict != "agrees" && ok == Yes:
			ok, why = Unanswered, w.Say("why.undecided", c.Row.ID)
		}
	}
	return ok, why
}
