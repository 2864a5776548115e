package compare_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"
)

var update = flag.Bool("update", false, "write the table of planted regressions into the README")

// recording is real timings of one and the same code: rounds of ten benchmarks, interleaved in a fresh random order each
// round, two of them timed twice under names that differ in aa=a and aa=b.
type recording struct {
	names  []string
	rounds [][]float64 // ns/op, by round and name
}

// readRecording reads a file of testdata.
func readRecording(t *testing.T, name string) recording {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var rec recording
	column, seen := map[string]int{}, map[string]int{}
	for r := benchfmt.NewReader(bytes.NewReader(data), name); r.Scan(); {
		res := r.Result().(*benchfmt.Result)
		n := res.Name.String()
		if _, ok := column[n]; !ok {
			column[n] = len(rec.names)
			rec.names = append(rec.names, n)
		}
		round := seen[n]
		if seen[n]++; round == len(rec.rounds) {
			rec.rounds = append(rec.rounds, make([]float64, 10))
		}
		rec.rounds[round][column[n]] = res.Values[0].OrigValue
	}
	return rec
}

// plant is what is wrong with the new code.
type plant struct {
	slower float64 // the time of one row is longer by this
	counts int     // so many false positives more of a million in one row
	row    int
}

// deal makes an old and a new file of consecutive rounds of a recording, as make regress does: two by two, and which of
// the two is old by the toss of a coin. In blocks the old ones are the first half instead.
func (rec recording) deal(r *rand.Rand, rounds int, blocks bool, p plant) (old, new string) {
	start := r.IntN(len(rec.rounds) - 2*rounds + 1)
	var files [2]strings.Builder
	for side := range files {
		fmt.Fprint(&files[side], "machine: recorded\nUnit fpr better=lower assume=exact\n")
	}
	for i := range rounds {
		first := r.IntN(2)
		for side := range files {
			at := start + 2*i + (side ^ first)
			if blocks {
				at = start + i + side*rounds
			}
			rec.write(&files[side], at, side == 1, p)
		}
	}
	return files[0].String(), files[1].String()
}

// write appends a round, with what is planted if it is one of the new code.
func (rec recording) write(b *strings.Builder, round int, isNew bool, p plant) {
	for j, ns := range rec.rounds[round] {
		positives := 8194
		if isNew && j == p.row {
			ns *= 1 + p.slower
			positives += p.counts
		}
		fmt.Fprintf(b, "Benchmark%s 1 %v ns/op %v fpr\n", rec.names[j], ns, float64(positives)/1e6)
	}
}

// tried is what came of some comparisons.
type tried struct {
	caught int     // the planted row failed the gate
	alarms int     // a row with nothing planted did
	floor  float64 // mean
}

// comparisons is how many are tried for each share in the table.
const comparisons = 100

// try plants p in one row after the other that is no control.
func (rec recording) try(t *testing.T, rounds int, blocks bool, p plant) tried {
	t.Helper()
	r := rand.New(rand.NewPCG(1, uint64(rounds)))
	var out tried
	for range comparisons {
		p.row = rec.target(r)
		old, new := rec.deal(r, rounds, blocks, p)
		result := compared(t, old, new)
		alarms := 0
		for _, row := range result.Rows {
			planted := row.Name == rec.names[p.row] && (p.slower > 0 && row.Unit == "ns/op" || p.counts > 0 && row.Unit == "fpr")
			switch {
			case !row.Regression():
			case planted:
				out.caught++
			default:
				alarms = 1
			}
		}
		out.alarms += alarms
		out.floor += result.Rows[0].Floor / comparisons
	}
	return out
}

// target is a row that is no control.
func (rec recording) target(r *rand.Rand) int {
	for {
		if i := r.IntN(len(rec.names)); !strings.Contains(rec.names[i], "/aa=") {
			return i
		}
	}
}

// noise is a way of timing: on a calm or busy machine, alternated or not.
type noise struct {
	words  string
	file   string
	blocks bool
	rounds int
}

// noises are the rows of the table.
var noises = []noise{
	{"calm, alternated", "calm.txt", false, 10}, {"calm, alternated", "calm.txt", false, 20},
	{"busy, alternated", "busy.txt", false, 10}, {"busy, alternated", "busy.txt", false, 20},
	{"calm, first old, then new", "calm.txt", true, 10}, {"calm, first old, then new", "calm.txt", true, 20},
}

// line plants in timings of this kind and returns a line of the table.
func (n noise) line(t *testing.T) string {
	rec := readRecording(t, n.file)
	counted := rec.try(t, n.rounds, n.blocks, plant{counts: 1})
	var b strings.Builder
	fmt.Fprintf(&b, "| %s | %d | %.1f %% |", n.words, n.rounds, 100*counted.floor)
	for _, slower := range []float64{0.03, 0.1, 0.3} {
		fmt.Fprintf(&b, " %s |", share(rec.try(t, n.rounds, n.blocks, plant{slower: slower}).caught))
	}
	fmt.Fprintf(&b, " %s | %s |\n", share(counted.caught), share(counted.alarms))
	if counted.caught != comparisons {
		t.Errorf("one false positive more: caught in %d of %d comparisons", counted.caught, comparisons)
	}
	if float64(counted.alarms) > levels.Alpha*comparisons && !n.blocks {
		t.Errorf("%d of %d comparisons cry wolf: more than alpha", counted.alarms, comparisons)
	}
	return b.String()
}

func share(n int) string { return fmt.Sprintf("%.3g %%", 100*float64(n)/comparisons) }

// The README's table of planted regressions is what comes out here: how often the gate sees what is planted, and how
// often it sees what is not.
func TestPlantedRegressions(t *testing.T) {
	if testing.Short() {
		t.Skip("makes 2,400 comparisons")
	}
	lines := make([]string, len(noises))
	t.Run("noise", func(t *testing.T) {
		for i, n := range noises {
			t.Run(fmt.Sprintf("%s, %d rounds", n.words, n.rounds), func(t *testing.T) {
				t.Parallel()
				lines[i] = n.line(t)
			})
		}
	})
	table := "| machine | rounds a side | floor | 3 % slower | 10 % slower | 30 % slower | one false positive more in 1e6 queries | nothing planted |\n" +
		"|---|---|---|---|---|---|---|---|\n" + strings.Join(lines, "")
	const path, begin, end = "../../../README.md", "<!-- runexp compare: begin -->\n", "<!-- runexp compare: end -->"
	readme, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(readme), begin)
	was, after, ok2 := strings.Cut(rest, end)
	switch {
	case !ok || !ok2:
		t.Fatalf("%s has no place for the table:\n%s", path, table)
	case was == table:
	case *update:
		if err := os.WriteFile(path, []byte(before+begin+table+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is stale; `go test ./experiments/internal/compare -update` writes\n%s", path, table)
	}
}
