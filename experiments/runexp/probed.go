package runexp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/filterlab/filterlab/experiments/internal/check"
	"github.com/filterlab/filterlab/experiments/internal/plan"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/variants"
)

// probed is the object that probe prints.
type probed struct {
	SchemaVersion int             `json:"schema_version"`
	Variant       string          `json:"variant"`
	Scheme        string          `json:"scheme"`
	Keys          string          `json:"keys"`
	N             uint64          `json:"n"`
	Capacity      uint64          `json:"capacity"`
	Bits          uint64          `json:"bits"`
	BitsPerKey    number          `json:"bits_per_key"`
	K             int             `json:"k"`
	Params        variants.Params `json:"params"`
	Queries       uint64          `json:"queries"`
	Seed          uint64          `json:"seed"`
	Trials        [0]trial        `json:"trials"` // writeJSON puts them in, one after the other
	FPR           number          `json:"fpr"`
	FPRLow        number          `json:"fpr_low"`
	FPRHigh       number          `json:"fpr_high"`
	Confidence    number          `json:"confidence"`
	Tolerance     number          `json:"tolerance"`
	Theory        rate            `json:"theory"`
	Verdict       string          `json:"verdict"`
	QueriesNeeded uint64          `json:"queries_needed"`

	trials *record.Trials
	sum    record.Count
}

// trial is the outcome of one filter.
type trial struct {
	Trial          uint64            `json:"trial"`
	Seed           uint64            `json:"seed"`
	Inserted       uint64            `json:"inserted"`
	Rejected       uint64            `json:"rejected"`
	FalseNegatives uint64            `json:"false_negatives"`
	Queries        uint64            `json:"queries"`
	FalsePositives uint64            `json:"false_positives"`
	SetBits        *uint64           `json:"set_bits"` // null where they are not counted: Status says so
	FilterBits     uint64            `json:"filter_bits"`
	AllocatedBits  uint64            `json:"allocated_bits"`
	Extra          map[string]uint64 `json:"extra,omitempty"`
	Status         string            `json:"status,omitempty"` // why something is missing
}

// trialOf puts counts in the words of the output.
func trialOf(c *record.Count) trial {
	t := trial{c.FirstTrial, c.Seed, c.Inserted, c.Rejected, c.FalseNegatives, c.Queries, c.FalsePositives, &c.SetBits,
		c.FilterBits, c.AllocatedBits, c.Extra, c.Status}
	if c.NoSetBits {
		t.SetBits = nil
	}
	if c.Status == record.StatusOK {
		t.Status = ""
	}
	return t
}

