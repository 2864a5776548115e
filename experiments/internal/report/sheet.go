package report

import (
	"github.com/filterlab/filterlab/experiments/words/catalogue"
	"github.com/jedib0t/go-pretty/v6/table"
)

// sheet is a table for pages and papers, all of it text.
type sheet struct {
	Header []string
	Rows   [][]string
	More   []string // what a page that can fold it tells more of each row's last cell; nil for nothing
}

// newSheet begins a table with heads of the catalogue.
func newSheet(w *catalogue.Words, heads ...string) *sheet {
	s := &sheet{}
	s.head(w, heads...)
	return s
}

// Wide reports whether a table is too wide for upright paper.
func (s *sheet) Wide() bool { return len(s.Header) > 12 }

// head adds heads of the catalogue.
func (s *sheet) head(w *catalogue.Words, heads ...string) {
	for _, h := range heads {
		s.Header = append(s.Header, w.Say("head."+h))
	}
}

// markdown renders a sheet for READMEs.
func (s *sheet) markdown() string { return s.writer().RenderMarkdown() + "\n" }

// writer hands a sheet to the package that renders tables.
func (s *sheet) writer() table.Writer {
	t := table.NewWriter()
	t.AppendHeader(asRow(s.Header))
	for _, r := range s.Rows {
		t.AppendRow(asRow(r))
	}
	return t
}

func asRow(texts []string) table.Row {
	row := make(table.Row, len(texts))
	for i, s := range texts {
		if s != "" && numeric(s) {
			row[i] = right(s)
			continue
		}
		row[i] = s
	}
	return row
}

// right is text that stands for a number; it prints as it is.
type right string

// field is a column of a table: its head in the catalogue, and what a row has there.
type field[R any] struct {
	name  string
	value func(R) string
}
