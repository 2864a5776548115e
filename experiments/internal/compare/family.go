package compare

import (
	"math"

	"github.com/filterlab/filterlab/experiments/internal/stats"
)

// correct fills in the adjusted p-values of the tested rows, and tells those that could not have decided from those that
// found nothing. It returns the size of the family.
func correct(rows []*Row, alpha float64) (familySize int) {
	p := make([]float64, len(rows))
	for i, r := range rows {
		p[i] = math.NaN()
		if r.smallestP <= alpha {
			p[i] = r.P
		}
	}
	for i, adjusted := range stats.Holm(p) {
		rows[i].PAdjusted = adjusted
	}
	for i, r := range rows {
		r.tooFew = !(r.PAdjusted <= alpha) && !couldDecide(p, i, r, alpha)
	}
	return stats.FamilySize(p)
}

// couldDecide reports whether row i, had its samples been fully separated, would have been significant in this family
// with all the other rows as they are.
func couldDecide(p []float64, i int, r *Row, alpha float64) bool {
	if r.constant {
		return r.runsP <= alpha
	}
	if math.IsNaN(p[i]) {
		return false
	}
	was := p[i]
	p[i] = r.smallestP
	could := stats.Holm(p)[i] <= alpha
	p[i] = was
	return could
}
