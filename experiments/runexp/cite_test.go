package runexp_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/runexp"
)

// few is an experiment of one cell, which even the profile standard measures
// in no time; only that profile answers claims.
const few = `
name     = "few"
question = "Is one cell enough?"
analysis = "It is for a test."

[[grid]]
name         = "one"
variant      = ["classic"]
scheme       = ["xxh3+double"]
keys         = ["uint64"]
n            = [2000]
bits-per-key = [8]
k            = [2]
trials       = 20
queries      = 10_000
expect       = "none"
reason       = "few queries"
`

// recorded runs and checks that experiment and returns the command that knows it
// and the record's folder.
func recorded(t *testing.T) (c runexp.Command, dir string) {
	t.Helper()
	spec, err := experiments.Parse("few.toml", few)
	if err != nil {
		t.Fatal(err)
	}
	c = command("testdata")
	c.Specs = []experiments.Spec{spec}
	dir = filepath.Join(t.TempDir(), "r")
	runWith(t, c, 0, "run", "--quiet", "--out", dir)
	runWith(t, c, 0, "check", "--out", dir)
	return c, dir
}

// runWith runs a command in this process and returns what it printed.
func runWith(t *testing.T, c runexp.Command, want int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	if got := c.Run(t.Context(), args, strings.NewReader(""), &out, &errs); got != want {
		t.Fatalf("runexp %s: exit code %d, want %d\n%s%s", strings.Join(args, " "), got, want, &out, &errs)
	}
	return out.String(), errs.String()
}

// csvRows reads a file of the record, by column.
func csvRows(t *testing.T, path string) []map[string]string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var all []map[string]string
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, name := range lines[0] {
			row[name] = line[i]
		}
		all = append(all, row)
	}
	return all
}

// A citation of a cell has its rows digit for digit, what identifies the record,
// and a command whose counts are those of the record.
func TestCiteCell(t *testing.T) {
	command, dir := recorded(t)
	row := csvRows(t, filepath.Join(dir, "few", "cells.csv"))[0]
	stdout, _ := runWith(t, command, 0, "cite", row["cell_id"], "--out", dir, "--format", "json")
	var c struct {
		Seed             uint64
		SpecSHA256       string `json:"spec_sha256"`
		Profile, Probe   string
		Text, BibTeX     string
		Cell             map[string]any
		Verdicts         []map[string]any
		CellID, Revision string
	}
	d := json.NewDecoder(strings.NewReader(stdout))
	d.UseNumber()
	if err := d.Decode(&c); err != nil {
		t.Fatalf("%v in\n%s", err, stdout)
	}
	for name, want := range row {
		got, _ := c.Cell[name].(string)
		if n, ok := c.Cell[name].(json.Number); ok {
			got = n.String()
		}
		if got != want {
			t.Errorf("%s: %q, cells.csv has %q", name, got, want)
		}
	}
	want := 0
	for _, v := range csvRows(t, filepath.Join(dir, "few", "verdicts.csv")) {
		if v["cell_id"] != row["cell_id"] {
			continue
		}
		want++
		if v["check"] == "fpr" {
			says := "False-positive rate " + v["fpr"] + " in [" + v["fpr_low"] + ", " + v["fpr_high"] + "] at confidence " + v["confidence"]
			for _, text := range []string{c.Text, c.BibTeX} {
				if !strings.Contains(text, says) || !strings.Contains(text, c.SpecSHA256) || !strings.Contains(text, row["cell_id"]) {
					t.Errorf("want %q, spec %s and the cell in\n%s", says, c.SpecSHA256, text)
				}
			}
		}
	}
	if len(c.Verdicts) != want || want == 0 {
		t.Errorf("%d verdicts, verdicts.csv has %d", len(c.Verdicts), want)
	}
	probesSame(t, command, dir, row["cell_id"], c.Probe)
}

