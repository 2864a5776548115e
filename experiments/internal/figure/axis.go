package figure

import (
	"math"
)

// axis maps values to the length of a panel's side.
type axis struct {
	low, high float64 // the values at its ends
	log       bool
	ticks     []tick
}

// tick is a mark on an axis; without a text it is a small one.
type tick struct {
	at   float64
	text string
}

// place returns where a value lies, 0 at the low end and 1 at the high one.
func (a *axis) place(v float64) float64 {
	if a.log {
		return (math.Log10(v) - math.Log10(a.low)) / (math.Log10(a.high) - math.Log10(a.low))
	}
	return (v - a.low) / (a.high - a.low)
}

// inside reports whether a value lies on the axis.
func (a *axis) inside(v float64) bool {
	p := a.place(v)
	return p > -1e-9 && p < 1+1e-9
}

// clamp moves a value onto the axis.
func (a *axis) clamp(v float64) float64 { return math.Max(a.low, math.Min(a.high, v)) }

// linear makes an axis from low to high with ticks at round values.
func linear(low, high float64) axis {
	a := axis{low: low, high: high}
	step := roundStep((high - low) / 6)
	for i := math.Ceil(low/step - 1e-9); i*step <= high+1e-9*step; i++ {
		a.ticks = append(a.ticks, tick{i * step, decimal(i * step)})
	}
	return a
}

// roundStep is the next of 1, 2, 5, 10, ... from x on.
func roundStep(x float64) float64 {
	decade := math.Pow(10, math.Floor(math.Log10(x)+1e-9))
	for _, m := range []float64{1, 2, 5} {
		if m*decade >= x*(1-1e-9) {
			return m * decade
		}
	}
	return 10 * decade
}

// logarithmic makes an axis from low to high, labelled at the powers of ten, or
// at 1, 2, 5 where there are fewer than two of those.
func logarithmic(low, high float64) axis {
	a := axis{low: low, high: high, log: true}
	if !(low > 0) || !(high > low) || math.IsInf(high, 1) {
		return a // holds nothing, which lost will find
	}
	span := math.Log10(high / low)
	for e := math.Floor(math.Log10(low) - 1e-9); e <= math.Log10(high)+1e-9; e++ {
		for m := 1.0; m < 10; m++ {
			v := m * math.Pow(10, e)
			if !a.inside(v) {
				continue
			}
			labelled := m == 1 || span < 2.1 && (m == 2 || m == 5)
			switch {
			case labelled:
				a.ticks = append(a.ticks, tick{v, decimal(v)})
			case span < 5:
				a.ticks = append(a.ticks, tick{v, ""})
			}
		}
	}
	return a
}

// listed makes an axis labelled at the values given.
func listed(low, high float64, log bool, at ...float64) axis {
	a := axis{low: low, high: high, log: log}
	for _, v := range at {
		a.ticks = append(a.ticks, tick{v, decimal(v)})
	}
	return a
}

// extent is the range of the values added to it.
type extent struct{ low, high float64 }

func nothing() extent { return extent{math.Inf(1), math.Inf(-1)} }

// add takes values in; NaN and infinities are none.
func (e *extent) add(values ...float64) {
	for _, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			e.low, e.high = math.Min(e.low, v), math.Max(e.high, v)
		}
	}
}

// extent is the range of y of all that is drawn in a panel.
func (p *panel) extent() extent {
	e := nothing()
	for _, l := range p.lines {
		for _, q := range l.points {
			e.add(q.y)
		}
	}
	for _, m := range p.marks {
		e.add(m.at.y)
		if !m.flat {
			e.add(m.low, m.high)
		}
	}
	e.add(p.rules...)
	return e
}

// fitLog gives a panel a logarithmic y axis around all that is in it, with a
// factor of room at either end.
func (p *panel) fitLog(room float64) {
	e := nothing()
	whole := p.extent()
	for _, v := range []float64{whole.low, whole.high} {
		if v > 0 {
			e.add(v)
		}
	}
	for _, m := range p.marks { // an interval that reaches 0 is cut at the axis
		if m.at.y > 0 {
			e.add(m.at.y)
		}
	}
	p.y = logarithmic(e.low/room, e.high*room)
}

// fitAround gives a panel a linear y axis around zero.
func (p *panel) fitAround(least float64) {
	e := p.extent()
	top := 1.12 * math.Max(least, math.Max(math.Abs(e.low), math.Abs(e.high)))
	p.y = linear(-top, top)
}
