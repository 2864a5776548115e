package compare

import "golang.org/x/perf/benchmath"

// Verdict is what is said of a row.
type Verdict string

// The verdicts.
const (
	Better       Verdict = "better"         // changed for the better: exactly, or significantly and beyond the floor
	Worse        Verdict = "worse"          // the same for the worse
	Differs      Verdict = "differs"        // changed, in a unit whose direction nobody declares
	WithinFloor  Verdict = "within floor"   // significant, but no more than one piece of code differs from itself
	NoDifference Verdict = "no difference"  // the runs could have shown one
	TooFewRuns   Verdict = "too few runs"   // even fully separated runs would not have shown one
	Equal        Verdict = "equal"          // exactly
	MissingNew   Verdict = "missing in new" // only the old file has the row
	MissingOld   Verdict = "missing in old" // only the new file has it
)

// Summary is one side of a row.
type Summary struct {
	Median    float64 // of an exact unit: the value
	Low, High float64 // interval of the median; infinite with too few runs
	N         int     // runs; 0 where the row is missing
	Range     string  // the interval as a percentage of the median
}

// Row is one benchmark in one unit. What there is not is NaN.
type Row struct {
	Name     string // with the package in front where a file has several
	Procs    int    // GOMAXPROCS
	Unit     string
	Old, New Summary
	Change   float64 // new/old - 1

	P, PAdjusted float64 // of Mann and Whitney's test; corrected over the family
	Floor        float64 // relative; +Inf where too few A/A runs bound nothing
	Verdict      Verdict
	Gated        bool   // a verdict of worse is a regression
	Note         string // why it is not gated, or what is odd

	constant  bool    // all values of both files are one
	runsP     float64 // smallest p-value that the numbers of runs allow
	smallestP float64 // the same for these values
	tooFew    bool
}

// Missing reports whether only one file has the row.
func (r *Row) Missing() bool { return r.Verdict == MissingNew || r.Verdict == MissingOld }

// Regression reports whether the row fails a gate.
func (r *Row) Regression() bool { return r.Gated && r.Verdict == Worse }

// newSample hands a copy to benchmath, which sorts it.
func newSample(values []float64) *benchmath.Sample {
	return benchmath.NewSample(append([]float64(nil), values...), &benchmath.DefaultThresholds)
}
