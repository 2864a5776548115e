package record

import (
	"fmt"
	"strings"
)

// TimingsFolder is the folder of all timings below a folder of records; below it
// every machine has one of its own.
const TimingsFolder = "timings"

// Timing is one row of a file of timings: one sample of one benchmark, or a
// benchmark that there is no sample of, with the reason as its status. Counted
// facts (false positives, bits) are of the filter that was timed and the same in
// all of its samples.
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

	NSPerOp    float64 // NaN where nothing was measured
	Lines      float64 // NSPerOp over that of reading one random cache line
	LimitRatio float64 // NSPerOp over the least that the lines it needs can take

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

// HasQueries reports whether t knows a false-positive rate.
func (t *Timing) HasQueries() bool { return t.Queries > 0 }

// TimingColumns lists the columns of a file of timings in order.
func TimingColumns() []Column[Timing] {
	type T = Timing
	return []Column[T]{
		text("name", "name in the benchmark file beside it, without the suffix for processors", false, func(t *T) *string { return &t.Name }),
		text("op", "what is timed; one operation is one key", false, func(t *T) *string { return &t.Op }),
		text("variant", "kind of filter; empty for the references Empty, Hash, Limit", true, func(t *T) *string { return &t.Variant }),
		text("scheme", "hash function + probing", true, func(t *T) *string { return &t.Scheme }),
		text("params", "the variant's parameters in force", true, func(t *T) *string { return &t.Params }),
		small("k", "probes; for Limit the lines read a key", func(t *T) *int { return &t.K }),
		count("n", "distinct keys in the filter", func(t *T) *uint64 { return &t.N }),
		text("from", "what an operation starts from: digest (made before), or bytes8, bytes16, bytes64 (hashing included)", true, func(t *T) *string { return &t.From }),
		text("hits", "percent of present keys among those asked for; empty where nothing is asked", true, func(t *T) *string { return &t.Hits }),
		text("figure", "throughput: operations independent; latency: each waits for the answer of the one before", true, func(t *T) *string { return &t.Figure }),
		text("cache", "warm, or cold: the caches are flushed before each burst", true, func(t *T) *string { return &t.Cache }),
		small("goroutines", "how many work at once, each on a processor of its own", func(t *T) *int { return &t.Goroutines }),
		text("aa", "a or b: one of a pair of equal rows that shows the noise", true, func(t *T) *string { return &t.AA }),
		count("round", "from 1; in a round every row is timed once, in random order; 0: no sample", func(t *T) *uint64 { return &t.Round }),
		count("attempt", "from 1; a block of rows is repeated when the limit moved around it", func(t *T) *uint64 { return &t.Attempt }),
		count("ops", "operations in this sample", func(t *T) *uint64 { return &t.Ops }),
		count("elapsed_ns", "wall time of the sample", func(t *T) *uint64 { return &t.ElapsedNS }),
		count("cpu_ns", "processor time of its threads; 0 where the system does not tell", func(t *T) *uint64 { return &t.CPUNS }),
		float("ns_per_op", "elapsed_ns / ops (empty without a sample or where no time was seen to pass)", shortest, true, func(t *T) *float64 { return &t.NSPerOp }),
		float("lines", "ns_per_op over the time of reading one random cache line in as many bytes (6 digits)", VerdictDigits, true, func(t *T) *float64 { return &t.Lines }),
		float("limit_ratio", "ns_per_op over the least time for the lines that the answer needs (6 digits); times 100 it is percent of the limit", VerdictDigits, true, func(t *T) *float64 { return &t.LimitRatio }),
		count("false_positives", "of absent keys asked for before the timing, those timed among them", func(t *T) *uint64 { return &t.FalsePositives }),
		count("queries", "absent keys asked for; fpr = false_positives / queries; 0: not asked", func(t *T) *uint64 { return &t.Queries }),
		count("false_negatives", "accepted keys not found; anything but 0 is an error", func(t *T) *uint64 { return &t.FalseNegatives }),
		count("bytes_per_op", "bytes allocated an operation, rounded down", func(t *T) *uint64 { return &t.BytesPerOp }),
		float("bits_per_key", "bits by the variant's formula over n (9 digits; empty for references)", TheoryDigits, true, func(t *T) *float64 { return &t.BitsPerKey }),
		count("allocated_bits", "bits of all memory that answering touches; for Limit of the table", func(t *T) *uint64 { return &t.AllocatedBits }),
		count("huge_bytes", "bytes in huge pages that the process gained with this filter", func(t *T) *uint64 { return &t.HugeBytes }),
		count("pool_keys", "keys in the list that is walked through, sample after sample", func(t *T) *uint64 { return &t.PoolKeys }),
		text("warnings", "what makes the figure doubtful, joined by spaces; empty is nothing", true, func(t *T) *string { return &t.Warnings }),
		text("status", "ok, superseded (the block was repeated), or why there is no sample", false, func(t *T) *string { return &t.Status }),
	}
}

// DescribeTimings returns the columns of a file of timings for a README.
func DescribeTimings() []Described { return describe(TimingColumns()) }

// EncodeTimings writes a file of timings.
func EncodeTimings(rows []Timing) ([]byte, error) { return encode(TimingColumns(), rows) }

// DecodeTimings reads one; file is the name that errors carry.
func DecodeTimings(file string, data []byte) ([]Timing, error) {
	return decode(file, data, TimingColumns())
}

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
