package record

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Digits of the columns that are computed rather than counted. They are few
// enough that different processors' logarithms and exponentials round alike.
const (
	TheoryDigits  = 9
	VerdictDigits = 6
	shortest      = -1
)

// Round returns x rounded to so many significant decimal digits, as it will
// stand in a file. NaN and infinities stay what they are.
func Round(x float64, digits int) float64 {
	if x == 0 {
		return 0 // and no "-0" in files
	}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return x
	}
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
	if err != nil {
		return x // only near the largest float64, where rounding up overflows
	}
	return r
}

// FormatFloat writes x with so many significant digits, or -1 for the shortest
// that reads back to the same float64; with an exponent only below 1e-6 and from
// 1e21 on, as JSON writers do. NaN and infinities give "", the one form of a
// missing value.
func FormatFloat(x float64, digits int) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	if digits >= 0 || x == 0 {
		x = Round(x, digits)
	}
	form := byte('f')
	if a := math.Abs(x); a != 0 && (a < 1e-6 || a >= 1e21) {
		form = 'e'
	}
	return strconv.FormatFloat(x, form, -1, 64)
}

// parseFloat is the strict opposite of FormatFloat: "" is NaN, and what merely
// resembles a number ("NaN", "+Inf", hexadecimal, underscores) is an error.
func parseFloat(text string) (float64, error) {
	if text == "" {
		return math.NaN(), nil
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || strings.Trim(text, "0123456789+-.e") != "" {
		return 0, fmt.Errorf("%q: want a finite decimal number or nothing", text)
	}
	return x, nil
}

// parseUint reads the decimal digits of an unsigned integer and nothing else.
func parseUint(text string) (uint64, error) {
	v, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%q: want a whole number from 0 to 2^64-1", text)
	}
	return v, nil
}
