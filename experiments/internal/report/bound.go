package report

import (
	"fmt"
	"math"

	"github.com/filterlab/filterlab/experiments"
)

// bound asks whether the rate of every cell is at most a value, by the intervals:
// an estimate below it is no proof, and one above no refutation.
func bound(cells []*Cell, a *experiments.Answer) (ok, why string) {
	worst, top := "", math.Inf(-1)
	open := 0 // cells whose interval holds the value
	for _, c := range cells {
		low, high := c.interval()
		if math.IsNaN(low) || math.IsNaN(high) {
			return Unanswered, fmt.Sprintf("cell %s has no interval: run check", c.Row.ID)
		}
		says := fmt.Sprintf("cell %s: fpr is %s in [%s, %s]", c.Row.ID, figure(c.fpr()), figure(low), figure(high))
		if low > a.Value {
			return No, fmt.Sprintf("%s, claimed at most %s", says, figure(a.Value))
		}
		if high > a.Value {
			open++
		}
		if high > top {
			worst, top = says, high
		}
	}
	if open > 0 {
		return Unanswered, fmt.Sprintf("undecided in %d of %d cells: their intervals hold %s; the highest, %s", open, len(cells), figure(a.Value), worst)
	}
	return Yes, fmt.Sprintf("every interval of %d cells ends at or below %s; the highest, %s", len(cells), figure(a.Value), worst)
}

// agrees asks whether the verdict on every cell's rate is that theory is right.
func agrees(cells []*Cell) (ok, why string) {
	ok, why = Yes, fmt.Sprintf("fpr agrees with theory in all %d cells", len(cells))
	for _, c := range cells {
		switch v := c.rate(); {
		case v == nil:
			return Unanswered, fmt.Sprintf("cell %s has no verdict on fpr: run check", c.Row.ID)
		case v.Verdict == "deviates":
			return No, fmt.Sprintf("fpr deviates from theory in cell %s: %s in [%s, %s], theory %s", c.Row.ID, figure(v.FPR), figure(v.Low), figure(v.High), figure(v.Theory))
		case v.Verdict != "agrees" && ok == Yes:
			ok, why = Unanswered, fmt.Sprintf("fpr against theory is undecided in cell %s", c.Row.ID)
		}
	}
	return ok, why
}
