package record

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
)

// encode writes a header and one line a row, RFC 4180 with LF.
func encode[R any](columns []Column[R], rows []R) ([]byte, error) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	if err := w.Write(names(columns)); err != nil {
		return nil, err
	}
	fields := make([]string, len(columns))
	for i := range rows {
		for j, c := range columns {
			var err error
			if fields[j], err = c.get(&rows[i]); err != nil {
				return nil, fmt.Errorf("row %d, column %s: %w", i+1, c.Name, err)
			}
		}
		if err := w.Write(fields); err != nil {
			return nil, err
		}
	}
	w.Flush()
	return out.Bytes(), w.Error()
}

// decode reads what encode writes and nothing else: the very header, every
// field of its type, and each byte as encode would have written it. So a file
// that was cut, sorted, or saved by a spreadsheet is refused, with its line.
func decode[R any](file string, data []byte, columns []Column[R]) ([]R, error) {
	r := csv.NewReader(bytes.NewReader(data))
	r.FieldsPerRecord = len(columns)
	header, err := r.Read()
	if err != nil {
		return nil, lineError(file, 1, err)
	}
	if want := names(columns); !slices.Equal(header, want) {
		return nil, fmt.Errorf("%s:1: header %q: want %q", file, strings.Join(header, ","), strings.Join(want, ","))
	}
	rows, err := decodeRows(file, r, columns)
	if err != nil {
		return nil, err
	}
	return rows, canonical(file, data, columns, rows)
}

func decodeRows[R any](file string, r *csv.Reader, columns []Column[R]) ([]R, error) {
	var rows []R
	for {
		fields, err := r.Read()
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return nil, lineError(file, 0, err)
		}
		var row R
		for j, c := range columns {
			if err := c.set(&row, fields[j]); err != nil {
				line, _ := r.FieldPos(j)
				return nil, fmt.Errorf("%s:%d: column %s: %w", file, line, c.Name, err)
			}
		}
		rows = append(rows, row)
	}
}

// lineError words an error of the CSV reader with file and line.
func lineError(file string, line int, err error) error {
	if err == io.EOF {
		return fmt.Errorf("%s: empty file: want a header", file)
	}
	if p, ok := err.(*csv.ParseError); ok {
		line, err = p.Line, p.Err
	}
	return fmt.Errorf("%s:%d: %w", file, line, err)
}

// canonical compares data with what encode makes of its rows.
func canonical[R any](file string, data []byte, columns []Column[R], rows []R) error {
	again, err := encode(columns, rows)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if bytes.Equal(data, again) {
		return nil
	}
	return fmt.Errorf("%s:%d: not written as this program writes it (a cut, edited or re-saved file)", file, firstDifference(data, again))
}

// firstDifference returns the number, from 1, of the first line that differs.
func firstDifference(a, b []byte) int {
	n := min(len(a), len(b))
	at := n
	for i := range n {
		if a[i] != b[i] {
			at = i
			break
		}
	}
	return 1 + bytes.Count(a[:at], []byte("\n"))
}
