package stats

import (
	"math"
	"slices"
)

// Median returns the middle of values without those that are no number, the mean of
// the two in the middle where they are even in number, and NaN for none.
func Median(values []float64) float64 {
	sorted := slices.DeleteFunc(slices.Clone(values), math.IsNaN)
	if len(sorted) == 0 {
		return math.NaN()
	}
	slices.Sort(sorted)
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}
