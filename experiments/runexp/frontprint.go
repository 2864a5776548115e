package runexp

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/timing"
)

// frontRows makes the table of a front of the medians.
func frontRows(rows []record.Timed) []record.Front {
	var out []record.Front
	index := map[string]int{}
	for i := range rows {
		b := &rows[i]
		match, target, ok := frontParam(b.Name)
		if !ok || b.Variant == "" {
			continue
		}
		key := b.Contestant() + timing.Count(b.N)
		i, there := index[key]
		if !there {
			i = len(out)
			index[key] = i
			missing := math.NaN()
			out = append(out, record.Front{N: b.N, Match: match, Target: target, Variant: b.Variant, Scheme: b.Scheme, BitsPerKey: missing,
				FPR: missing, Absent: missing, Present: missing, Batch: missing, BatchAll: missing, OnFront: "no", Status: record.StatusOK})
		}
		out[i] = withFigure(out[i], b)
	}
	for i := range out {
		out[i].Status = frontStatus(&out[i])
		if onFront(out, i) {
			out[i].OnFront = "yes"
		}
	}
	slices.SortStableFunc(out, func(a, b record.Front) int { return cmp.Compare(a.N, b.N) })
	return out
}

// withFigure puts the median of b into its column.
func withFigure(f record.Front, b *record.Timed) record.Front {
	if b.Queries > 0 {
		f.Params, f.K, f.BitsPerKey, f.FPR = b.Params, b.K, b.BitsPerKey, b.FPR()
	}
	switch {
	case b.Op == timing.Contains && b.Hits == "0":
		f.Absent = b.NS
	case b.Op == timing.Contains:
		f.Present = b.NS
	case b.Op == timing.ContainsBatch && b.Hits == "0":
		f.Batch = b.NS
	case b.Op == timing.ContainsBatch:
		f.BatchAll = b.NS
	}
	return f
}

// frontStatus says where a row is not at its target.
func frontStatus(f *record.Front) string {
	got := f.FPR
	if f.Match == matchBits {
		got = f.BitsPerKey
	}
	if apart := got/f.Target - 1; !(math.Abs(apart) <= frontNear) {
		return fmt.Sprintf("%s is %+.0f %% of the target away", f.Match, 100*apart)
	}
	return record.StatusOK
}

// speed is the best that absent keys cost.
func speed(f *record.Front) float64 {
	if f.Batch < f.Absent {
		return f.Batch
	}
	return f.Absent
}

// onFront reports whether no other row of the same n is at least as good in all and
// better in one.
func onFront(rows []record.Front, i int) bool {
	a := &rows[i]
	for j := range rows {
		b := &rows[j]
		if j == i || b.N != a.N {
			continue
		}
		asGood := b.BitsPerKey <= a.BitsPerKey*(1+record.SameBits) && b.FPR <= a.FPR*(1+record.SameRate) && speed(b) <= speed(a)*(1+record.SameSpeed)
		better := b.BitsPerKey*(1+record.SameBits) < a.BitsPerKey || b.FPR*(1+record.SameRate) < a.FPR || speed(b)*(1+record.SameSpeed) < speed(a)
		if asGood && better {
			return false
		}
	}
	return !math.IsNaN(speed(a))
}

// printFront prints the table and writes it as CSV and Markdown.
func (s *call) printFront(t *benchTarget, rows []record.Timed) error {
	table := frontRows(rows)
	data, err := record.EncodeFront(table)
	if err != nil {
		return err
	}
	if err := record.WriteFile(t.base+record.FrontSuffix+".csv", data); err != nil {
		return err
	}
	g := frontGrid(table)
	if err := record.WriteFile(t.base+record.FrontSuffix+".md", []byte(frontPage(g, t))); err != nil {
		return err
	}
	if err := g.write(s.out, "table"); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "%s-front.csv, .md\n", t.base)
	return err
}

// frontGrid is the table for people.
func frontGrid(table []record.Front) *grid {
	g := &grid{header: []string{"n", "equal", "at", "variant", "bits/key", "fpr", "absent", "present", "batch_absent", "batch_present", "front", "note"}}
	ns := func(x float64) string {
		if math.IsNaN(x) {
			return ""
		}
		return fmt.Sprintf("%.3g", x)
	}
	for i := range table {
		f := &table[i]
		note := f.Status
		if note == record.StatusOK {
			note = ""
		}
		front := ""
		if f.OnFront == "yes" {
			front = "*"
		}
		g.rows = append(g.rows, []string{timing.Count(f.N), f.Match, plainNumber(f.Target), f.Variant, fmt.Sprintf("%.4g", f.BitsPerKey), fmt.Sprintf("%.3g", f.FPR),
			ns(f.Absent), ns(f.Present), ns(f.Batch), ns(f.BatchAll), front, note})
	}
	return g
}

// frontPage is the table as Markdown.
func frontPage(g *grid, t *benchTarget) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Speed against rate and memory, %s\n\n", t.file.MachineID)
	b.WriteString("Filters at equal measured false-positive rates, and at equal bits a key; never at equal requested rates. Times are medians in ns a\nkey, digests made before; they hold for this machine only, the rates and bits everywhere. `*`: nothing else in the table has\nno more bits, no higher rate and is no slower for absent keys (the quicker of single and batch), and is better in one of them.\n")
	fmt.Fprintf(&b, "Bits within %g %%, rates within %g %% and times within %g %% count as equal.\n\n", record.Tolerances()...)
	line := func(cells []string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	line(g.header)
	rule := make([]string, len(g.header))
	for i := range rule {
		rule[i] = "---"
	}
	line(rule)
	for _, row := range g.rows {
		line(row)
	}
	return b.String()
}
