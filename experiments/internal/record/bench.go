package record

import (
	"strings"

	"golang.org/x/perf/benchfmt"
)

// BenchWord replaces what would end the name of a benchmark or one of its parts:
// blanks, slashes and control characters.
func BenchWord(s string) string {
	return strings.Map(func(r rune) rune {
		if r <= ' ' || r == '/' || r == 0x7f {
			return '_'
		}
		return r
	}, s)
}

// BenchUnit is what a file of benchmarks says of a unit: less of it is better, and
// its values are exact, equal in every run, or spread.
type BenchUnit struct {
	Name  string
	Exact bool
}

// WriteBenchUnits writes the metadata of units. benchstat takes exact values as they
// are and shows no direction; other tools do.
func WriteBenchUnits(w *benchfmt.Writer, units ...BenchUnit) error {
	for _, u := range units {
		said := [][2]string{{"better", "lower"}}
		if u.Exact {
			said = append(said, [2]string{"assume", "exact"})
		}
		for _, s := range said {
			err := w.Write(&benchfmt.UnitMetadata{UnitMetadataKey: benchfmt.UnitMetadataKey{Unit: u.Name, Key: s[0]}, OrigUnit: u.Name, Value: s[1]})
			if err != nil {
				return err
			}
		}
	}
	return nil
}
