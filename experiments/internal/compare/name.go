package compare

import (
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// splitProcs parts a benchmark's name from the number of processors that go test appends when it is not 1. A name of
// somebody else that itself ends in -digits loses them on one processor, as it does with benchstat; nothing is merged by
// that, since rows meet by both.
func splitProcs(n benchfmt.Name) (name string, procs int) {
	_, parts := n.Parts()
	full := n.String()
	if len(parts) == 0 || parts[len(parts)-1][0] != '-' {
		return full, 1
	}
	suffix := string(parts[len(parts)-1])
	procs, err := strconv.Atoi(suffix[1:])
	if err != nil || procs < 1 {
		return full, 1
	}
	return strings.TrimSuffix(full, suffix), procs
}

// control parts a name of an A/A pair into which of the two it is and what both share; side is "" for all other names.
func control(name string) (shared, side string) {
	parts := strings.Split(name, "/")
	for i, p := range parts {
		if p == "aa=a" || p == "aa=b" {
			return strings.Join(append(parts[:i:i], parts[i+1:]...), "/"), p[len("aa="):]
		}
	}
	return name, ""
}
