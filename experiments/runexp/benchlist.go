package runexp

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/filterlab/filterlab/hashes"
)

// choice is a flag that takes some of a few words, in the order given, joined by
// commas.
type choice struct {
	what    string
	allowed []string
	values  []string
	given   bool
}

func (f *choice) String() string { return strings.Join(f.values, ",") }

// Type is the word that help shows for the value.
func (f *choice) Type() string { return "LIST" }

// Set reads text.
func (f *choice) Set(text string) error {
	values := strings.Split(text, ",")
	for i, v := range values {
		if !slices.Contains(f.allowed, v) {
			return errors.New(hashes.Unknown(f.what, v, f.allowed))
		}
		if slices.Contains(values[:i], v) {
			return fmt.Errorf("%s given twice", v)
		}
	}
	f.values, f.given = values, true
	return nil
}

// numbers returns the values of a choice whose words are numbers.
func (f *choice) numbers() []int {
	var out []int
	for _, v := range f.values {
		n, err := strconv.Atoi(v)
		if err != nil {
			panic("runexp: a choice of numbers allows " + v)
		}
		out = append(out, n)
	}
	return out
}

// integers is a flag that takes whole numbers joined by commas.
type integers struct {
	low, high uint64
	values    []uint64
	given     bool
}

func (f *integers) String() string {
	var out []string
	for _, v := range f.values {
		out = append(out, unsigned(v))
	}
	return strings.Join(out, ",")
}

// Type is the word that help shows for the value.
func (f *integers) Type() string { return "INTEGERS" }

// Set reads text.
func (f *integers) Set(text string) error {
	var values []uint64
	for part := range strings.SplitSeq(text, ",") {
		one := integer{low: f.low, high: f.high}
		if err := one.Set(part); err != nil {
			return err
		}
		if slices.Contains(values, one.value) {
			return fmt.Errorf("%s given twice", part)
		}
		values = append(values, one.value)
	}
	f.values, f.given = values, true
	return nil
}

// The bounds of a sample.
const (
	minBenchTime = time.Microsecond
	maxBenchTime = time.Minute
	maxBenchOps  = 1 << 32
)

// benchTime is a flag that takes the length of a sample: a time, or Nx for exactly N
// operations, as go test's does.
type benchTime struct {
	time  time.Duration
	ops   uint64
	given bool
}

func (f *benchTime) String() string {
	if f.ops > 0 {
		return unsigned(f.ops) + "x"
	}
	return f.time.String()
}

// Type is the word that help shows for the value.
func (f *benchTime) Type() string { return "TIME|Nx" }

// Set reads text.
func (f *benchTime) Set(text string) error {
	bad := errors.New("want a time from 1us to 1m such as 10ms, or a number of operations from 1x to 2^32x")
	if number, ok := strings.CutSuffix(text, "x"); ok {
		n, err := parseInteger(number)
		if err != nil || n == 0 || n > maxBenchOps {
			return bad
		}
		f.ops, f.time, f.given = n, 0, true
		return nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < minBenchTime || d > maxBenchTime {
		return bad
	}
	f.ops, f.time, f.given = 0, d, true
	return nil
}
