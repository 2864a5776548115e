package runexp_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments/runexp"
)

// The tables of REPRODUCE.md are those of the committed record, and so is no
// figure there written by hand.
func TestReproduceIsFresh(t *testing.T) {
	if testing.Short() {
		t.Skip("plans and reports the whole record")
	}
	root := filepath.Join("..", "..")
	page, err := os.ReadFile(filepath.Join(root, "REPRODUCE.md"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "results"), os.DirFS(filepath.Join(root, "results"))); err != nil {
		t.Fatal(err)
	}
	now := filepath.Join(dir, "REPRODUCE.md")
	write(t, now, page)
	if costs, err := os.ReadFile(filepath.Join(root, "REPRODUCE.csv")); err == nil {
		write(t, filepath.Join(dir, "REPRODUCE.csv"), costs)
	}
	var stderr bytes.Buffer
	args := []string{"report", "--out", filepath.Join(dir, "results"), "--reproduce", now}
	if code := shipped(t).Run(context.Background(), args, strings.NewReader(""), &stderr, &stderr); code != runexp.Fine {
		t.Fatalf("exit code %d\n%s", code, &stderr)
	}
	got, err := os.ReadFile(now)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, page) {
		t.Error("REPRODUCE.md is stale: runexp report --reproduce REPRODUCE.md")
	}
	if rows := bytes.Count(got, []byte("\n| A2-")); rows < 15 { // the claims of article 2 in claims.csv
		t.Errorf("%d rows for article 2", rows)
	}
}

// markers is a page that has nothing but the place for the tables.
const markers = "<!-- runexp report: begin -->\n<!-- runexp report: end -->\n"

// commandsOfPage writes the tables into a page in a folder and returns them as rows
// of cells, those of claims only.
func commandsOfPage(t *testing.T, c runexp.Command, dir, out string) [][]string {
	t.Helper()
	page := filepath.Join(dir, "page.md")
	write(t, page, []byte(markers))
	runWith(t, c, runexp.Fine, "report", "--out", out, "--reproduce", page, "--lang", "en")
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for _, line := range strings.Split(string(text), "\n") {
		if cells := strings.Split(line, " | "); len(cells) == 10 && strings.Contains(cells[1], "`") {
			cells[0], cells[1] = strings.TrimPrefix(cells[0], "| "), strings.Trim(cells[1], "`")
			rows = append(rows, cells)
		}
	}
	if len(rows) < 50 { // claims.toml has more answers
		t.Fatalf("%d rows in\n%s", len(rows), text)
	}
	return rows
}

// TestReproduceMeasures runs what the page says for a claim in a copy of a complete
// record, but for the profile, and wants it to measure, and the columns it names to be in the file it
// names. Every other command of the page is one that the program understands.
func TestReproduceMeasures(t *testing.T) {
	c, dir := shipped(t), t.TempDir()
	record := filepath.Join(dir, "record")
	runWith(t, c, runexp.Fine, "run", "tiny", "--profile", "smoke", "--quiet", "--out", record)
	runWith(t, c, runexp.Fine, "check", "--out", record)
	rows := commandsOfPage(t, c, dir, record)
	if err := os.CopyFS(filepath.Join(dir, "results-mine"), os.DirFS(record)); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "results-mine", "tiny", "verdicts.csv")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	measured := false
	seen := map[string]bool{}
	for _, row := range rows {
		if seen[row[1]] {
			continue
		}
		seen[row[1]] = true
		for i, command := range strings.Split(row[1], " && ") {
			args := strings.Fields(strings.TrimPrefix(command, "./runexp "))
			switch {
			case args[0] == "run" && row[0] != "A1-tiny":
				stdout, _ := runWith(t, c, runexp.Fine, append(args, "--dry-run")...)
				if !strings.Contains(stdout, args[1]) {
					t.Errorf("%s plans\n%s", command, stdout)
				}
			case args[0] == "run":
				_, stderr := runWith(t, c, runexp.Fine, append(args, "--profile", "smoke")...)
				if !strings.Contains(stderr, "results-mine/tiny: recorded") {
					t.Errorf("%s measures nothing:\n%s", command, stderr)
				}
			case args[0] == "check" && row[0] == "A1-tiny":
				runWith(t, c, runexp.Fine, args...)
				measured = true
				hasColumns(t, row[2])
			case args[0] == "check" && i == 1, args[0] == "claims", args[0] == "bench" && strings.HasSuffix(command, " --out results-mine"):
			default:
				t.Errorf("%s: a command of another kind: %s", row[0], command)
			}
		}
	}
	if !measured {
		t.Error("nothing was measured")
	}
}

// hasColumns wants the columns of "file: a, b" in the file's header.
func hasColumns(t *testing.T, place string) {
	t.Helper()
	name, columns, _ := strings.Cut(place, ": ")
	text, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(err)
	}
	header, _, _ := strings.Cut(string(text), "\n")
	for _, column := range strings.Split(columns, ", ") {
		if !slices.Contains(strings.Split(header, ","), column) {
			t.Errorf("%s has no column %s: %s", name, column, header)
		}
	}
}

// Costs come from the file beside the page, and from nowhere else.
func TestReproduceCosts(t *testing.T) {
	c, out := recorded(t)
	dir := t.TempDir()
	page := filepath.Join(dir, "page.md")
	tables := func(csv string) string {
		write(t, page, []byte(markers))
		write(t, filepath.Join(dir, "page.csv"), []byte(csv))
		runWith(t, c, runexp.Fine, "report", "--out", out, "--reproduce", page, "--lang", "en")
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	const head = "command,seconds,processor_seconds,peak_bytes,disk_bytes,measured_on\n"
	got := tables(head + "./runexp run few --again --out results-mine && ./runexp check few --out results-mine,1.25,2.04,3145728,2048,some processor\n")
	for _, want := range []string{" | 1.2 | 2.0 | 3 MiB | 2 KiB |", "`make reproduce`, each command alone in a fresh clone, on: some processor."} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if got := tables(head); !strings.Contains(got, "Nobody has measured") {
		t.Errorf("costs without a measurement:\n%s", got)
	}
	write(t, filepath.Join(dir, "page.csv"), []byte(head+"x,many,1,1,1,y\n"))
	if _, stderr := runWith(t, c, runexp.Wrong, "report", "--out", out, "--reproduce", page); !strings.Contains(stderr, `x: seconds "many": want a number`) {
		t.Error(stderr)
	}
}
