// Package lab is the laboratory of the report page: a calculator of filters, and a toy
// filter small enough to watch. It is plain JavaScript, written by hand and joined here
// to one script inside the page: nothing is loaded, and without JavaScript it is not
// shown.
//
//	1-law .. 6-tables   formulas and sizing, after variants/theory and the variants
//	7-solve             which of n, p, m, k are given, and what follows
//	8-toy               hashing and a filter of at most 128 cells
//	9-...               what touches the page
//
// Files 1 to 8 know no page: a test runs them and compares them with the Go code, at
// hundreds of points to 9 digits. Formulas are those of independent positions, so the
// scheme that is asked for their like is xxh3+independent.
package lab

import (
	"embed"
	"strings"
)

//go:embed web
var web embed.FS

// models are the scripts that know no page, in the order in which they build on each
// other.
var models = []string{"law.js", "blocks.js", "rates.js", "shapes.js", "blocked.js", "tables.js", "solve.js", "toy.js"}

// joined returns the scripts one after the other.
func joined(names []string) (string, error) {
	var b strings.Builder
	for _, name := range names {
		text, err := web.ReadFile("web/" + name)
		if err != nil {
			return "", err
		}
		b.Write(text)
	}
	return b.String(), nil
}
