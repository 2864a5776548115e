package report

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// cell makes a cell whose ten filters saw so many hits in 1e6 queries.
func cell(id string, k int, bits, hits uint64, low, high float64, verdict string) Cell {
	row := record.Cell{ID: id, Experiment: "sweep", Variant: "classic", Scheme: "xxh3+double", Keys: "file:/some where/x", N: 1000, Capacity: 1000,
		Bits: bits, K: k, Params: "reduce=fastrange", BitsPerKey: float64(bits) / 1000, Load: 1, Trials: 10, Queries: 1_000_000,
		TheoryFPR: 0.008193, TheorySetBits: float64(bits) / 2, TheorySetBitsSD: 1, Tolerance: 0.02, Expect: "agrees"}
	c := Cell{Row: row}
	for i := range uint64(10) {
		c.Counts = append(c.Counts, record.Count{CellID: id, FirstTrial: i, Trials: 1, Queries: 100_000, FalsePositives: hits / 10,
			SetBits: bits/2 + i, FilterBits: bits, Status: record.StatusOK})
	}
	c.Verdicts = []record.Verdict{
		{CellID: id, Check: "fpr", FPR: float64(hits) / 1e6, Low: low, High: high, RelativeError: float64(hits)/8193 - 1, Verdict: verdict, Expect: "agrees"},
		{CellID: id, Check: "fill", Verdict: "agrees", Expect: "agrees"},
	}
	c.Seen = experiments.Seen{Point: experiments.Point{Variant: "classic", Scheme: "xxh3+double", N: 1000, FPR: math.Pow(10, -float64(k)/7)}, K: k}
	return c
}

func sample() Experiment {
	return Experiment{
		Manifest: record.Manifest{Experiment: "sweep", Profile: "standard", Seed: 1, SpecSHA256: "abc"},
		Question: "Which k is best?", Analysis: "Look at the bottom.\n",
		Cells: []Cell{
			cell("00000000a6", 6, 10_000, 8_440, 0.0082, 0.0087, "agrees"),
			cell("00000000a7", 7, 10_000, 8_190, 0.0080, 0.0084, "agrees"),
			cell("00000000a8", 8, 10_000, 9_990, 0.0097, 0.0103, "deviates"),
		},
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (-update rewrites it):\n%s", path, got)
	}
}

// sampleClaims are one that the sample answers, one that nobody measures, and one
// of a kind that has no count.
func sampleClaims() []experiments.Claim {
	return []experiments.Claim{
		{ID: "C1", Source: "course article 2", Statement: "k=7 is best", Claimed: "7", Kind: "fpr",
			Answers: []experiments.Answer{{Experiment: "sweep", Column: "fpr", How: "least", ByColumn: "k", Value: 7}}},
		{ID: "C2", Source: "course article 1", Statement: "nobody measures this", Claimed: "1", Kind: "theory"},
		{ID: "C3", Statement: "not ours", Kind: "speed"},
	}
}

func TestPages(t *testing.T) {
	for _, lang := range catalogue.Languages() {
		w := words(t, lang)
		e := sample()
		e.Figures = []Figure{{Name: "rate", Alt: "falls, then rises", Caption: "The rate by k."}}
		claims := ClaimsIn(w, sampleClaims(), []Experiment{e})
		golden(t, named("page", lang, ".md"), Page(w, &e, claims))
		golden(t, named("index", lang, ".md"), Index(w, []Experiment{e}, claims, nil))
	}
}

// TestEveryColumnIsExplained holds the README's tables, the lists of columns
// and the structs together: a field without a column, or a column without an
// explanation, is an error.
func TestEveryColumnIsExplained(t *testing.T) {
	index := string(Index(catalogue.Default(), []Experiment{sample()}, nil, nil))
	fields := map[string]int{
		record.CellsFile:    reflect.TypeFor[record.Cell]().NumField(),
		record.CountsFile:   reflect.TypeFor[record.Count]().NumField() - 2, // Extra makes columns of its own, NoSetBits empty cells
		record.VerdictsFile: reflect.TypeFor[record.Verdict]().NumField(),
	}
	for _, f := range record.Describe() {
		if len(f.Columns) != fields[f.File] {
			t.Errorf("%s: %d columns, want %d", f.File, len(f.Columns), fields[f.File])
		}
		for _, c := range f.Columns {
			if c.Doc == "" || !strings.Contains(index, fmt.Sprintf("| %s | %s |", c.Name, c.Doc)) {
				t.Errorf("%s: column %s is not explained", f.File, c.Name)
			}
		}
	}
}

// TestFurtherColumnsAreExplained looks for the counts that variants add to counts.csv
// in the committed record.
func TestFurtherColumnsAreExplained(t *testing.T) {
	files, err := filepath.Glob("../../../results/*/counts.csv")
	if err != nil || len(files) == 0 {
		t.Fatalf("the committed record: %v", err)
	}
	text := catalogue.Default().Say("columns.further")
	for _, f := range record.Describe() {
		for _, c := range f.Columns {
			text += " `" + c.Name + "`"
		}
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		header, _, _ := strings.Cut(string(data), "\n")
		for _, name := range strings.Split(header, ",") {
			if !strings.Contains(text, "`"+name+"`") {
				t.Errorf("%s: column %s is not explained", file, name)
			}
		}
	}
}

// TestBench holds FF-58 and the rules that benchstat needs.
func TestBench(t *testing.T) {
	e := sample()
	theory, measured, err := Bench(&e)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := bytes.Count(theory, []byte("\n")), bytes.Count(measured, []byte("\n")); a != b || a != 32 {
		t.Errorf("%d and %d lines, want 2 units and 30 rows in both", a, b)
	}
	for name, data := range map[string][]byte{"theory": theory, "measured": measured} {
		if bytes.Contains(data, []byte("assume=")) {
			t.Errorf("%s: says what to assume", name)
		}
		r := benchfmt.NewReader(bytes.NewReader(data), name)
		units := 0
		for r.Scan() {
			switch rec := r.Result().(type) {
			case *benchfmt.UnitMetadata:
				units++
			case *benchfmt.Result:
				checkBenchName(t, rec.Name.String())
				if len(rec.Config) > 0 {
					t.Errorf("%s: configuration line %s splits benchstat's tables", name, rec.Config[0].Key)
				}
			default:
				t.Errorf("%s: %v", name, rec)
			}
		}
		if err := r.Err(); err != nil || units != 2 {
			t.Errorf("%s: %v, %d units", name, err, units)
		}
	}
}

var keyValue = regexp.MustCompile(`^[a-z]+=[^/\s]+$`)

func checkBenchName(t *testing.T, name string) {
	t.Helper()
	if regexp.MustCompile(`-[0-9]+$`).MatchString(name) {
		t.Errorf("%s ends in -digits", name)
	}
	for _, part := range strings.Split(name, "/")[1:] {
		if !keyValue.MatchString(part) {
			t.Errorf("%s: part %q is not key=value", name, part)
		}
	}
}

func TestSplice(t *testing.T) {
	page := []byte("a\n" + beginMarker + "\nold\n" + endMarker + "\nb\n")
	once, err := Splice(page, "new\n")
	if err != nil || string(once) != "a\n"+beginMarker+"\nnew\n"+endMarker+"\nb\n" {
		t.Errorf("%q, %v", once, err)
	}
	if twice, err := Splice(once, "new\n"); err != nil || !bytes.Equal(once, twice) {
		t.Errorf("a second time: %q, %v", twice, err)
	}
	for _, bad := range []string{"", beginMarker, endMarker + beginMarker} {
		if _, err := Splice([]byte(bad), "x"); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}
