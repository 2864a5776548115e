package compare

import "math"

// Mean is the geometric mean of the changes in a unit, over the rows that both files have.
type Mean struct {
	Unit   string
	Rows   int     // rows in it
	Left   int     // common rows without a ratio: a median of zero or below
	Change float64 // mean of new/old, minus 1; NaN without rows
}

// means returns the mean of each unit that is common to both files, in the order of the rows.
func means(rows []*Row) []Mean {
	var order []string
	sums := map[string]float64{}
	all := map[string]*Mean{}
	for _, r := range rows {
		if r.Missing() {
			continue
		}
		m, ok := all[r.Unit]
		if !ok {
			m = &Mean{Unit: r.Unit}
			all[r.Unit] = m
			order = append(order, r.Unit)
		}
		if !(r.Old.Median > 0 && r.New.Median > 0) {
			m.Left++
			continue
		}
		m.Rows++
		sums[r.Unit] += math.Log(r.New.Median / r.Old.Median)
	}
	out := make([]Mean, len(order))
	for i, unit := range order {
		out[i] = *all[unit]
		out[i].Change = math.Expm1(sums[unit] / float64(out[i].Rows))
	}
	return out
}
