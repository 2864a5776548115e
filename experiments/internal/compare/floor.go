package compare

import (
	"math"

	"golang.org/x/perf/benchmath"
)

// pair are the two samples of an A/A control.
type pair struct{ a, b *sample }

// pairs returns the A/A controls of a file by the tidied unit they are in. A half without its other is none.
func (f *File) pairs() map[string][]pair {
	type twins struct {
		id
		machine string
	}
	first := map[twins]*sample{}
	found := map[string][]pair{}
	for _, s := range f.samples {
		shared, side := control(s.name)
		if side == "" || len(s.machines) != 1 {
			continue
		}
		key := twins{id{s.pkg, shared, s.procs, s.unit}, s.machines[0]}
		other, ok := first[key]
		if !ok {
			first[key] = s
			continue
		}
		if _, otherSide := control(other.name); otherSide != side {
			found[s.unit] = append(found[s.unit], pair{other, s})
		}
	}
	return found
}

// floors returns, by tidied unit, the largest relative difference between the medians of an A/A control of a file; +Inf
// where one has too few runs to say where its median lies.
func (f *File) floors(confidence float64) map[string]float64 {
	floors := map[string]float64{}
	for unit, pairs := range f.pairs() {
		for _, p := range pairs {
			floors[unit] = math.Max(floors[unit], p.difference(confidence))
		}
	}
	return floors
}

// difference is by how much the larger median of a pair exceeds the smaller.
func (p pair) difference(confidence float64) float64 {
	a, b := summarize(p.a.values, confidence), summarize(p.b.values, confidence)
	if math.IsInf(a.Hi-a.Lo, 0) || math.IsInf(b.Hi-b.Lo, 0) {
		return math.Inf(1)
	}
	worst := math.Max(ratio(b.Center, a.Center), ratio(a.Center, b.Center))
	if math.IsNaN(worst) {
		return math.Inf(1)
	}
	return worst - 1
}

func summarize(values []float64, confidence float64) benchmath.Summary {
	return benchmath.AssumeNothing.Summary(newSample(values), confidence)
}

// ratio is a/b for values from 0 on: 1 for equal ones, 0 among them, and NaN where a ratio says nothing.
func ratio(a, b float64) float64 {
	switch {
	case a == b && !math.IsInf(a, 0):
		return 1
	case a < 0 || b < 0 || math.IsInf(a, 0) || math.IsInf(b, 0):
		return math.NaN()
	}
	return a / b
}

// common is the floor of a comparison in a unit: the larger one, and none (NaN) unless both files have one.
func common(old, new map[string]float64, unit string) float64 {
	a, okA := old[unit]
	b, okB := new[unit]
	if !okA || !okB {
		return math.NaN()
	}
	return math.Max(a, b)
}
