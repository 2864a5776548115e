package compare

import (
	"fmt"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"
)

// unit is what both files together say of a unit.
type unit struct {
	name    string // as both files write it, or tidied where they differ
	written bool   // name is as written
	better  int    // -1 lower, +1 higher, 0 not known
	exact   bool   // both files declare it exact
	clash   string // what the files contradict each other about, "" for nothing
}

// unitOf combines the metadata of two files for a tidied unit. A direction that one file names holds for both; where they
// contradict each other there is none.
func unitOf(tidied string, old, new *File) unit {
	u := unit{name: tidied}
	u.exact = old.units.GetAssumption(tidied) == benchmath.AssumeExact && new.units.GetAssumption(tidied) == benchmath.AssumeExact
	a, b := declared(old.units, tidied), declared(new.units, tidied)
	switch {
	case a != "" && b != "" && a != b:
		u.clash = fmt.Sprintf("%s is better=%s in %s and better=%s in %s", tidied, a, old.Name, b, new.Name)
	case a != "":
		u.better = old.units.GetBetter(tidied)
	case b != "":
		u.better = new.units.GetBetter(tidied)
	default:
		u.better = usual(tidied)
	}
	return u
}

// declared is the direction that a file's metadata name, "" for none.
func declared(units benchfmt.UnitMetadataMap, tidied string) string {
	if m := units.Get(tidied, "better"); m != nil {
		return m.Value
	}
	return ""
}

// usual is the direction of units that need no declaration: benchfmt's own, a time per anything, and what filters are
// measured in.
func usual(tidied string) int {
	switch tidied {
	case "fpr", "bits/key", "false-negatives", "lines", "limit-ratio":
		return -1
	case "ops/s":
		return +1
	}
	if strings.HasPrefix(tidied, "sec/") {
		return -1
	}
	return benchfmt.UnitMetadataMap{}.GetBetter(tidied)
}
