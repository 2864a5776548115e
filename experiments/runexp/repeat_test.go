package runexp_test

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments/runexp"
)

// TestExplainedProbeRepeatsTheCell runs the command that explain prints for each
// cell and compares what it counts with the sums over the cell's rows.
func TestExplainedProbeRepeatsTheCell(t *testing.T) {
	dir := whole(t)
	for _, name := range []string{"small", "other"} {
		for id, want := range sums(t, filepath.Join(dir, name, "counts.csv")) {
			text, _ := runHere(t, context.Background(), runexp.Fine, "explain", id, "--out", dir)
			_, line, ok := strings.Cut(text, "  runexp ")
			line, _, _ = strings.Cut(line, "\n")
			if !ok {
				t.Fatalf("cell %s: explain prints no command:\n%s", id, text)
			}
			out, _ := runHere(t, context.Background(), runexp.Fine, append(strings.Fields(line), "--format", "csv", "--quiet")...)
			rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			for i, column := range rows[0] {
				if w, ok := want[column]; ok && rows[1][i] != strconv.FormatUint(w, 10) {
					t.Errorf("cell %s: %s: probe counts %s, the record %d", id, column, rows[1][i], w)
				}
			}
		}
	}
}

// sums adds up the columns of a counts.csv by cell.
func sums(t *testing.T, path string) map[string]map[string]uint64 {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(data))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]map[string]uint64{}
	for _, row := range rows[1:] {
		if out[row[0]] == nil {
			out[row[0]] = map[string]uint64{}
		}
		for i, column := range rows[0] {
			switch column {
			case "inserted", "rejected", "queries", "false_positives", "set_bits", "filter_bits", "allocated_bits":
				v, err := strconv.ParseUint(row[i], 10, 64)
				if err != nil {
					t.Fatal(err)
				}
				out[row[0]][column] += v
			}
		}
	}
	return out
}
