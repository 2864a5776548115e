package record

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// timingLine is one line of a file of timings: a benchmark, and its samples of one
// run. A column of samples joins them in the order in which they were taken; where
// all are equal they are written once, but for the rounds, of which there is one a
// sample.
type timingLine struct {
	Timing                                             // without what is a sample's
	rounds, attempts, ops, elapsed, cpu, notes, states string
}

// between joins the samples of a column.
const between = "|"

// timingColumns lists the columns of a file of timings in order.
func timingColumns() []Column[timingLine] {
	type L = timingLine
	return []Column[L]{
		text("name", "name in the benchmark file beside it, without the suffix for processors", false, func(l *L) *string { return &l.Name }),
		text("op", "what is timed; one operation is one key", false, func(l *L) *string { return &l.Op }),
		text("variant", "kind of filter; empty for the references Empty, Hash, Limit", true, func(l *L) *string { return &l.Variant }),
		text("scheme", "hash function + probing", true, func(l *L) *string { return &l.Scheme }),
		text("params", "the variant's parameters in force", true, func(l *L) *string { return &l.Params }),
		small("k", "probes; for Limit the lines read a key", func(l *L) *int { return &l.K }),
		count("n", "distinct keys in the filter", func(l *L) *uint64 { return &l.N }),
		text("from", "what an operation starts from: digest (made before), or bytes8, bytes16, bytes64 (hashing included)", true, func(l *L) *string { return &l.From }),
		text("hits", "percent of present keys among those asked for; empty where nothing is asked", true, func(l *L) *string { return &l.Hits }),
		text("figure", "throughput: operations independent; latency: each waits for the answer of the one before", true, func(l *L) *string { return &l.Figure }),
		text("cache", "warm, or cold: the caches are flushed before each burst", true, func(l *L) *string { return &l.Cache }),
		small("goroutines", "how many work at once, each on a processor of its own", func(l *L) *int { return &l.Goroutines }),
		text("aa", "a or b: one of a pair of equal rows that shows the noise", true, func(l *L) *string { return &l.AA }),
		count("false_positives", "of absent keys asked for before the timing, those timed among them", func(l *L) *uint64 { return &l.FalsePositives }),
		count("queries", "absent keys asked for; fpr = false_positives / queries; 0: not asked", func(l *L) *uint64 { return &l.Queries }),
		count("false_negatives", "accepted keys not found; anything but 0 is an error", func(l *L) *uint64 { return &l.FalseNegatives }),
		count("bytes_per_op", "bytes allocated an operation, rounded down", func(l *L) *uint64 { return &l.BytesPerOp }),
		float("bits_per_key", "bits by the variant's formula over n (9 digits; empty for references)", TheoryDigits, true, func(l *L) *float64 { return &l.BitsPerKey }),
		count("allocated_bits", "bits of all memory that answering touches; for Limit of the table", func(l *L) *uint64 { return &l.AllocatedBits }),
		count("huge_bytes", "bytes in huge pages that the process gained with this filter", func(l *L) *uint64 { return &l.HugeBytes }),
		count("pool_keys", "keys in the list that is walked through, sample after sample", func(l *L) *uint64 { return &l.PoolKeys }),
		float("line_ns", "time of reading one random cache line in as many bytes (6 digits); elapsed_ns / ops / line_ns is the figure in lines", VerdictDigits, true, func(l *L) *float64 { return &l.LineNS }),
		float("limit_ns", "least time for the lines that the answer needs (6 digits); elapsed_ns / ops / limit_ns is the ratio to the limit", VerdictDigits, true, func(l *L) *float64 { return &l.LimitNS }),
		text("round", "from 1; in a round every row is timed once, in random order; 0: no sample. This column and those that follow hold all samples, joined by |; one value where all are equal", false, func(l *L) *string { return &l.rounds }),
		text("attempt", "from 1; a block of rows is repeated when the limit moved around it", false, func(l *L) *string { return &l.attempts }),
		text("ops", "operations in this sample", false, func(l *L) *string { return &l.ops }),
		text("elapsed_ns", "wall time of the sample", false, func(l *L) *string { return &l.elapsed }),
		text("cpu_ns", "processor time of its threads; 0 where the system does not tell", false, func(l *L) *string { return &l.cpu }),
		text("warnings", "what makes the figure doubtful, joined by spaces; empty is nothing", true, func(l *L) *string { return &l.notes }),
		text("status", "ok, superseded (the block was repeated), or why there is no sample", false, func(l *L) *string { return &l.states }),
	}
}

// DescribeTimings returns the columns of a file of timings for a README.
func DescribeTimings() []Described { return describe(timingColumns()) }

// EncodeTimings writes a file of timings: one line for the samples of a benchmark
// that stand together and agree in all that is counted.
func EncodeTimings(rows []Timing) ([]byte, error) {
	var lines []timingLine
	for len(rows) > 0 {
		n := 1
		for n < len(rows) && sameFacts(rows[0], rows[n]) {
			n++
		}
		line, err := lineOf(rows[:n])
		if err != nil {
			return nil, err
		}
		lines, rows = append(lines, line), rows[n:]
	}
	return encode(timingColumns(), lines)
}

