package audit

import (
	"fmt"
	"math"

	"github.com/filterlab/filterlab/experiments/internal/stats"
)

// Tolerance is the relative deviation that is let pass.
const Tolerance = 0.05

// Expected are the rates that a cell is held against; NaN where there is none.
type Expected struct {
	Promise, Theory float64
	TheorySD        float64 // between filters
	PromiseSource   string
	TheorySource    string
}

// Row is one line of the table.
type Row struct {
	Library, Version string
	Cell             Cell
	BitsPerKey       float64 // by the library's own rule; NaN where unknown
	Expected
	Counts
	FPR, Low, High, Confidence float64

	Promised string // keeps, exceeds, undecided, or "" where nothing is promised
	Held     string // against theory: agrees, deviates, undecided, or "" where there is none
	Verdict  string // the worst of all: Hangs to Refuses, or deviates, undecided, agrees
	Detail   string
	Command  string // to see it again
}

// Rate is the rate that c asks for: its own, or the least that a classic filter of
// so many bits a key has.
func (c *Cell) Rate() float64 {
	if c.FPR != 0 {
		return c.FPR
	}
	return math.Exp(-c.PerKey * math.Ln2 * math.Ln2)
}

// Judge fills in rate, interval and verdicts. The confidence of the interval is
// such that all of a table's cells together keep 99%.
func (r *Row) Judge(cells int) {
	r.Confidence = 1 - 0.01/float64(max(cells, 1))
	r.interval()
	if !math.IsNaN(r.Promise) {
		r.Promised = against(r.Low, r.High, 0, r.Promise*(1+Tolerance), "keeps", "exceeds")
	}
	if !math.IsNaN(r.Theory) {
		r.Held = against(r.Low, r.High, r.Theory*(1-Tolerance), r.Theory*(1+Tolerance), "agrees", "deviates")
	}
	r.Verdict, r.Detail = r.sum()
}

// interval computes the rate and its exact interval; the spread between filters,
// by theory and as seen, takes queries off.
func (r *Row) interval() {
	var x float64
	for _, hits := range r.FalsePositives {
		x += float64(hits)
	}
	n := float64(r.Queries)
	r.FPR = x / n
	d := r.dispersion(x / float64(max(r.Trials, 1)))
	r.Low, r.High = stats.ClopperPearson(x/d, n/d, r.Confidence)
}

// dispersion is by how much the hits of a trial vary more than those of queries
// alone: the variance over the mean, at least 1.
func (r *Row) dispersion(mean float64) float64 {
	d := 1.0
	if r.Theory > 0 && r.TheorySD > 0 {
		d += float64(r.Queries) / float64(r.Trials) * r.TheorySD * r.TheorySD / r.Theory
	}
	if t := float64(len(r.FalsePositives)); t >= 4 && mean > 0 {
		v := 0.0
		for _, hits := range r.FalsePositives {
			v += (float64(hits) - mean) * (float64(hits) - mean) / (t - 1)
		}
		d = max(d, v/mean)
	}
	return d
}

// against compares an interval with a range of rates.
func against(low, high, from, to float64, in, out string) string {
	switch {
	case low > to || high < from:
		return out
	case low >= from && high <= to:
		return in
	}
	return "undecided"
}

// sum is the verdict of all that was seen, and how much.
func (r *Row) sum() (verdict, detail string) {
	switch {
	case r.FalseNegatives > 0 && r.Cell.Jobs > 1:
		return Races, fmt.Sprintf("%d of %d keys are not found where %d goroutines ask at once", r.FalseNegatives, r.Inserted, r.Cell.Jobs)
	case r.FalseNegatives > 0:
		return Loses, fmt.Sprintf("%d of %d keys are not found", r.FalseNegatives, r.Inserted)
	case r.Rejected > 0:
		return Refuses, fmt.Sprintf("%d of %d keys find no place", r.Rejected, r.Inserted+r.Rejected)
	case r.Promised == "exceeds" || r.Held == "deviates":
		return "deviates", r.ratios()
	case r.Promised == "undecided" || r.Held == "undecided":
		return "undecided", r.ratios()
	}
	return "agrees", r.ratios()
}

// ratios says how much of each rate was measured.
func (r *Row) ratios() string {
	text := ""
	if r.Held != "" {
		text = fmt.Sprintf("%.3g times theory", r.FPR/r.Theory)
	}
	if r.Promised != "" {
		if text != "" {
			text += ", "
		}
		text += fmt.Sprintf("%.3g times the promise", r.FPR/r.Promise)
	}
	return text
}