// probesSame runs a probe command and compares its false positives with those
// of the record.
func probesSame(t *testing.T, c runexp.Command, dir, id, command string) {
	t.Helper()
	args := strings.Fields(command)
	stdout, _ := runWith(t, c, 0, append(args[1:], "--format", "csv")...)
	probed, err := csv.NewReader(strings.NewReader(stdout)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for i, name := range probed[0] {
		got[name] = probed[1][i]
	}
	sum := 0
	for _, row := range csvRows(t, filepath.Join(dir, "few", "counts.csv")) {
		if row["cell_id"] == id {
			var n int
			if err := json.Unmarshal([]byte(row["false_positives"]), &n); err != nil {
				t.Fatal(err)
			}
			sum += n
		}
	}
	var n int
	if err := json.Unmarshal([]byte(got["false_positives"]), &n); err != nil || n != sum || sum == 0 {
		t.Errorf("%s: %d false positives, the record has %d (%v)", command, n, sum, err)
	}
}

// claim makes a claim whose answers are given as in claims.toml.
func claim(t *testing.T, id, answers string) experiments.Claim {
	t.Helper()
	var all struct{ Answer []experiments.Answer }
	if err := toml.Unmarshal([]byte(answers), &all); err != nil {
		t.Fatal(err)
	}
	return experiments.Claim{ID: id, Source: "a test", Statement: "statement of " + id, Claimed: "1", Kind: "fpr", Answers: all.Answer}
}

// The four outcomes; numbers of probes where a rate is published; the cells.
func TestClaimsVerb(t *testing.T) {
	c, dir := recorded(t)
	one := "experiment = 'few'\nmatch = { scheme = ['xxh3+double'], keys = ['uint64'], k = [2], variant = ['classic'] }\n"
	rate := csvRows(t, filepath.Join(dir, "few", "cells.csv"))[0]["theory_fpr"]
	c.Claims = []experiments.Claim{
		claim(t, "C-yes", "[[answer]]\n"+one+"column = 'bits'\nhow = 'rounds'\nvalue = 16000"),
		claim(t, "C-no", "[[answer]]\n"+one+"column = 'bits'\nhow = 'rounds'\nvalue = 15000"),
		claim(t, "C-open", "[[answer]]\n"+one+"how = 'bound'\nvalue = "+rate), // inside its own interval
		claim(t, "C-none", ""),
		claim(t, "C-rate", "[[answer]]\n"+one+"column = 'fpr'\nhow = 'probes'\nwithin = 1e-6\nvalue = "+rate),
		claim(t, "C-twice", "[[answer]]\n"+one+"column = 'fpr'\nhow = 'probes'\nwithin = 1e-6\nvalue = 0.5"),
	}
	stdout, _ := runWith(t, c, 0, "claims", "--out", dir, "--format", "csv")
	lines, err := csv.NewReader(strings.NewReader(stdout)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := func(i int, name string) string {
		for j, column := range lines[0] {
			if column == name {
				return lines[i][j]
			}
		}
		t.Fatalf("no column %s in %v", name, lines[0])
		return ""
	}
	for i, want := range []struct{ outcome, measured, probes string }{
		{"reproduced", "^bits 16000$", "^$"},
		{"not reproduced", "^bits 16000$", "^$"},
		{"undecided", `^fpr 0\.0[45][0-9]+ in \[0\.0[45][0-9]+, 0\.0[45][0-9]+\]$`, "^$"},
		{"no answer", "^$", "^$"},
		{"reproduced", `^fpr 0\.0[45]`, "^100000 200000 500000 1000000$"},
		{"not reproduced", `^fpr 0\.0[45]`, "^none$"},
	} {
		if at(i+1, "outcome") != want.outcome || !regexp.MustCompile(want.measured).MatchString(at(i+1, "measured")) ||
			!regexp.MustCompile(want.probes).MatchString(at(i+1, "probes")) {
			t.Errorf("%s: want %+v", lines[i+1], want)
		}
		if cells := at(i+1, "cells"); (len(cells) == 10) != (want.outcome != "no answer") {
			t.Errorf("%s: rests on %q", lines[i+1][0], cells)
		}
	}
	if stdout, _ := runWith(t, c, 0, "claims", "--out", dir); !strings.Contains(stdout, "\n6 claims: 2 reproduced, 2 not, 1 undecided, 1 without an answer, 0 that no count decides;") {
		t.Errorf("wrong tally in\n%s", stdout)
	}
	if _, stderr := runWith(t, c, 2, "claims", "C-yess", "--out", dir); !strings.Contains(stderr, `did you mean "C-yes"?`) {
		t.Errorf("no suggestion in %s", stderr)
	}
}
