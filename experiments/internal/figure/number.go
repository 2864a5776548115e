package figure

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

var nan = math.NaN()

// rate writes a rate in a label, in percent with two digits.
func rate(p float64) string {
	if 100*p >= 10 {
		return number(100*p, 0) + " %"
	}
	return decimal(roundTo(100*p, 2)) + " %"
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

// decimal writes a number as all figures do: in digits from 0.001 to 9999, as 1e-4,
// 1e5 or 1.6e6 beyond, with up to four digits and a true minus before the number.
// The font has no raised minus.
func decimal(v float64) string {
	v = roundTo(v, 4)
	if a := math.Abs(v); a == 0 || a > 0.0009999 && a < 9999.5 {
		return strings.Replace(strconv.FormatFloat(v, 'f', -1, 64), "-", "−", 1)
	}
	digits, power, _ := strings.Cut(strconv.FormatFloat(v, 'e', -1, 64), "e")
	sign := strings.TrimPrefix(power[:1], "+")
	return strings.Replace(digits, "-", "−", 1) + "e" + sign + strings.TrimLeft(power[1:], "0")
}
