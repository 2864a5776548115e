package report

import (
	"math"
	"strconv"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// Promise is what the maker of a system says of the rate of such a filter: a bound or
// an expectation of its own, which need not be what theory says of the structure.
type Promise struct {
	FPR    float64
	Maker  string // the system and its release
	Source string // where it is said, an English text of the catalogue
}

// promised reports whether some cell has a promise.
func promised(cells []Cell) bool {
	for i := range cells {
		if cells[i].Promise != nil {
			return true
		}
	}
	return false
}

// promiseOf is a cell's promised rate, "" where nothing is promised.
func promiseOf(c *Cell) string {
	if c.Promise == nil {
		return ""
	}
	return short(c.Promise.FPR, 5)
}

// brokenPromise reports whether the measured interval excludes the promise. A cell
// that nobody judges has an interval for its own keys only, and breaks none.
func brokenPromise(c *Cell) bool {
	low, high := c.interval()
	return c.Promise != nil && c.Row.Expect != experiments.None && !math.IsNaN(low) && (c.Promise.FPR < low || c.Promise.FPR > high)
}

// promises says what became of the promises, "" where no cell has one: a sentence, and
// below it a row a cell whose interval excludes the promise; nil where there is none.
func promises(w *catalogue.Words, cells []Cell) (sentence string, broken *sheet) {
	if !promised(cells) {
		return "", nil
	}
	s := newSheet(w, "cell", "variant", "n", "promised", "fpr", "interval", "off", "said")
	for i := range cells {
		if c := &cells[i]; brokenPromise(c) {
			low, high := c.interval()
			s.Rows = append(s.Rows, []string{c.Row.ID, c.Row.Variant, grouped(strconv.FormatUint(c.Row.N, 10)), promiseOf(c), short(c.fpr(), 5),
				w.Say("result.to", short(low, 5), short(high, 5)), percent(c.fpr()/c.Promise.FPR - 1), w.Text(c.Promise.Maker) + "; " + w.Text(c.Promise.Source)})
		}
	}
	if len(s.Rows) == 0 {
		return w.Say("promise.kept"), nil
	}
	return w.Say("promise.outside"), s
}