// writeJSON prints a, its trials one after the other: there may be so many that
// all of them in one text would take more memory than measuring did.
func (a *probed) writeJSON(w io.Writer) error {
	var frame bytes.Buffer
	if err := writeJSON(&frame, a); err != nil {
		return err
	}
	const trials = "\n  \"trials\": ["
	before, after, ok := bytes.Cut(frame.Bytes(), []byte(trials+"]"))
	if !ok {
		return errors.New("probe: no place for the trials")
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s%s", before, trials)
	separator := ""
	for i := range a.trials.Len() {
		c := a.trials.At(i)
		text, err := json.MarshalIndent(trialOf(&c), "    ", "  ")
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s\n    %s", separator, text)
		separator = ","
	}
	fmt.Fprintf(out, "\n  ]%s", after)
	return out.Flush()
}

// answer turns counts into what is printed. They are judged by the rows that run
// would have recorded, of which a cell has few.
func (s *call) answer(cell *plan.Cell, trials *record.Trials) (*probed, error) {
	row := &cell.Row
	counts, err := trials.Rows()
	if err != nil {
		return nil, fmt.Errorf("probe: %w", err)
	}
	params, err := variants.ParseParams(row.Params)
	if err != nil {
		return nil, err
	}
	a := &probed{SchemaVersion: record.SchemaVersion, Variant: row.Variant, Scheme: row.Scheme, Keys: row.Keys, N: row.N,
		Capacity: row.Capacity, Bits: row.Bits, BitsPerKey: number(row.BitsPerKey), K: row.K, Params: params, Queries: row.Queries,
		Seed: cell.Seed, Tolerance: number(row.Tolerance), Theory: rateOf(cell.Variant.Predict(cell.Config, cell.Shape, row.N)),
		trials: trials, sum: record.Sum(counts)}
	given := givenFill(map[string]*plan.Cell{row.ID: cell})
	verdicts, err := check.Run([]record.Cell{*row}, counts, given, check.Options{})
	if err != nil && !errors.Is(err, check.ErrFalseNegative) {
		return nil, fmt.Errorf("probe: %w", err)
	}
	for _, v := range verdicts {
		if v.Check == check.FPR {
			a.FPR, a.FPRLow, a.FPRHigh, a.Confidence = number(v.FPR), number(v.Low), number(v.High), number(v.Confidence)
			a.Verdict, a.QueriesNeeded = v.Verdict, v.QueriesNeeded
		}
	}
	if len(verdicts) == 0 { // a false negative leaves nothing to be judged
		a.FPR, a.FPRLow, a.FPRHigh = number(float64(a.sum.FalsePositives)/float64(a.sum.Queries)), missing, missing
		a.Confidence, a.Verdict = missing, "undecided"
	}
	return a, nil
}

// givenFill hands the check each variant's formula for hits given the fill.
func givenFill(cells map[string]*plan.Cell) check.GivenFill {
	return func(row record.Cell, mean, variance float64) (float64, bool) {
		c := cells[row.ID]
		if c == nil || c.Variant.GivenFill == nil {
			return 0, false
		}
		return c.Variant.GivenFill(c.Config, c.Shape, mean, variance), true
	}
}

// finding is the error for what must not be: false negatives, or a rate above
// the one expected.
func (a *probed) finding(f *probeFlags) error {
	switch {
	case a.sum.FalseNegatives > 0:
		return findingf("probe: %d false negatives among %d keys: an inserted key was denied", a.sum.FalseNegatives, a.sum.Inserted)
	case f.expectFPR.given && float64(a.FPRLow) > f.expectFPR.value:
		return findingf("probe: --expect-fpr %v: the rate is at least %s, with confidence %s", f.expectFPR.value, a.FPRLow, a.Confidence)
	}
	return nil
}

// fields lists a for tables and CSV, in the words of the record's columns.
func (a *probed) fields() []field {
	all := []field{
		{"variant", a.Variant}, {"scheme", a.Scheme}, {"keys", a.Keys}, {"n", unsigned(a.N)}, {"capacity", unsigned(a.Capacity)},
		{"bits", unsigned(a.Bits)}, {"bits_per_key", a.BitsPerKey.String()}, {"k", fmt.Sprint(a.K)}, {"params", a.Params.String()},
		{"seed", unsigned(a.Seed)}, {"trials", unsigned(a.trials.Len())}, {"inserted", unsigned(a.sum.Inserted)},
		{"rejected", unsigned(a.sum.Rejected)}, {"false_negatives", unsigned(a.sum.FalseNegatives)}, {"queries", unsigned(a.Queries)},
		{"false_positives", unsigned(a.sum.FalsePositives)}, {"set_bits", setBits(&a.sum)},
		{"filter_bits", unsigned(a.sum.FilterBits)}, {"allocated_bits", unsigned(a.sum.AllocatedBits)}, {"status", a.sum.Status},
		{"fpr", a.FPR.String()}, {"fpr_low", a.FPRLow.String()}, {"fpr_high", a.FPRHigh.String()},
		{"confidence", a.Confidence.String()}, {"tolerance", a.Tolerance.String()},
	}
	all = append(all, a.Theory.fields()...)
	return append(all, field{"verdict", a.Verdict}, field{"queries_needed", unsigned(a.QueriesNeeded)})
}

// setBits writes the set bits of c, nothing where they were not counted.
func setBits(c *record.Count) string {
	if c.NoSetBits {
		return ""
	}
	return unsigned(c.SetBits)
}
