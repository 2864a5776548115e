package check

import (
	"errors"
	"math"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/stats"
)

// The names of the checks, in the order of a cell's rows.
const (
	FPR         = "fpr"
	Fill        = "fill"
	Conditional = "conditional"
)

// GivenFill returns the rate expected of a cell's filters whose numbers of set bits have the given mean and variance,
// without any spread between them; ok is false for a cell whose variant has no such formula.
type GivenFill func(c record.Cell, meanSet, varSet float64) (rate float64, ok bool)

// Options are the choices of a check.
type Options struct {
	Confidence float64 // of the intervals, and 1 - the joint level of the family; 0 is 0.99
}

// digits are the significant digits of what a verdict holds; theory has theoryDigits, as in cells.csv.
const digits, theoryDigits = 6, 9

// rounding is the relative error of a prediction that was written with 9 digits.
const rounding = 5e-9

// Run checks every cell and returns the verdicts in the order of the cells, each with its checks in the order above. All
// of them are one family.
//
// given may be nil. The error joins what is wrong with the counts (ErrFalseNegative, ErrMissing, ErrInconsistent, one
// line each); cells that an error leaves without counts have no verdict, the others do.
func Run(cells []record.Cell, counts []record.Count, given GivenFill, opts Options) ([]record.Verdict, error) {
	if opts.Confidence == 0 {
		opts.Confidence = 0.99
	}
	errs := strangers(cells, counts)
	by := group(counts)
	var asked []query
	for _, c := range cells {
		t, err := add(c, by[c.ID])
		if err == nil {
			err = missing(c, t)
		}
		if err != nil {
			errs = append(errs, err)
		}
		if t.queries > 0 && !errors.Is(err, ErrInconsistent) && !errors.Is(err, ErrFalseNegative) {
			asked = append(asked, queries(c, t, given)...)
		}
	}
	return answer(asked, opts.Confidence), errors.Join(errs...)
}

// query is one check of one cell that waits for the size of its family.
type query struct {
	cell   record.Cell
	check  string
	theory float64
	expect string
	// member tells whether there is a prediction; without it the check is undecided and no part of the family.
	member bool
	test   func(confidence float64, familySize int) stats.Test
}

// answer evaluates the family, decides, and writes the rows.
func answer(asked []query, confidence float64) []record.Verdict {
	family := 0
	for _, q := range asked {
		if q.member {
			family++
		}
	}
	tests := make([]stats.Test, len(asked))
	for i, q := range asked {
		tests[i] = q.test(confidence, family)
	}
	verdicts := make([]record.Verdict, len(asked))
	for i, d := range stats.Decide(tests, 1-confidence) {
		verdicts[i] = row(asked[i], tests[i], d)
	}
	return verdicts
}

// row writes a verdict. P and PAdjusted are those of "it deviates", whatever the verdict.
func row(q query, t stats.Test, d stats.Decision) record.Verdict {
	return record.Verdict{
		CellID: q.cell.ID, Check: q.check,
		FPR: short(t.FPR), Low: short(t.Low), High: short(t.High), Confidence: t.Confidence,
		Theory: stats.Round(q.theory, theoryDigits), RelativeError: short(relative(t.FPR, q.theory)),
		P: short(t.PDeviates), PAdjusted: short(d.PAdjusted), FamilySize: d.FamilySize, Detectable: short(t.Detectable),
		Verdict: string(d.Verdict), Expect: q.expect, QueriesNeeded: min(d.QueriesNeeded, record.NoNumber),
	}
}

// short rounds for the file, where what is not finite is nothing.
func short(x float64) float64 {
	if math.IsInf(x, 0) {
		return math.NaN()
	}
	return stats.Round(x, digits)
}

// relative is the error of what was seen relative to theory, NaN where that is 0 and was missed.
func relative(seen, theory float64) float64 {
	if seen == theory {
		return 0
	}
	if theory == 0 {
		return math.NaN()
	}
	return (seen - theory) / theory
}
