package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/stats"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// each wants a column of every cell to pass, and names the first that does not.
func each(w *catalogue.Words, cells []*Cell, a *experiments.Answer, pass func(float64) bool, want string) (ok, why string) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, c := range cells {
		x := c.column(a.Column)
		if !pass(x) {
			return No, w.Say("why.notpassed", quantity(w, a.Column), figure(x), c.Row.ID, want)
		}
		low, high = math.Min(low, x), math.Max(high, x)
	}
	if low == high {
		return Yes, w.Say("why.one", quantity(w, a.Column), figure(low))
	}
	return Yes, w.Say("why.many", quantity(w, a.Column), figure(low), figure(high), len(cells))
}

// plausible are the numbers of probes a published figure is tried with.
var plausible = []float64{experiments.PlausibleProbesLow, 200_000, 500_000, experiments.PlausibleProbesHigh}

// strain is the p-value below which a published figure is called incompatible.
const strain = 0.01

// probes asks whether a published rate is what some plausible number of probes
// may show of a filter whose rate lies in the measured interval, and the same
// of theory's rate.
func probes(w *catalogue.Words, cells []*Cell, a *experiments.Answer) (ok, why string) {
	for _, c := range cells {
		low, high := c.interval()
		if math.IsNaN(low) {
			return Unanswered, w.Say("why.nointerval", c.Row.ID)
		}
		var fits []string
		most := 0.0
		for _, n := range plausible {
			p := compatible(a, n, c)
			if p >= strain {
				fits = append(fits, figure(n))
			}
			most = math.Max(most, p)
		}
		if len(fits) == 0 {
			return No, w.Say("why.nofit",
				c.Row.ID, figure(c.fpr()), figure(low), figure(high), figure(c.Row.TheoryFPR), figure(a.Value), most)
		}
		why = w.Say("why.fits", figure(c.fpr()), figure(low), figure(high),
			figure(c.Row.TheoryFPR), figure(a.Value), list(w, fits))
	}
	if len(cells) > 1 {
		why = w.Say("why.alllast", len(cells), why)
	}
	return Yes, why
}

func theoryLow(c *Cell) float64  { return c.Row.TheoryFPR * (1 - c.Row.ModelError) }
func theoryHigh(c *Cell) float64 { return math.Min(1, c.Row.TheoryFPR*(1+c.Row.ModelError)) }

// chance is the two-sided p-value of the published figure in n probes, at the
// number of hits, among those that round to it, that suits the rates best.
func chance(a *experiments.Answer, n, low, high float64) float64 {
	from, to := math.Ceil((a.Value-a.Within)*n), math.Floor((a.Value+a.Within)*n)
	if from > to { // coarser than one hit: the nearest whole number
		from = math.Round(a.Value * n)
		to = from
	}
	hits := math.Max(from, math.Min(to, math.Round((low+high)/2*n)))
	return stats.PTwoSided(math.Max(0, hits), n, low, high)
}

// least wants the column to be least at one value of another.
func least(w *catalogue.Words, cells []*Cell, a *experiments.Answer) (ok, why string) {
	sorted := slices.Clone(cells)
	slices.SortStableFunc(sorted, func(x, y *Cell) int { return cmp.Compare(x.column(a.Column), y.column(a.Column)) })
	best := sorted[0]
	why = w.Say("why.least", quantity(w, a.Column), figure(best.column(a.Column)), quantity(w, a.ByColumn), figure(best.column(a.ByColumn)))
	if len(sorted) > 1 {
		next := sorted[1]
		why += w.Say("why.next", figure(next.column(a.Column)), figure(next.column(a.ByColumn)))
		_, high := best.interval()
		low, _ := next.interval()
		switch {
		case a.Column != "fpr":
		case high < low:
			why += w.Say("why.apart")
		default:
			return No, why + w.Say("why.touch")
		}
	}
	return verdict(best.column(a.ByColumn) == a.Value), why
}

