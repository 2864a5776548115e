package timing

import (
	"bytes"
	"math"
	"strconv"

	"golang.org/x/perf/benchfmt"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// units are those of the benchmark file. Exact ones are counts that are equal in all
// rounds; they stand on the line of a benchmark's first sample.
func units() []record.BenchUnit {
	return []record.BenchUnit{{Name: "ns/op"}, {Name: "lines"}, {Name: "limit-ratio"},
		{Name: "fpr", Exact: true}, {Name: "bits/key", Exact: true}, {Name: "B/op", Exact: true}, {Name: "false-negatives", Exact: true}}
}

// Text writes rows in Go's benchmark format, a line a sample that counts, in
// rounds. config is what two files must share to be compared: processor, system.
func Text(rows []record.Timing, procs int, config []benchfmt.Config) ([]byte, error) {
	var out bytes.Buffer
	w := benchfmt.NewWriter(&out)
	if err := record.WriteBenchUnits(w, units()...); err != nil {
		return nil, err
	}
	told := map[string]bool{}
	for i := range rows {
		t := &rows[i]
		if t.Status != record.StatusOK || math.IsNaN(t.NSPerOp) {
			continue
		}
		name := t.Name
		if procs > 1 {
			name += "-" + strconv.Itoa(procs)
		}
		result := &benchfmt.Result{Name: benchfmt.Name(name), Iters: int(min(t.Ops, math.MaxInt)), Values: values(t, !told[t.Name]), Config: config}
		if err := w.Write(result); err != nil {
			return nil, err
		}
		told[t.Name] = true
	}
	return out.Bytes(), nil
}

// values are the figures of a sample, without those that it has not, and what was
// counted of the filter where facts is set. Six digits are more than a time has.
func values(t *record.Timing, facts bool) []benchfmt.Value {
	var out []benchfmt.Value
	put := func(value float64, digits int, unit string) {
		if !math.IsNaN(value) {
			out = append(out, benchfmt.Value{Value: record.Round(value, digits), Unit: unit})
		}
	}
	put(t.NSPerOp, record.VerdictDigits, "ns/op")
	put(t.Lines, record.VerdictDigits, "lines")
	put(t.LimitRatio, record.VerdictDigits, "limit-ratio")
	if reference(t.Op) || !facts {
		return out
	}
	if t.HasQueries() {
		put(t.FPR(), record.TheoryDigits, "fpr")
	}
	put(t.BitsPerKey, record.TheoryDigits, "bits/key")
	put(float64(t.BytesPerOp), record.TheoryDigits, "B/op")
	put(float64(t.FalseNegatives), record.TheoryDigits, "false-negatives")
	return out
}
