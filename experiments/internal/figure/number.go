package figure

import (
	"math"
	"slices"
	"strconv"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

var nan = math.NaN()

// rate writes a rate in a label, in percent with two digits.
func rate(p float64) string {
	if 100*p >= 10 {
		return number(100*p, 0) + " %"
	}
	return strconv.FormatFloat(100*p, 'g', 2, 64) + " %"
}

// number writes v with so many decimals.
func number(v float64, decimals int) string { return strconv.FormatFloat(v, 'f', decimals, 64) }

// distinct sorts values and drops repeats.
func distinct(values []float64) []float64 {
	values = slices.Clone(values)
	slices.Sort(values)
	return slices.Compact(values)
}

// roundTo rounds v to so many significant digits.
func roundTo(v float64, digits int) float64 { return record.Round(v, digits) }

// spaced writes a whole number in groups of three digits.
func spaced(v uint64) string {
	s := strconv.FormatUint(v, 10)
	for i := len(s) - 3; i > 0 && len(s) > 4; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
}