// sameFacts reports whether two samples differ in what is a sample's alone.
func sameFacts(a, b Timing) bool {
	for _, x := range [][2]float64{{a.BitsPerKey, b.BitsPerKey}, {a.LineNS, b.LineNS}, {a.LimitNS, b.LimitNS}} {
		if x[0] != x[1] && !(math.IsNaN(x[0]) && math.IsNaN(x[1])) {
			return false
		}
	}
	return a.withoutSample() == b.withoutSample()
}

// withoutSample is t without what is a sample's, and without numbers that may be NaN.
func (t Timing) withoutSample() Timing {
	t.Round, t.Attempt, t.Ops, t.ElapsedNS, t.CPUNS, t.Warnings, t.Status = 0, 0, 0, 0, 0, "", ""
	t.NSPerOp, t.Lines, t.LimitRatio, t.BitsPerKey, t.LineNS, t.LimitNS = 0, 0, 0, 0, 0, 0
	return t
}

// lineOf is the line of samples of one benchmark.
func lineOf(rows []Timing) (timingLine, error) {
	line := timingLine{Timing: rows[0]}
	for i := range rows {
		for _, s := range []string{rows[i].Warnings, rows[i].Status} {
			if strings.Contains(s, between) {
				return line, fmt.Errorf("%s: %q: want text without %s", rows[i].Name, s, between)
			}
		}
	}
	number := func(of func(t *Timing) uint64) string {
		return joined(rows, func(t *Timing) string { return strconv.FormatUint(of(t), 10) })
	}
	var rounds []string
	for i := range rows {
		rounds = append(rounds, strconv.FormatUint(rows[i].Round, 10))
	}
	line.rounds = strings.Join(rounds, between)
	line.attempts = number(func(t *Timing) uint64 { return t.Attempt })
	line.ops = number(func(t *Timing) uint64 { return t.Ops })
	line.elapsed = number(func(t *Timing) uint64 { return t.ElapsedNS })
	line.cpu = number(func(t *Timing) uint64 { return t.CPUNS })
	line.notes = joined(rows, func(t *Timing) string { return t.Warnings })
	line.states = joined(rows, func(t *Timing) string { return t.Status })
	return line, nil
}

// joined is a column of samples.
func joined(rows []Timing, of func(t *Timing) string) string {
	values := make([]string, len(rows))
	for i := range rows {
		values[i] = of(&rows[i])
	}
	if !slices.ContainsFunc(values, func(v string) bool { return v != values[0] }) {
		return values[0]
	}
	return strings.Join(values, between)
}

// DecodeTimings reads what EncodeTimings writes and nothing else; file is the name
// that errors carry.
func DecodeTimings(file string, data []byte) ([]Timing, error) {
	lines, err := decode(file, data, timingColumns())
	if err != nil {
		return nil, err
	}
	var rows []Timing
	for i := range lines {
		samples, err := lines[i].samples()
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, i+2, err)
		}
		rows = append(rows, samples...)
	}
	again, err := EncodeTimings(rows)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if !bytes.Equal(data, again) {
		return nil, fmt.Errorf("%s:%d: not written as this program writes it", file, firstDifference(data, again))
	}
	return rows, nil
}

// samples takes the line apart.
func (l *timingLine) samples() ([]Timing, error) {
	rows := make([]Timing, strings.Count(l.rounds, between)+1)
	for i := range rows {
		rows[i] = l.Timing
	}
	for _, c := range []struct {
		name, cell string
		of         func(t *Timing) *uint64
	}{
		{"round", l.rounds, func(t *Timing) *uint64 { return &t.Round }},
		{"attempt", l.attempts, func(t *Timing) *uint64 { return &t.Attempt }},
		{"ops", l.ops, func(t *Timing) *uint64 { return &t.Ops }},
		{"elapsed_ns", l.elapsed, func(t *Timing) *uint64 { return &t.ElapsedNS }},
		{"cpu_ns", l.cpu, func(t *Timing) *uint64 { return &t.CPUNS }},
	} {
		err := apart(c.name, c.cell, rows, func(t *Timing, s string) (err error) { *c.of(t), err = parseUint(s); return err })
		if err != nil {
			return nil, err
		}
	}
	word := func(name, cell string, of func(t *Timing) *string) error {
		return apart(name, cell, rows, func(t *Timing, s string) error { *of(t) = s; return nil })
	}
	if err := word("warnings", l.notes, func(t *Timing) *string { return &t.Warnings }); err != nil {
		return nil, err
	}
	if err := word("status", l.states, func(t *Timing) *string { return &t.Status }); err != nil {
		return nil, err
	}
	for i := range rows {
		t := &rows[i]
		if t.NSPerOp = math.NaN(); t.Ops > 0 && t.ElapsedNS > 0 {
			t.NSPerOp = float64(t.ElapsedNS) / float64(t.Ops)
		}
		t.Hold(l.LineNS, l.LimitNS)
	}
	return rows, nil
}

// apart gives each row its part of a column of samples.
func apart(name, cell string, rows []Timing, set func(t *Timing, s string) error) error {
	values := strings.Split(cell, between)
	if len(values) != 1 && len(values) != len(rows) {
		return fmt.Errorf("column %s: %d values for %d rounds", name, len(values), len(rows))
	}
	for i := range rows {
		if err := set(&rows[i], values[i%len(values)]); err != nil {
			return fmt.Errorf("column %s: %w", name, err)
		}
	}
	return nil
}
