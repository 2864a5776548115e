package record

import "math"

// The words of the closed columns.
var (
	expectWords  = []string{"agrees", "deviates", "none"}
	verdictWords = []string{"agrees", "deviates", "undecided"}
	checkWords   = []string{"fpr", "fill", "conditional"}
)

// CellColumns lists the columns of cells.csv in order.
func CellColumns() []Column[Cell] {
	return []Column[Cell]{
		text("cell_id", "first 10 hex digits of the SHA-256 of the cell's canonical name (experiment, variant, scheme, keys, n, capacity, bits, k, params); with spec hash, seed and profile it is a citation", false, func(c *Cell) *string { return &c.ID }),
		text("experiment", "name of the experiment", false, func(c *Cell) *string { return &c.Experiment }),
		text("variant", "kind of filter", false, func(c *Cell) *string { return &c.Variant }),
		text("scheme", "hash function + probing", false, func(c *Cell) *string { return &c.Scheme }),
		text("keys", "kind of the keys, or the file they come from", false, func(c *Cell) *string { return &c.Keys }),
		count("n", "distinct keys inserted", func(c *Cell) *uint64 { return &c.N }).in("keys"),
		count("capacity", "keys the filter is sized for", func(c *Cell) *uint64 { return &c.Capacity }).in("keys"),
		count("bits", "memory bits that queries touch, by the variant's formula, with n keys in", func(c *Cell) *uint64 { return &c.Bits }).in("bits"),
		small("k", "probes: positions of the table that one key sets; 0 where the structure has none", func(c *Cell) *int { return &c.K }).in("probes"),
		text("params", "the variant's parameters in force, NAME=VALUE sorted and joined by ;", true, func(c *Cell) *string { return &c.Params }),
		float("bits_per_key", "bits / capacity (9 digits)", TheoryDigits, false, func(c *Cell) *float64 { return &c.BitsPerKey }).in("bits/key"),
		float("load", "n / capacity (9 digits)", TheoryDigits, false, func(c *Cell) *float64 { return &c.Load }).in("1"),
		count("trials", "filters built, each from a seed of its own", func(c *Cell) *uint64 { return &c.Trials }).in("filters"),
		count("queries", "absent keys queried, in all trials together", func(c *Cell) *uint64 { return &c.Queries }).in("queries"),
		float("theory_fpr", "predicted mean false-positive rate of the n, bits, k and reduction in use (9 digits)", TheoryDigits, false, func(c *Cell) *float64 { return &c.TheoryFPR }).in("1"),
		float("theory_fpr_sd", "predicted standard deviation of the rate from filter to filter (9 digits; empty where no formula is known)", TheoryDigits, true, func(c *Cell) *float64 { return &c.TheoryFPRSD }).in("1"),
		float("theory_set_bits", "predicted mean of the set units: bits, non-zero counters, occupied slots (9 digits; empty where there is none)", TheoryDigits, true, func(c *Cell) *float64 { return &c.TheorySetBits }).in("set units"),
		float("theory_set_bits_sd", "predicted standard deviation of the set units (9 digits; empty where there is none)", TheoryDigits, true, func(c *Cell) *float64 { return &c.TheorySetBitsSD }).in("set units"),
		text("theory_source", "formula behind the prediction; runexp explain adds why it may be off", true, func(c *Cell) *string { return &c.TheorySource }),
		float("model_error", "declared relative error of the formula: a rate within it is no deviation (9 digits)", TheoryDigits, false, func(c *Cell) *float64 { return &c.ModelError }).in("1"),
		float("tolerance", "relative: agreement means the rate is shown to lie within it", shortest, false, func(c *Cell) *float64 { return &c.Tolerance }).in("1"),
		word("expect", "what the gate wants: agrees, deviates, or none for not gated", expectWords, func(c *Cell) *string { return &c.Expect }),
	}
}

// CountColumns lists the columns of counts.csv in order; further integer
// columns, sorted by name, follow where some cell counted more.
func CountColumns() []Column[Count] {
	return []Column[Count]{
		text("cell_id", "the cell", false, func(c *Count) *string { return &c.CellID }),
		count("first_trial", "number of the first trial of this row's batch, from 0", func(c *Count) *uint64 { return &c.FirstTrial }),
		count("trials", "consecutive trials in the batch", func(c *Count) *uint64 { return &c.Trials }).in("filters"),
		count("seed", "trial seed of the first of them (53 bits)", func(c *Count) *uint64 { return &c.Seed }),
		count("inserted", "keys accepted, over the batch", func(c *Count) *uint64 { return &c.Inserted }).in("keys"),
		count("rejected", "keys refused by a full filter", func(c *Count) *uint64 { return &c.Rejected }).in("keys"),
		count("false_negatives", "accepted keys that were not found again; anything but 0 is an error", func(c *Count) *uint64 { return &c.FalseNegatives }).in("keys"),
		count("queries", "absent keys queried", func(c *Count) *uint64 { return &c.Queries }).in("queries"),
		count("false_positives", "absent keys answered yes; fpr = false_positives / queries", func(c *Count) *uint64 { return &c.FalsePositives }).in("queries"),
		count("false_positives_squared", "sum over the trials of the square of each trial's false positives: gives the spread between filters", func(c *Count) *uint64 { return &c.FalsePositivesSquared }).in("queries^2").wide(),
		setBits("set_bits", "set units (bits, non-zero counters, occupied slots), over the batch; empty where the variant does not count them", func(c *Count) *uint64 { return &c.SetBits }).in("set units"),
		setBits("set_bits_squared", "sum over the trials of the square of each trial's set units; empty where set_bits is", func(c *Count) *uint64 { return &c.SetBitsSquared }).in("(set units)^2").wide(),
		count("filter_bits", "bits by the variant's formula, over the batch", func(c *Count) *uint64 { return &c.FilterBits }).in("bits"),
		count("allocated_bits", "bits of all memory that answering touches, over the batch", func(c *Count) *uint64 { return &c.AllocatedBits }).in("bits"),
		text("status", "ok, or why something is missing", false, func(c *Count) *string { return &c.Status }),
	}
}

