package stats

import "strconv"

// Round returns x rounded to so many significant decimal digits, correctly and thus equally on every machine. Zeros,
// infinities and NaN stay; a negative zero becomes 0.
func Round(x float64, digits int) float64 {
	if x == 0 {
		return 0
	}
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
	if err != nil { // the largest floats may round to infinity: keep them
		return x
	}
	return r
}
