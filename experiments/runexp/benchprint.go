package runexp

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/timing"
)

// printBench prints the medians, how quiet it was, and where the files are.
func (s *call) printBench(f *benchFlags, t *benchTarget) error {
	rows := record.SumTimings(t.rows)
	var err error
	endings := ".txt, .csv, .json"
	switch {
	case f.front:
		err = s.printFront(t, rows)
	case f.audited:
		endings = ".csv, .json"
		err = s.printSpeeds(t.rows)
	default:
		err = printMedians(s.out, rows)
	}
	if err != nil {
		return err
	}
	run := t.file.Runs[len(t.file.Runs)-1]
	fmt.Fprintf(s.out, "\n! more than half of the samples carry a warning; a reading of the clock takes %.3g ns\n", run.ClockNS)
	for _, x := range run.Sizes {
		if x.AAPairs > 0 {
			fmt.Fprintf(s.out, "n = %s: %d pairs of equal rows are apart by %s in the middle and %s at worst; processor time %.3g of wall time; %d of %d blocks repeated\n",
				timing.Count(x.N), x.AAPairs, inPercent(x.AAMedian), inPercent(x.AAWorst), x.CPUShare, x.Repeated, x.Blocks)
		}
	}
	for _, w := range run.Warnings {
		fmt.Fprintf(s.out, "warning: %s\n", w)
	}
	_, err = fmt.Fprintf(s.out, "%s%s\n", t.base, endings)
	return err
}

// what is the part of a name that says what was timed.
func what(b *record.Timed) string {
	parts := []string{b.Op}
	for _, p := range []string{b.From, b.Figure, b.Cache} {
		if p != "" && p != timing.Throughput && p != timing.Warm {
			parts = append(parts, p)
		}
	}
	if b.Hits != "" {
		parts = append(parts, "hits="+b.Hits)
	}
	if b.Goroutines > 1 {
		parts = append(parts, fmt.Sprintf("goroutines=%d", b.Goroutines))
	}
	return strings.Join(parts, " ")
}

// printMedians prints, for every n, a table of operations down and contestants
// across, and one of what they are held against.
func printMedians(w io.Writer, rows []record.Timed) error {
	var sizes []uint64
	for i := range rows {
		b := &rows[i]
		if !slices.Contains(sizes, b.N) {
			sizes = append(sizes, b.N)
		}
	}
	for _, n := range sizes {
		if _, err := fmt.Fprintf(w, "n = %s, ns an operation (times the limit), medians\n", timing.Count(n)); err != nil {
			return err
		}
		if err := mediansAt(rows, n).write(w, "table"); err != nil {
			return err
		}
		if err := referencesAt(rows, n).write(w, "table"); err != nil {
			return err
		}
	}
	return nil
}

// mediansAt is the table of the contestants at one n.
func mediansAt(rows []record.Timed, n uint64) *grid {
	var names, labels []string
	var shown []*record.Timed
	cells := map[[2]string]string{}
	for i := range rows {
		b := &rows[i]
		if b.N != n || b.Variant == "" {
			continue
		}
		name, label := b.Contestant(), what(b)
		shown = append(shown, b)
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		if !slices.Contains(labels, label) {
			labels = append(labels, label)
		}
		cells[[2]string{label, name}] = figure(b)
		if b.Queries > 0 && asksDigests(b) {
			cells[[2]string{"fpr", name}] = fmt.Sprintf("%.3g", b.FPR())
			cells[[2]string{"bits/key", name}] = fmt.Sprintf("%.4g", b.BitsPerKey)
		}
	}
	short := record.ShortNames(shown)
	g := &grid{header: []string{"operation"}}
	for _, name := range names {
		g.header = append(g.header, short[name])
	}
	for _, label := range append(labels, "fpr", "bits/key") {
		row := []string{label}
		for _, name := range names {
			row = append(row, cells[[2]string{label, name}])
		}
		g.rows = append(g.rows, row)
	}
	return g
}

// asksDigests reports whether the filter of b holds the keys that most rows use.
func asksDigests(b *record.Timed) bool { return b.From == timing.Digest || b.From == timing.Bytes8 }

// referencesAt is the table of the empty loops, the hashes and the limit at one n.
func referencesAt(rows []record.Timed, n uint64) *grid {
	g := &grid{header: []string{"reference", "ns"}}
	for i := range rows {
		b := &rows[i]
		if b.N != n || b.Variant != "" || b.Hits == "50" || b.Hits == "100" {
			continue
		}
		_, name, _ := strings.Cut(b.Name, "/")
		name = strings.Replace(name, "/n="+timing.Count(n), "", 1)
		for _, usual := range []string{"op=", "/hits=0", "/figure=throughput", "/cache=warm", "/goroutines=1"} {
			name = strings.Replace(name, usual, "", 1)
		}
		g.rows = append(g.rows, []string{b.Op + " " + strings.ReplaceAll(name, "/", " "), inDigits(b.NS, 3)})
	}
	return g
}

// figure is the cell of a table: the median, the ratio to the limit, and a mark
// where more than half of the samples carry a warning.
func figure(b *record.Timed) string {
	if math.IsNaN(b.NS) {
		return ""
	}
	text := inDigits(b.NS, 3)
	if !math.IsNaN(b.Limit) {
		text += " (" + inDigits(b.Limit, 2) + ")"
	}
	if 2*b.Warned > b.Samples {
		text += " !"
	}
	return text
}

// inPercent writes a share with two digits, and whole from 100 % on: never as 1.2e+02.
func inPercent(x float64) string {
	if x >= 0.995 {
		return fmt.Sprintf("%.0f%%", 100*x)
	}
	return fmt.Sprintf("%.2g%%", 100*x)
}

// inDigits writes a figure with so many digits, and whole where it has more before its
// point.
func inDigits(x float64, n int) string {
	if text := strconv.FormatFloat(x, 'g', n, 64); !strings.Contains(text, "e+") {
		return text
	}
	return strconv.FormatFloat(x, 'f', 0, 64)
}
