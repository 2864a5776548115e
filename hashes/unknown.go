package hashes

import (
	"fmt"
	"strings"
)

// Unknown words the error for a name that is not among known: it lists them and
// suggests the nearest when one is near.
func Unknown(what, name string, known []string) string {
	msg := fmt.Sprintf("unknown %s %q; known: %s", what, name, strings.Join(known, ", "))
	best, at := "", len(name)/2+1
	for _, k := range known {
		if d := editDistance(name, k); d < at {
			best, at = k, d
		}
	}
	if best != "" {
		msg += fmt.Sprintf(" (did you mean %q?)", best)
	}
	return msg
}

// editDistance is Levenshtein's distance in bytes.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = min(diagonal, row[j], row[j+1]) + 1
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
