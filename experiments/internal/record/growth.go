package record

import (
	"bytes"
	"slices"
	"strings"

	"github.com/filterlab/filterlab/experiments/internal/stats"
)

// Growth is one row of a file that tells how time and memory of the program grow
// with n: one process that made one filter of n keys, asked for all of them, and
// counted false positives among as many absent keys.
type Growth struct {
	N              uint64
	Variant        string
	Scheme         string
	Round          uint64 // from 1
	FilterBits     uint64
	AllocatedBits  uint64
	Queries        uint64
	FalsePositives uint64
	ElapsedNS      uint64 // on the wall, from start to end of the process
	CPUNS          uint64
	PeakBytes      uint64 // most that the process held at once; 0 where the system does not tell
}

// GrowthColumns lists the columns of such a file in order.
func GrowthColumns() []Column[Growth] {
	type G = Growth
	return []Column[G]{
		count("n", "distinct keys in the filter", func(g *G) *uint64 { return &g.N }),
		text("variant", "kind of filter", false, func(g *G) *string { return &g.Variant }),
		text("scheme", "hash function + probing", false, func(g *G) *string { return &g.Scheme }),
		count("round", "from 1; in a round every n of every variant has one process", func(g *G) *uint64 { return &g.Round }),
		count("filter_bits", "bits by the variant's formula; counted, equal everywhere", func(g *G) *uint64 { return &g.FilterBits }),
		count("allocated_bits", "bits of all memory that answering touches; counted, equal everywhere", func(g *G) *uint64 { return &g.AllocatedBits }),
		count("queries", "absent keys asked for, as many as are in", func(g *G) *uint64 { return &g.Queries }),
		count("false_positives", "absent keys that the filter took for members; counted, equal everywhere", func(g *G) *uint64 { return &g.FalsePositives }),
		count("elapsed_ns", "time on the wall from the start of the process to its end", func(g *G) *uint64 { return &g.ElapsedNS }),
		count("cpu_ns", "processor time of the process", func(g *G) *uint64 { return &g.CPUNS }),
		count("peak_bytes", "most memory that the process held at once; 0 where the system does not tell", func(g *G) *uint64 { return &g.PeakBytes }),
	}
}

// EncodeGrowth writes such a file.
func EncodeGrowth(rows []Growth) ([]byte, error) { return encode(GrowthColumns(), rows) }

// DecodeGrowth reads one; file is the name that errors carry.
func DecodeGrowth(file string, data []byte) ([]Growth, error) {
	return decode(file, data, GrowthColumns())
}

// DescribeGrowth returns the columns of such a file for a README.
func DescribeGrowth() []Described { return describe(GrowthColumns()) }

// IsGrowth reports whether a file among timings is of this kind, by its header.
func IsGrowth(data []byte) bool {
	header, _, _ := bytes.Cut(data, []byte("\n"))
	return string(header) == strings.Join(names(GrowthColumns()), ",")
}

// Grown is what the processes of one n and variant come to.
type Grown struct {
	Growth          // PeakBytes is the most of all rounds
	Seconds float64 // median of the rounds
	Least   float64 // and the ends of their range
	Most    float64
}

// SumGrowth joins the rounds, in the order in which n and variants turn up.
func SumGrowth(rows []Growth) []Grown {
	var out []Grown
	var times [][]float64
	for i := range rows {
		r := &rows[i]
		at := slices.IndexFunc(out, func(g Grown) bool { return g.N == r.N && g.Variant == r.Variant })
		if at < 0 {
			at = len(out)
			out, times = append(out, Grown{Growth: *r}), append(times, nil)
		}
		out[at].PeakBytes = max(out[at].PeakBytes, r.PeakBytes)
		times[at] = append(times[at], float64(r.ElapsedNS)/1e9)
	}
	for i := range out {
		out[i].Seconds, out[i].Least, out[i].Most = stats.Median(times[i]), slices.Min(times[i]), slices.Max(times[i])
	}
	return out
}
