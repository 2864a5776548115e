package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Column is one column of a file of rows R: its name, what a reader must know
// of it, and how the field of a row is written and read. The lists of columns
// are the only place where names of columns stand; headers, readers and the
// tables of the README all come from them.
type Column[R any] struct {
	Name string
	Doc  string // unit, range, and when the cell is empty
	get  func(*R) (string, error)
	set  func(*R, string) error
	Form
}

// Form is what a program must know of a column to read it.
type Form struct {
	Type     string   // text, integer (never negative) or number
	Optional bool     // the cell may be empty
	Allowed  []string // the words of a closed column
	Wide     bool     // an integer that may pass 2^53, beyond which some readers lose digits
	Unit     string   // keys, bits, ...; 1 for a ratio, "" where there is none
}

// wide returns the column as one of integers that may pass 2^53.
func (c Column[R]) wide() Column[R] {
	c.Wide = true
	return c
}

// in returns the column with its unit.
func (c Column[R]) in(unit string) Column[R] {
	c.Unit = unit
	return c
}

// text is a column of free text in one line; it may be empty only if optional.
func text[R any](name, doc string, optional bool, field func(*R) *string) Column[R] {
	check := func(s string) error {
		if s == "" && !optional {
			return fmt.Errorf("empty: want some text")
		}
		if strings.ContainsAny(s, "\r\n\x00") {
			return fmt.Errorf("%q: want text without line breaks", s)
		}
		return nil
	}
	return Column[R]{name, doc,
		func(r *R) (string, error) { return *field(r), check(*field(r)) },
		func(r *R, s string) error { *field(r) = s; return check(s) },
		Form{Type: "text", Optional: optional},
	}
}

// word is a column that holds one of a few words.
func word[R any](name, doc string, allowed []string, field func(*R) *string) Column[R] {
	check := func(s string) error {
		if !slices.Contains(allowed, s) {
			return fmt.Errorf("%q: want one of %s", s, strings.Join(allowed, ", "))
		}
		return nil
	}
	return Column[R]{name, doc,
		func(r *R) (string, error) { return *field(r), check(*field(r)) },
		func(r *R, s string) error { *field(r) = s; return check(s) },
		Form{Type: "text", Allowed: allowed},
	}
}

// count is a column of unsigned integers.
func count[R any](name, doc string, field func(*R) *uint64) Column[R] {
	return Column[R]{name, doc,
		func(r *R) (string, error) { return strconv.FormatUint(*field(r), 10), nil },
		func(r *R, s string) (err error) { *field(r), err = parseUint(s); return err },
		Form{Type: "integer"},
	}
}

// small is a column of integers that are kept as int and are never negative.
func small[R any](name, doc string, field func(*R) *int) Column[R] {
	return Column[R]{name, doc,
		func(r *R) (string, error) { return strconv.Itoa(*field(r)), nil },
		func(r *R, s string) error {
			v, err := strconv.ParseUint(s, 10, 31)
			if err != nil {
				return fmt.Errorf("%q: want a whole number from 0 to 2^31-1", s)
			}
			*field(r) = int(v)
			return nil
		},
		Form{Type: "integer"},
	}
}

// float is a column of numbers with so many significant digits; a value that is
// not finite is written as an empty cell, which only an optional column takes.
func float[R any](name, doc string, digits int, optional bool, field func(*R) *float64) Column[R] {
	missing := fmt.Errorf("not a finite number")
	return Column[R]{name, doc,
		func(r *R) (string, error) {
			s := FormatFloat(*field(r), digits)
			if s == "" && !optional {
				return "", missing
			}
			return s, nil
		},
		func(r *R, s string) (err error) {
			if s == "" && !optional {
				return missing
			}
			*field(r), err = parseFloat(s)
			return err
		},
		Form{Type: "number", Optional: optional},
	}
}

// names returns the header of a file.
func names[R any](columns []Column[R]) []string {
	header := make([]string, len(columns))
	for i, c := range columns {
		header[i] = c.Name
	}
	return header
}