// setBits is a column of counts that is empty where the filters' set bits were
// not counted.
func setBits(name, doc string, field func(*Count) *uint64) Column[Count] {
	c := count(name, doc, field)
	c.Optional = true
	get, set := c.get, c.set
	c.get = func(r *Count) (string, error) {
		if r.NoSetBits {
			return "", nil
		}
		return get(r)
	}
	c.set = func(r *Count, s string) error {
		if s == "" {
			r.NoSetBits = true
			return nil
		}
		return set(r, s)
	}
	return c
}

// VerdictColumns lists the columns of verdicts.csv in order.
func VerdictColumns() []Column[Verdict] {
	return []Column[Verdict]{
		text("cell_id", "the cell", false, func(v *Verdict) *string { return &v.CellID }),
		word("check", "fpr: measured rate against theory; fill: set units against theory; conditional: hits given the fill that was measured", checkWords, func(v *Verdict) *string { return &v.Check }),
		float("fpr", "measured rate (fill: mean of the set units; 6 digits)", VerdictDigits, true, func(v *Verdict) *float64 { return &v.FPR }).in("1 (check fill: set units)"),
		float("fpr_low", "lower end of its interval (6 digits)", VerdictDigits, true, func(v *Verdict) *float64 { return &v.Low }).in("1 (check fill: set units)"),
		float("fpr_high", "upper end of its interval (6 digits)", VerdictDigits, true, func(v *Verdict) *float64 { return &v.High }).in("1 (check fill: set units)"),
		float("confidence", "of the interval", VerdictDigits, false, func(v *Verdict) *float64 { return &v.Confidence }).in("1"),
		float("theory_fpr", "what theory predicts for the same quantity (9 digits)", TheoryDigits, true, func(v *Verdict) *float64 { return &v.Theory }).in("1 (check fill: set units)"),
		float("relative_error", "(fpr - theory_fpr) / theory_fpr (6 digits; empty where theory is 0)", VerdictDigits, true, func(v *Verdict) *float64 { return &v.RelativeError }).in("1"),
		float("p_value", "of the two-sided test against theory_fpr x (1 +- model_error) (6 digits)", VerdictDigits, true, func(v *Verdict) *float64 { return &v.P }).in("1"),
		float("p_adjusted", "the same, by Holm's method over the family (6 digits)", VerdictDigits, true, func(v *Verdict) *float64 { return &v.PAdjusted }).in("1"),
		small("family_size", "number of tests in the family that the correction covers", func(v *Verdict) *int { return &v.FamilySize }).in("tests"),
		float("detectable", "smallest relative deviation this cell could have seen (6 digits)", VerdictDigits, true, func(v *Verdict) *float64 { return &v.Detectable }).in("1"),
		word("verdict", "agrees, deviates or undecided", verdictWords, func(v *Verdict) *string { return &v.Verdict }),
		word("expect", "what the gate wants: agrees, deviates, or none for not gated", expectWords, func(v *Verdict) *string { return &v.Expect }),
		count("queries_needed", "queries in all (check fill: filters) that would decide an undecided cell; 0 where decided, 2^53 where no number would", func(v *Verdict) *uint64 { return &v.QueriesNeeded }).in("queries (check fill: filters)"),
	}
}

// Number returns the column of c of that name as a number, NaN where the column
// is no number, is empty, or does not exist.
func Number(c *Cell, name string) float64 {
	for _, column := range CellColumns() {
		if column.Name != name {
			continue
		}
		text, err := column.get(c)
		if err != nil {
			return math.NaN()
		}
		x, err := parseFloat(text)
		if err != nil {
			return math.NaN()
		}
		return x
	}
	return math.NaN()
}

// Described is a column as a README, or a data package, explains it.
type Described struct {
	Name, Doc string
	Form
}

// ExtraColumn describes a further integer column of counts.csv.
func ExtraColumn(name string) Described {
	c := extra(name)
	return Described{c.Name, c.Doc, c.Form}
}

// Describe returns the columns of every file of a record, in order.
func Describe() []struct {
	File    string
	Columns []Described
} {
	return []struct {
		File    string
		Columns []Described
	}{
		{CellsFile, describe(CellColumns())},
		{CountsFile, describe(CountColumns())},
		{VerdictsFile, describe(VerdictColumns())},
	}
}

func describe[R any](columns []Column[R]) []Described {
	var out []Described
	for _, c := range columns {
		out = append(out, Described{c.Name, c.Doc, c.Form})
	}
	return out
}
