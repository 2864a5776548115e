package runexp

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/pflag"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// format is the flag --format.
type format string

func (f *format) String() string { return string(*f) }

// Type is the word that help shows for the value.
func (f *format) Type() string { return "table|csv|json" }

// Set reads text.
func (f *format) Set(text string) error {
	if !slices.Contains([]string{"table", "csv", "json"}, text) {
		return fmt.Errorf("want table, csv or json")
	}
	*f = format(text)
	return nil
}

func (f *format) register(flags *pflag.FlagSet) {
	*f = "table"
	flags.Var(f, "format", "form of the output")
}

// grid is a small table for people and programs: a header and rows of text.
type grid struct {
	header []string
	rows   [][]string
	widths []int // where text wraps each column; 0 or not there: nowhere
}

// write prints g as a table, or as CSV.
func (g *grid) write(w io.Writer, f format) error {
	if f == "csv" {
		out := csv.NewWriter(w)
		return out.WriteAll(append([][]string{g.header}, g.rows...))
	}
	_, err := fmt.Fprintln(w, g.text())
	return err
}

// markdown draws g as a table of Markdown.
func (g *grid) markdown() string {
	t := table.NewWriter()
	t.AppendHeader(cells(g.header))
	for _, row := range g.rows {
		t.AppendRow(cells(row))
	}
	t.SetColumnConfigs(g.columns())
	return t.RenderMarkdown()
}

// text draws g in columns: numbers to the right, long texts wrapped.
func (g *grid) text() string {
	t := table.NewWriter()
	t.SetStyle(table.StyleLight)
	t.Style().Options = table.Options{SeparateHeader: true}
	t.Style().Format.Header = text.FormatDefault
	t.AppendHeader(cells(g.header))
	for _, row := range g.rows {
		t.AppendRow(cells(row))
	}
	t.SetColumnConfigs(g.columns())
	lines := strings.Split(t.Render(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// columns says how text draws each column.
func (g *grid) columns() []table.ColumnConfig {
	all := make([]table.ColumnConfig, len(g.header))
	for i := range all {
		all[i].Number = i + 1
		if g.numeric(i) {
			all[i].Align, all[i].AlignHeader = text.AlignRight, text.AlignRight
		}
		if i < len(g.widths) {
			all[i].WidthMax, all[i].WidthMaxEnforcer = g.widths[i], text.WrapSoft
		}
	}
	return all
}

// numeric reports whether column i holds numbers only.
func (g *grid) numeric(i int) bool {
	for _, row := range g.rows {
		if _, err := strconv.ParseFloat(row[i], 64); err != nil && row[i] != "" {
			return false
		}
	}
	return len(g.rows) > 0
}

func cells(texts []string) table.Row {
	row := make(table.Row, len(texts))
	for i, t := range texts {
		row[i] = t
	}
	return row
}

// field is one named value of a single object.
type field struct{ name, value string }

// writeFields prints an object as two columns, or as one row of CSV.
func writeFields(w io.Writer, f format, fields []field) error {
	if f == "csv" {
		var g grid
		g.rows = make([][]string, 1)
		for _, x := range fields {
			g.header = append(g.header, x.name)
			g.rows[0] = append(g.rows[0], x.value)
		}
		return g.write(w, f)
	}
	width := 0
	for _, x := range fields {
		width = max(width, len(x.name))
	}
	for _, x := range fields {
		if _, err := fmt.Fprintf(w, "%s\n", strings.TrimRight(fmt.Sprintf("%-*s  %s", width, x.name, x.value), " ")); err != nil {
			return err
		}
	}
	return nil
}

// writeJSON prints one indented object.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// number is a float64 whose missing value is null in JSON and empty elsewhere.
type number float64

// MarshalJSON writes the shortest form, and null for what is not finite.
func (n number) MarshalJSON() ([]byte, error) {
	if s := n.String(); s != "" {
		return []byte(s), nil
	}
	return []byte("null"), nil
}

func (n number) String() string { return record.FormatFloat(float64(n), -1) }

// missing is the number that is not there.
var missing = number(math.NaN())

func unsigned(v uint64) string { return strconv.FormatUint(v, 10) }
