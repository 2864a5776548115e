package record

import (
	"fmt"
	"math"
	"strings"
)

// TimingsFolder is the folder of all timings below a folder of records; below it
// every machine has one of its own.
const TimingsFolder = "timings"

// Timing is one sample of one benchmark, or a benchmark that there is no sample of,
// with the reason as its status. Counted facts (false positives, bits) are of the
// filter that was timed and the same in all of its samples. A file of timings holds
// one line a benchmark: see EncodeTimings.
type Timing struct {
	Name       string // as in the benchmark file, without the number of processors
	Op         string
	Variant    string // empty for the references: Empty, Hash, Limit
	Scheme     string
	Params     string // canonical NAME=VALUE;...
	K          int
	N          uint64
	From       string // what an operation starts from: digest, bytes8, bytes16, bytes64
	Hits       string // percent of present keys; empty where nothing is asked
	Figure     string // throughput or latency
	Cache      string // warm or cold
	Goroutines int
	AA         string // a or b in the pairs of the control

	Round     uint64 // from 1; 0 where there is no sample
	Attempt   uint64 // from 1; a block is repeated when the limit moved around it
	Ops       uint64 // operations timed; one operation is one key
	ElapsedNS uint64
	CPUNS     uint64 // processor time of the threads that worked; 0 where unknown

	NSPerOp    float64 // ElapsedNS / Ops; NaN where nothing was measured
	Lines      float64 // NSPerOp / LineNS; NaN without either
	LimitRatio float64 // NSPerOp / LimitNS; NaN without either
	LineNS     float64 // time of reading one random cache line, to 6 digits
	LimitNS    float64 // the least that the lines it needs can take, to 6 digits

	FalsePositives uint64
	Queries        uint64 // absent keys behind FalsePositives
	FalseNegatives uint64
	BytesPerOp     uint64  // allocated, per operation, rounded down
	BitsPerKey     float64 // bits by the variant's formula over n; NaN for references
	AllocatedBits  uint64
	HugeBytes      uint64 // of the filter's memory that lies in huge pages
	PoolKeys       uint64 // distinct places in the list of keys asked for

	Warnings string // joined by spaces; empty is none
	Status   string // ok, superseded, or why there is no sample
}

// The statuses of rows with samples.
const (
	StatusSuperseded = "superseded" // its block was repeated
)

// FPR is the measured rate, NaN for rows without queries.
func (t *Timing) FPR() float64 { return float64(t.FalsePositives) / float64(t.Queries) }

// Hold computes the figures of t against what a line and the limit take.
func (t *Timing) Hold(lineNS, limitNS float64) {
	t.LineNS, t.LimitNS = Round(lineNS, VerdictDigits), Round(limitNS, VerdictDigits)
	t.Lines, t.LimitRatio = over(t.NSPerOp, t.LineNS), over(t.NSPerOp, t.LimitNS)
}

// over is a / b, or NaN where that is no finite number.
func over(a, b float64) float64 {
	if x := a / b; !math.IsInf(x, 0) {
		return x
	}
	return math.NaN()
}

// HasQueries reports whether t knows a false-positive rate.
func (t *Timing) HasQueries() bool { return t.Queries > 0 }

// TimingFile is the JSON beside a file of timings: who measured, on what, when,
// and how quiet it was. Its runs are those that were appended one after another.
type TimingFile struct {
	SchemaVersion int         `json:"schema_version"`
	Name          string      `json:"name"`
	MachineID     string      `json:"machine_id"` // slug of processor and number of cores
	Runs          []TimingRun `json:"runs"`
}

// TimingRun is one execution of the verb.
type TimingRun struct {
	Machine
	GOAMD64    string       `json:"goamd64,omitempty"`
	Kernel     string       `json:"kernel"`
	HugePages  string       `json:"huge_pages"` // the system's policy; "" where it does not tell
	Cores      int          `json:"cores"`
	MHz        []float64    `json:"mhz"`       // of every core, at the end
	PinnedTo   int          `json:"pinned_to"` // processor of the timing thread; -1: not pinned
	ClockNS    float64      `json:"clock_ns"`  // what reading the clock costs
	Profile    string       `json:"profile"`   // set of rows
	Seed       uint64       `json:"seed"`      // of keys and orders
	BenchTime  string       `json:"benchtime"` // a sample
	FirstRound uint64       `json:"first_round"`
	Rounds     uint64       `json:"rounds"`
	Command    []string     `json:"command"`
	Start      string       `json:"start"` // RFC 3339, UTC
	End        string       `json:"end"`
	Sizes      []TimingSize `json:"sizes"`
	Warnings   []string     `json:"warnings"`
	Incomplete string       `json:"incomplete,omitempty"` // what is missing, where the run was not finished
}

// TimingSize is what was seen around the rows of one n.
type TimingSize struct {
	N             uint64  `json:"n"`
	PoolKeys      uint64  `json:"pool_keys"`
	TableBytes    uint64  `json:"limit_table_bytes"`
	TableHuge     uint64  `json:"limit_table_huge_bytes"`
	ProcessHuge   uint64  `json:"process_huge_bytes"`
	AAMedian      float64 `json:"aa_median"` // relative difference of the pairs' medians
	AAWorst       float64 `json:"aa_worst"`
	AAPairs       int     `json:"aa_pairs"`
	CPUShare      float64 `json:"cpu_share"` // median over samples
	CPUShareWorst float64 `json:"cpu_share_worst"`
	Blocks        int     `json:"blocks"`
	Repeated      int     `json:"blocks_repeated"`
	Unsettled     int     `json:"blocks_unsettled"` // the limit moved around the last attempt too
}

// Encode writes f as EncodeJSON does.
func (f *TimingFile) Encode() ([]byte, error) { return EncodeJSON(f) }

// DecodeTimingFile reads it strictly.
func DecodeTimingFile(file string, data []byte) (TimingFile, error) {
	var f TimingFile
	if err := strictJSON(data, &f); err != nil {
		return f, fmt.Errorf("%s: %w", file, err)
	}
	if f.SchemaVersion != SchemaVersion {
		return f, fmt.Errorf("%s: schema_version %d: this program reads %d", file, f.SchemaVersion, SchemaVersion)
	}
	return f, nil
}

// Slug turns words into lower-case letters, digits and single dashes.
func Slug(words string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(words) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.TrimSuffix(b.String(), "-")
}
