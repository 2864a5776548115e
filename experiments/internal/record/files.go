package record

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// EncodeCells writes cells.csv.
func EncodeCells(cells []Cell) ([]byte, error) { return encode(CellColumns(), cells) }

// DecodeCells reads cells.csv; file is the name that errors carry.
func DecodeCells(file string, data []byte) ([]Cell, error) {
	cells, err := decode(file, data, CellColumns())
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for i := range cells {
		c := &cells[i]
		if err := c.check(); err != nil {
			return nil, fmt.Errorf("%s: cell %s: %w", file, c.ID, err)
		}
		if seen[c.ID] {
			return nil, fmt.Errorf("%s: cell %s stands there twice", file, c.ID)
		}
		seen[c.ID] = true
	}
	return cells, nil
}

// check refuses what no plan makes and what would mislead the readers of counts.
func (c *Cell) check() error {
	switch {
	case !IsCellID(c.ID):
		return fmt.Errorf("cell_id %q: want 10 lower-case hex digits", c.ID)
	case c.Trials == 0:
		return fmt.Errorf("trials 0: want at least 1")
	case c.Queries%c.Trials != 0:
		return fmt.Errorf("queries %d: want a multiple of the %d trials", c.Queries, c.Trials)
	}
	return nil
}

// IsCellID reports whether s has the form of a cell's id.
func IsCellID(s string) bool {
	for _, r := range s {
		if (r < '0' || r > '9') && (r < 'a' || r > 'f') {
			return false
		}
	}
	return len(s) == 10
}

// EncodeVerdicts writes verdicts.csv.
func EncodeVerdicts(v []Verdict) ([]byte, error) { return encode(VerdictColumns(), v) }

// DecodeVerdicts reads verdicts.csv.
func DecodeVerdicts(file string, data []byte) ([]Verdict, error) {
	return decode(file, data, VerdictColumns())
}

// EncodeCounts writes counts.csv, with one further column for each name that
// occurs among the rows' extras.
func EncodeCounts(counts []Count) ([]byte, error) {
	all := map[string]bool{}
	for _, c := range counts {
		for name := range c.Extra {
			all[name] = true
		}
	}
	columns, err := withExtras(slices.Sorted(maps.Keys(all)))
	if err != nil {
		return nil, err
	}
	return encode(columns, counts)
}

// DecodeCounts reads counts.csv.
func DecodeCounts(file string, data []byte) ([]Count, error) {
	header, _, _ := bytes.Cut(data, []byte("\n"))
	var extras []string
	if fixed := len(CountColumns()); bytes.Count(header, []byte(",")) >= fixed {
		for _, name := range bytes.Split(header, []byte(","))[fixed:] {
			extras = append(extras, string(name))
		}
	}
	columns, err := withExtras(extras)
	if err != nil {
		return nil, fmt.Errorf("%s:1: %w", file, err)
	}
	counts, err := decode(file, data, columns)
	if err != nil {
		return nil, err
	}
	for i, c := range counts {
		if err := c.check(); err != nil {
			return nil, fmt.Errorf("%s: row %d, cell %s: %w", file, i+1, c.CellID, err)
		}
	}
	return counts, nil
}

// check refuses counts that cannot be: they would turn into rates above 1.
func (c *Count) check() error {
	switch {
	case c.Trials == 0:
		return fmt.Errorf("trials 0: want at least 1")
	case c.FalsePositives > c.Queries:
		return fmt.Errorf("false_positives %d: want at most the %d queries", c.FalsePositives, c.Queries)
	case c.FalseNegatives > c.Inserted:
		return fmt.Errorf("false_negatives %d: want at most the %d keys inserted", c.FalseNegatives, c.Inserted)
	case c.NoSetBits && c.Status == StatusOK:
		return fmt.Errorf("set_bits empty, status %s: want a status that says why", c.Status)
	}
	return nil
}

// withExtras returns the fixed columns and one for each extra name.
func withExtras(extras []string) ([]Column[Count], error) {
	columns := CountColumns()
	for i, name := range extras {
		if !isColumnName(name) || slices.Contains(names(columns), name) {
			return nil, fmt.Errorf("extra column %q: want a new name of lower-case letters, digits and underscores", name)
		}
		if i > 0 && extras[i-1] >= name {
			return nil, fmt.Errorf("extra column %q: want extra columns sorted by name", name)
		}
		columns = append(columns, extra(name))
	}
	return columns, nil
}

// extra is an integer column that some rows leave empty.
func extra(name string) Column[Count] {
	return Column[Count]{name, "",
		func(c *Count) (string, error) {
			if v, ok := c.Extra[name]; ok {
				return strconv.FormatUint(v, 10), nil
			}
			return "", nil
		},
		func(c *Count, s string) error {
			if s == "" {
				return nil
			}
			v, err := parseUint(s)
			if c.Extra == nil {
				c.Extra = map[string]uint64{}
			}
			c.Extra[name] = v
			return err
		},
		Form{Type: "integer", Optional: true},
	}
}

func isColumnName(s string) bool {
	for i, r := range s {
		letter := r >= 'a' && r <= 'z'
		if !letter && (i == 0 || r != '_' && (r < '0' || r > '9')) {
			return false
		}
	}
	return s != ""
}
