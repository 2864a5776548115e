package runexp

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/filterlab/filterlab/experiments/internal/plan"
	"github.com/filterlab/filterlab/experiments/internal/record"
)

// maxShown is how many differing lines of a file are printed.
const maxShown = 5

// compareFile returns the lines of a recorded file that differ from what was
// made now.
func compareFile(f record.Folder, name string, now []byte) ([]string, error) {
	was, err := os.ReadFile(f.Path(name))
	if err != nil {
		return nil, err
	}
	if bytes.Equal(was, now) {
		return nil, nil
	}
	old, fresh := strings.Split(string(was), "\n"), strings.Split(string(now), "\n")
	var out []string
	unlike := 0
	for i := range max(len(old), len(fresh)) {
		a, b := lineAt(old, i), lineAt(fresh, i)
		if a == b {
			continue
		}
		if unlike++; unlike <= maxShown {
			a, b = visible(a, b)
			out = append(out, fmt.Sprintf("%s:%d: recorded %s", f.Path(name), i+1, a), fmt.Sprintf("%s:%d: now      %s", f.Path(name), i+1, b))
		}
	}
	return append(out, fmt.Sprintf("%s: %d of %d lines differ", f.Path(name), unlike, len(old)-1)), nil
}

// visible quotes two unlike lines where they may look alike: a carriage return, say,
// shows nowhere else.
func visible(a, b string) (string, string) {
	hidden := func(r rune) bool { return !strconv.IsPrint(r) }
	if strings.ContainsFunc(a+b, hidden) || strings.HasSuffix(a, " ") || strings.HasSuffix(b, " ") {
		return strconv.Quote(a), strconv.Quote(b)
	}
	return a, b
}

func lineAt(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(nothing)"
}

// damaged names the files that are not what the manifest lists.
func damaged(f record.Folder, m *record.Manifest) []string {
	var bad []string
	for _, name := range slices.Sorted(maps.Keys(m.Files)) {
		if _, err := f.Read(m, name); err != nil {
			bad = append(bad, err.Error())
		}
	}
	return bad
}

// quickSeconds is what a quick verification of an experiment may cost, by the
// plan's estimate.
const quickSeconds = 2

// compareRows measures the first row of the cells whose first rows are the
// cheapest, and compares those with what is recorded.
func (s *call) compareRows(ctx context.Context, f record.Folder, r *repetition, e *effort) (differences []string, note string, err error) {
	chosen := cheapest(r.cells)
	units := map[string][]record.Unit{}
	for _, c := range chosen {
		units[c.Row.ID] = c.Row.RowUnits(0)
	}
	pieces, err := s.measure(ctx, r, units, e)
	if err != nil {
		return nil, "", err
	}
	data, err := os.ReadFile(f.Path(record.CountsFile))
	if err != nil {
		return nil, "", err
	}
	recorded, err := record.DecodeCounts(f.Path(record.CountsFile), data)
	if err != nil {
		return []string{err.Error()}, "", nil // a file that cannot be read is a difference
	}
	for _, c := range chosen {
		now, err := c.Row.Row(0, pieces)
		if err != nil {
			return nil, "", err
		}
		if line := compareRow(f, record.CountsOf(recorded, c.Row.ID), &now); line != "" {
			differences = append(differences, line)
		}
	}
	return differences, fmt.Sprintf(" (the first rows of %d of %d cells)", len(chosen), len(r.cells)), nil
}

// cheapest returns the cells whose first rows together cost about quickSeconds,
// at least one.
func cheapest(cells []*plan.Cell) []*plan.Cell {
	sorted := slices.Clone(cells)
	cost := func(c *plan.Cell) float64 { return c.Cost.CoreSeconds / float64(c.Row.Rows()) }
	slices.SortStableFunc(sorted, func(a, b *plan.Cell) int { return cmp.Compare(cost(a), cost(b)) })
	spent := 0.0
	for i, c := range sorted {
		if spent += cost(c); spent > quickSeconds && i > 0 {
			return sorted[:i]
		}
	}
	return sorted
}

// compareRow returns a line on the difference of a recorded first row, "" for none.
func compareRow(f record.Folder, recorded []record.Count, now *record.Count) string {
	if len(recorded) == 0 {
		return fmt.Sprintf("%s: no row of cell %s", f.Path(record.CountsFile), now.CellID)
	}
	was, err := record.EncodeCounts(recorded[:1])
	is, err2 := record.EncodeCounts([]record.Count{*now})
	if err == nil && err2 == nil && bytes.Equal(was, is) {
		return ""
	}
	return fmt.Sprintf("%s: recorded %s, now %s", f.Path(record.CountsFile), lastLine(was), lastLine(is))
}

func lastLine(data []byte) string {
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	return lines[len(lines)-1]
}
