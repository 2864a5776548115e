package hashes

import (
	"fmt"
	"strconv"
	"strings"
)

// Unknown words the error for a name that is not among known: it lists them and
// suggests those that begin with the name, or else the nearest when one is near.
func Unknown(what, name string, known []string) string {
	msg := fmt.Sprintf("unknown %s %q; known: %s", what, name, strings.Join(known, ", "))
	if near := suggestions(name, known); len(near) > 0 {
		msg += fmt.Sprintf(" (did you mean %s?)", strings.Join(near, " or "))
	}
	return msg
}

// suggestions returns, in quotes, what the writer of name may have meant.
func suggestions(name string, known []string) []string {
	var longer []string
	for _, k := range known {
		if name != "" && strings.HasPrefix(k, name) {
			longer = append(longer, strconv.Quote(k))
		}
	}
	if len(longer) > 0 {
		return longer
	}
	if best := nearest(name, known); best != "" {
		return []string{strconv.Quote(best)}
	}
	return nil
}

// nearest returns the known name at the least edit distance, or nothing where
// none is near.
func nearest(name string, known []string) string {
	best, at := "", len(name)/2+1
	for _, k := range known {
		if d := editDistance(name, k); d < at {
			best, at = k, d
		}
	}
	return best
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
