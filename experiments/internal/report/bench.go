package report

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// The files that benchstat compares.
const (
	TheoryFile   = "theory.txt"
	MeasuredFile = "measured.txt"
)

// Bench writes an experiment's theory and measurements in Go's benchmark
// format, a line a row of counts.csv in both, so that
//
//	go tool benchstat theory.txt measured.txt
//
// prints them side by side. There are no configuration lines: a seed or a date
// that differed would split benchstat's tables. Nothing is declared exact, since
// filters differ. benchstat's p is not the test of agreement, which has to know
// the spread between filters; verdicts.csv is.
func Bench(e *Experiment) (theory, measured []byte, err error) {
	var a, b bytes.Buffer
	t, m := benchfmt.NewWriter(&a), benchfmt.NewWriter(&b)
	for _, w := range []*benchfmt.Writer{t, m} {
		if err := record.WriteBenchUnits(w, record.BenchUnit{Name: "fpr"}, record.BenchUnit{Name: "bits/key"}); err != nil {
			return nil, nil, err
		}
	}
	for i := range e.Cells {
		c := &e.Cells[i]
		name := benchfmt.Name(benchName(&c.Row))
		for j := range c.Counts {
			row := &c.Counts[j]
			iters := int(min(row.Queries, math.MaxInt))
			err := t.Write(&benchfmt.Result{Name: name, Iters: iters, Values: theoryValues(&c.Row, row)})
			if err != nil {
				return nil, nil, err
			}
			if err := m.Write(&benchfmt.Result{Name: name, Iters: iters, Values: measuredValues(&c.Row, row)}); err != nil {
				return nil, nil, err
			}
		}
	}
	return a.Bytes(), b.Bytes(), nil
}

// countsSetBits reports whether both files have set bits for a row.
func countsSetBits(c *record.Cell, row *record.Count) bool {
	return !math.IsNaN(c.TheorySetBits) && !row.NoSetBits
}

func theoryValues(c *record.Cell, row *record.Count) []benchfmt.Value {
	values := []benchfmt.Value{{Value: c.TheoryFPR, Unit: "fpr"}, {Value: c.BitsPerKey, Unit: "bits/key"}}
	if countsSetBits(c, row) {
		values = append(values, benchfmt.Value{Value: c.TheorySetBits, Unit: "set-bits"})
	}
	return values
}

// measuredValues are rounded as the theory beside them; counts.csv has the counts.
func measuredValues(c *record.Cell, row *record.Count) []benchfmt.Value {
	trials := float64(row.Trials)
	values := []benchfmt.Value{
		{Value: float64(row.FalsePositives) / float64(max(row.Queries, 1)), Unit: "fpr"},
		{Value: float64(row.FilterBits) / trials / float64(c.Capacity), Unit: "bits/key"},
	}
	if countsSetBits(c, row) {
		values = append(values, benchfmt.Value{Value: float64(row.SetBits) / trials, Unit: "set-bits"})
	}
	for i := range values {
		values[i].Value = record.Round(values[i].Value, record.TheoryDigits)
	}
	return values
}

// benchName is key=value joined by slashes. The id stands last: it is hex, so
// that no name ends in -digits, which readers would take for a GOMAXPROCS.
func benchName(c *record.Cell) string {
	return strings.Join([]string{"Query",
		"variant=" + record.BenchWord(c.Variant), "scheme=" + record.BenchWord(c.Scheme), "keys=" + record.BenchWord(c.Keys),
		"n=" + strconv.FormatUint(c.N, 10), "bits=" + strconv.FormatUint(c.Bits, 10), "k=" + strconv.Itoa(c.K), "cell=" + c.ID}, "/")
}
