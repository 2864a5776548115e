package runexp

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// What parseInteger refuses.
var (
	errNoInteger = errors.New("want a whole number such as 1000000, 1_000_000 or 1e6")
	errTooLarge  = errors.New("want a whole number below 2^64")
)

// parseInteger reads an exact whole number: 1000000, 1_000_000, 1e6, 2.5e6.
// Whatever is not one, or does not fit into 64 bits, is an error; nothing is
// ever cut off or rounded.
func parseInteger(text string) (uint64, error) {
	mantissa, exponent, scientific := strings.Cut(strings.ToLower(text), "e")
	power := 0
	if scientific {
		exponent = strings.TrimPrefix(exponent, "+")
		if !digits(exponent) {
			return 0, errNoInteger
		}
		var err error
		if power, err = strconv.Atoi(exponent); err != nil || power > 19 {
			return 0, errTooLarge
		}
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	fraction = strings.TrimRight(fraction, "0")
	if !digits(whole) || fraction != "" && (!digits(fraction) || len(fraction) > power) || strings.HasSuffix(mantissa, ".") {
		return 0, errNoInteger
	}
	number := strings.ReplaceAll(whole+fraction, "_", "") + strings.Repeat("0", power-len(fraction))
	v, err := strconv.ParseUint(number, 10, 64)
	if err != nil {
		return 0, errTooLarge
	}
	return v, nil
}

// digits reports whether s is digits, with single underscores between them.
func digits(s string) bool {
	before := byte('_')
	for i := range len(s) {
		if s[i] == '_' && before == '_' || s[i] != '_' && (s[i] < '0' || s[i] > '9') {
			return false
		}
		before = s[i]
	}
	return s != "" && before != '_'
}

// integer is a flag that takes a whole number from low to high.
type integer struct {
	value     uint64
	low, high uint64
	given     bool
}

func (f *integer) String() string {
	if f.value == 0 && !f.given {
		return ""
	}
	return strconv.FormatUint(f.value, 10)
}

// Type is the word that help shows for the value.
func (f *integer) Type() string { return "INTEGER" }

// Set reads text.
func (f *integer) Set(text string) error {
	size, negative := strings.CutPrefix(text, "-")
	v, err := parseInteger(size)
	switch {
	case errors.Is(err, errNoInteger) && f.high >= 1_000_000:
		return fmt.Errorf("want a whole number from %d to %s, such as 1000000, 1_000_000 or 1e6", f.low, powerWord(f.high))
	case err != nil || negative || v < f.low || v > f.high:
		return fmt.Errorf("want a whole number from %d to %s", f.low, powerWord(f.high))
	}
	f.value, f.given = v, true
	return nil
}

// powerWord writes a bound as 2^x where it is one and long.
func powerWord(v uint64) string {
	if v >= 1<<20 && v&(v-1) == 0 {
		return fmt.Sprintf("2^%d", bits.TrailingZeros64(v))
	}
	return strconv.FormatUint(v, 10)
}

// seed is a flag that takes any 64-bit number, decimal or hexadecimal.
type seed struct {
	value uint64
	given bool
}

func (f *seed) String() string { return strconv.FormatUint(f.value, 10) }

// Type is the word that help shows for the value.
func (f *seed) Type() string { return "SEED" }

// Set reads text.
func (f *seed) Set(text string) error {
	hex, isHex := strings.CutPrefix(strings.ToLower(text), "0x")
	var v uint64
	var err error
	if isHex {
		v, err = strconv.ParseUint(hex, 16, 64)
	} else {
		v, err = parseInteger(text)
	}
	if err != nil {
		return fmt.Errorf("want a whole number from 0 to 2^64-1, decimal or 0x and hex digits")
	}
	f.value, f.given = v, true
	return nil
}

// fraction is a flag that takes a number strictly between low and high.
type fraction struct {
	value     float64
	low, high float64
	given     bool
	edge      bool // low, or a high that is finite, is taken too: what it means is another's to say
}

func (f *fraction) String() string {
	if f.value == 0 {
		return ""
	}
	return strconv.FormatFloat(f.value, 'g', -1, 64)
}

// Type is the word that help shows for the value.
func (f *fraction) Type() string { return "NUMBER" }

// Set reads text. NaN is below nothing and above nothing, and is refused.
func (f *fraction) Set(text string) error {
	v, err := strconv.ParseFloat(text, 64)
	inside := v > f.low && v < f.high
	if !math.IsInf(f.high, 1) {
		inside = inside || f.edge && v == f.high
	} else {
		inside = inside || f.edge && v == f.low
	}
	if err != nil || !inside {
		if math.IsInf(f.high, 1) {
			return fmt.Errorf("want a finite number above %v", f.low)
		}
		return fmt.Errorf("want a number in the open interval (%v, %v)", f.low, f.high)
	}
	f.value, f.given = v, true
	return nil
}

// size is a flag that takes an amount of memory: bytes, or a number with K, M,
// G or T (powers of 1024; KiB, MB and the like mean the same).
type size struct {
	bytes uint64
	given bool
}

func (f *size) String() string {
	if !f.given {
		return ""
	}
	return strconv.FormatUint(f.bytes, 10)
}

// Type is the word that help shows for the value.
func (f *size) Type() string { return "SIZE" }

// Set reads text.
func (f *size) Set(text string) error {
	bad := fmt.Errorf("want bytes, or a number with K, M, G or T, such as 4G or 1.5G")
	number := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(text), "B"), "I")
	shift := 0
	if at := strings.IndexAny(number, "KMGT"); at >= 0 {
		if at != len(number)-1 {
			return bad
		}
		shift = 10 * (1 + strings.IndexByte("KMGT", number[at]))
		number = number[:at]
	}
	v, err := strconv.ParseFloat(number, 64)
	if b, e := parseInteger(number); e == nil {
		v, err = float64(b), nil
	}
	if v *= float64(uint64(1) << shift); err != nil || !(v >= 1 && v < 1<<63) {
		return bad
	}
	f.bytes, f.given = uint64(v), true
	return nil
}

// formatBytes writes an amount of memory for people.
func formatBytes(b uint64) string {
	const unit = 1024
	v, names := float64(b), []string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
	for v >= unit && len(names) > 1 {
		v /= unit
		names = names[1:]
	}
	return strconv.FormatFloat(v, 'g', 3, 64) + " " + names[0]
}
