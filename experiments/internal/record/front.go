package record

import "fmt"

// FrontSuffix ends the name of such a table's file, before the .csv: the table of
// timings NAME.csv is summed up in NAME-front.csv.
const FrontSuffix = "-front"

// Front is one row of a table that holds filters against each other at equal
// measured rates, or at equal memory; times are medians.
type Front struct {
	N          uint64
	Match      string // fpr or bits_per_key: what is equal within the group
	Target     float64
	Variant    string
	Scheme     string
	Params     string
	K          int
	BitsPerKey float64
	FPR        float64
	Absent     float64 // ns of Contains
	Present    float64
	Batch      float64 // ns of ContainsBatch, absent keys
	BatchAll   float64 // present keys
	OnFront    string
	Status     string
}

// Rows of a front that are no further apart than this, relatively, count as equal:
// counted rates have an error of their own, and times even more.
const (
	SameBits  = 0.01
	SameRate  = 0.05
	SameSpeed = 0.05
)

// Tolerances are SameBits, SameRate and SameSpeed in percent, as a text shows them.
func Tolerances() []any { return []any{100 * SameBits, 100 * SameRate, 100 * SameSpeed} }

var yesNo = []string{"yes", "no"}

// FrontColumns lists the columns of such a table in order.
func FrontColumns() []Column[Front] {
	type F = Front
	return []Column[F]{
		count("n", "distinct keys in the filter", func(f *F) *uint64 { return &f.N }),
		word("match", "what is equal in the group: the measured fpr, or bits_per_key", []string{"fpr", "bits_per_key"}, func(f *F) *string { return &f.Match }),
		float("target", "the value that all are near", shortest, false, func(f *F) *float64 { return &f.Target }),
		text("variant", "kind of filter", false, func(f *F) *string { return &f.Variant }),
		text("scheme", "hash function + probing", false, func(f *F) *string { return &f.Scheme }),
		text("params", "the variant's parameters in force", true, func(f *F) *string { return &f.Params }),
		small("k", "probes", func(f *F) *int { return &f.K }),
		float("bits_per_key", "bits by the variant's formula over n (9 digits)", TheoryDigits, true, func(f *F) *float64 { return &f.BitsPerKey }),
		float("fpr", "measured with the absent keys that are timed (9 digits)", TheoryDigits, true, func(f *F) *float64 { return &f.FPR }),
		float("contains_absent_ns", "Contains of absent keys, median (6 digits)", VerdictDigits, true, func(f *F) *float64 { return &f.Absent }),
		float("contains_present_ns", "Contains of present keys, median (6 digits)", VerdictDigits, true, func(f *F) *float64 { return &f.Present }),
		float("batch_absent_ns", "ContainsBatch of absent keys, median (6 digits; empty without a batch form)", VerdictDigits, true, func(f *F) *float64 { return &f.Batch }),
		float("batch_present_ns", "ContainsBatch of present keys, median (6 digits)", VerdictDigits, true, func(f *F) *float64 { return &f.BatchAll }),
		word("on_front", onFrontText(), yesNo, func(f *F) *string { return &f.OnFront }),
		text("status", "ok, or why the row is not at its target", false, func(f *F) *string { return &f.Status }),
	}
}

// onFrontText explains on_front with its tolerances.
func onFrontText() string {
	return fmt.Sprintf("yes: no other row of this n is at least as good in bits, fpr and absent ns (the quicker of single and batch), and better in one; equal within %g %% in bits, %g %% in fpr, %g %% in ns", Tolerances()...)
}

// EncodeFront writes such a table.
func EncodeFront(rows []Front) ([]byte, error) { return encode(FrontColumns(), rows) }

// DecodeFront reads one; file is the name that errors carry.
func DecodeFront(file string, data []byte) ([]Front, error) {
	return decode(file, data, FrontColumns())
}

// DescribeFront returns the columns of such a table for a README.
func DescribeFront() []Described { return describe(FrontColumns()) }
