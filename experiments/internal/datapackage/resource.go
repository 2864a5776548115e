package datapackage

import (
	"encoding/csv"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// Resources describes every CSV file below a folder, in the order of their paths.
func Resources(folder fs.FS) ([]Resource, error) {
	var all []Resource
	err := fs.WalkDir(folder, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".csv" || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		data, err := fs.ReadFile(folder, name)
		if err != nil {
			return err
		}
		r, err := Describe(name, data)
		all = append(all, r)
		return err
	})
	return all, err
}

// Describe describes one CSV file by its path below the folder.
func Describe(name string, data []byte) (Resource, error) {
	rows, err := csv.NewReader(strings.NewReader(string(data))).ReadAll()
	if err != nil || len(rows) == 0 {
		return Resource{}, fmt.Errorf("%s: no CSV file with a header: %v", name, err)
	}
	r := Resource{
		Name: resourceName(name), Type: "table", Profile: "tabular-data-resource", Path: name,
		Format: "csv", MediaType: "text/csv", Encoding: "utf-8", Bytes: len(data), Hash: "sha256:" + record.Hash(data),
		Dialect: Dialect{LineTerminator: "\n"}, Schema: Schema{MissingValues: []string{""}},
	}
	known := columnsOf(name)
	for i, column := range rows[0] {
		at := slices.IndexFunc(known, func(d record.Described) bool { return d.Name == column })
		switch {
		case at >= 0:
			r.Schema.Fields = append(r.Schema.Fields, described(known[at]))
		case path.Base(name) == record.CountsFile:
			r.Schema.Fields = append(r.Schema.Fields, described(record.ExtraColumn(column)))
		default:
			r.Schema.Fields = append(r.Schema.Fields, Field{Name: column, Type: inferred(rows[1:], i)})
		}
	}
	r.Schema.keys(name)
	return r, nil
}

// resourceName makes the path a name that version 1 allows: k-sweep.cells.
func resourceName(name string) string {
	return strings.ReplaceAll(strings.ToLower(strings.TrimSuffix(name, ".csv")), "/", ".")
}

// columnsOf returns the explained columns of a file of a record or of timings,
// nil for others.
func columnsOf(name string) []record.Described {
	if strings.HasPrefix(name, record.TimingsFolder+"/") {
		if strings.HasSuffix(name, record.FrontSuffix+".csv") {
			return record.DescribeFront()
		}
		if path.Base(name) == record.GoalsFile {
			return record.DescribeGoals()
		}
		return record.DescribeTimings()
	}
	for _, f := range record.Describe() {
		if f.File == path.Base(name) {
			return f.Columns
		}
	}
	return nil
}

// described turns our description of a column into the standard's. An integer
// that may pass 2^53 is a number there: readers in JavaScript refuse it otherwise.
func described(d record.Described) Field {
	f := Field{Name: d.Name, Type: d.Type, Description: d.Doc, Unit: d.Unit}
	c := Constraints{Required: !d.Optional, Enum: d.Allowed}
	switch {
	case d.Type == "text":
		f.Type = "string"
	case d.Type == "integer":
		zero := 0
		c.Minimum = &zero
		if d.Wide {
			f.Type = "number"
		}
	}
	if d.Name == "cell_id" {
		c.Pattern = "[0-9a-f]{10}"
	}
	if c.Required || c.Minimum != nil || c.Enum != nil {
		f.Constraints = &c
	}
	return f
}

// keys adds what identifies the rows of a record's files, and that the cells
// which counts and verdicts speak of stand in the cells.csv beside them.
func (s *Schema) keys(name string) {
	keys := map[string][]string{
		record.CellsFile:    {"cell_id"},
		record.CountsFile:   {"cell_id", "first_trial"},
		record.VerdictsFile: {"cell_id", "check"},
	}
	base := path.Base(name)
	s.PrimaryKey = keys[base]
	if base == record.CountsFile || base == record.VerdictsFile {
		cells := resourceName(path.Join(path.Dir(name), record.CellsFile))
		s.ForeignKeys = []ForeignKey{{[]string{"cell_id"}, Reference{cells, []string{"cell_id"}}}}
	}
}

// inferred says what all cells of column i are: integer, number, or else string.
func inferred(rows [][]string, i int) string {
	kind := "integer"
	for _, row := range rows {
		if row[i] == "" {
			continue
		}
		if _, err := strconv.ParseUint(row[i], 10, 53); err == nil {
			continue
		}
		if _, err := strconv.ParseFloat(row[i], 64); err != nil {
			return "string"
		}
		kind = "number"
	}
	return kind
}