// step wants the column to rise by a value with each tenth of the rate asked for.
func step(w *catalogue.Words, cells []*Cell, a *experiments.Answer) (ok, why string) {
	rises := steps(cells, a.Column)
	if len(rises) == 0 {
		return Unanswered, w.Say("why.nosteps")
	}
	ok = verdict(!slices.ContainsFunc(rises, func(rise float64) bool { return math.Abs(rise-a.Value) > a.Within }))
	return ok, w.Say("why.step", quantity(w, a.Column), list(w, riseTexts(rises)))
}

// steps are the rises of a column from each cell to the next of a tenth of its
// requested rate.
func steps(cells []*Cell, column string) []float64 {
	sorted := slices.Clone(cells)
	slices.SortStableFunc(sorted, func(x, y *Cell) int { return cmp.Compare(y.Seen.FPR, x.Seen.FPR) })
	var all []float64
	for i := 1; i < len(sorted); i++ {
		if math.Abs(sorted[i-1].Seen.FPR/sorted[i].Seen.FPR-10) <= 1e-6 {
			all = append(all, sorted[i].column(column)-sorted[i-1].column(column))
		}
	}
	return all
}

// riseTexts writes such rises, equal neighbours once.
func riseTexts(rises []float64) []string {
	var texts []string
	for _, rise := range rises {
		texts = append(texts, fmt.Sprintf("%.4g", rise))
	}
	return slices.Compact(texts)
}

// ratio wants the column over that of the cells compared with to be one value
// at the largest n.
func ratio(w *catalogue.Words, cells, against []*Cell, a *experiments.Answer) (ok, why string) {
	want := a.Value
	if want == 0 {
		want = 1
	}
	var shown []string
	last := math.NaN()
	for _, p := range paired(cells, against) {
		last = p[0].column(a.Column) / p[1].column(a.Column)
		shown = append(shown, w.Say("why.ratioat", fmt.Sprintf("%.5g", last), figure(float64(p[0].Row.N))))
	}
	if len(shown) == 0 {
		return Unanswered, w.Say("why.noratio")
	}
	return verdict(math.Abs(last-want) <= a.Within+1e-9), w.Say("why.ratio", quantity(w, a.Column), strings.Join(slices.Compact(shown), "; "))
}

// paired puts each cell beside one of equal n to compare with, rising by n.
func paired(cells, against []*Cell) [][2]*Cell {
	sorted := slices.Clone(cells)
	slices.SortStableFunc(sorted, func(x, y *Cell) int { return cmp.Compare(x.Row.N, y.Row.N) })
	var pairs [][2]*Cell
	for _, c := range sorted {
		if i := slices.IndexFunc(against, func(other *Cell) bool { return other.Row.N == c.Row.N }); i >= 0 {
			pairs = append(pairs, [2]*Cell{c, against[i]})
		}
	}
	return pairs
}

// crossing looks for the rate asked for from which the column of the cells
// compared with is the smaller one.
func crossing(w *catalogue.Words, cells, against []*Cell, a *experiments.Answer) (ok, why string) {
	above, below, c, other := crosses(cells, against, a)
	switch {
	case !math.IsNaN(below):
		why = w.Say("why.falls", quantity(w, a.Column), other.Row.Variant, c.Row.Variant, figure(above), figure(below))
		return verdict(a.Low <= above && below <= a.High), why
	case math.IsInf(above, 1):
		return Unanswered, w.Say("why.nocross")
	}
	return No, w.Say("why.nocrossing", quantity(w, a.Column), figure(above))
}

// crosses returns the last rate asked for at which the column of the others is not
// smaller, infinite where there is none, and the first at which it is, NaN where there
// is none, with the two cells there.
func crosses(cells, against []*Cell, a *experiments.Answer) (above, below float64, c, other *Cell) {
	sorted := slices.Clone(cells)
	slices.SortStableFunc(sorted, func(x, y *Cell) int { return cmp.Compare(y.Seen.FPR, x.Seen.FPR) })
	above = math.Inf(1)
	for _, mine := range sorted {
		i := slices.IndexFunc(against, func(x *Cell) bool { return x.Seen.FPR == mine.Seen.FPR })
		if i < 0 {
			continue
		}
		if against[i].column(a.Column) < mine.column(a.Column) {
			return above, mine.Seen.FPR, mine, against[i]
		}
		above = mine.Seen.FPR
	}
	return above, math.NaN(), nil, nil
}
