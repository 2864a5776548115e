package figure

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// load reads the cells of a record.
func load(t *testing.T, dir string) []Cell {
	t.Helper()
	r, err := record.Folder(dir).Load()
	if err != nil {
		t.Fatal(err)
	}
	verdicts, err := r.Verdicts()
	if err != nil {
		t.Fatal(err)
	}
	var cells []Cell
	for _, row := range r.Cells {
		c := Cell{Row: row, Sum: record.Sum(record.CountsOf(r.Counts, row.ID))}
		for i, v := range verdicts {
			if v.CellID == row.ID && v.Check == "fpr" {
				c.Rate = &verdicts[i]
			}
		}
		cells = append(cells, c)
	}
	return cells
}

// TestLook draws the record named in FIGURE_RESULTS into FIGURE_OUT.
func TestLook(t *testing.T) {
	dir, out := os.Getenv("FIGURE_RESULTS"), os.Getenv("FIGURE_OUT")
	if dir == "" {
		t.Skip()
	}
	dirs, _ := filepath.Glob(filepath.Join(dir, "*", "cells.csv"))
	for _, d := range dirs {
		name := filepath.Base(filepath.Dir(d))
		for _, lang := range []string{"en", "vi"} {
			f, err := Draw(name, load(t, filepath.Dir(d)), In(lang))
			if err != nil {
				t.Error(err)
				continue
			}
			t.Log(name, lang, len(f.SVG), len(f.PNG), f.Alt)
			os.WriteFile(filepath.Join(out, name+"."+lang+".png"), f.PNG, 0o644)
			os.WriteFile(filepath.Join(out, name+"."+lang+".svg"), f.SVG, 0o644)
		}
	}
}
