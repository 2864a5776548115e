package check

import (
	"fmt"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/stats"
)

// Finding is a gated verdict that is not what its gate expects.
type Finding struct {
	CellID, Check   string
	Verdict, Expect string
	Message         string // one line
}

// Undecided reports whether the cell measured too little, as opposed to having found the contrary. Profiles that are
// meant to be short may let these pass.
func (f Finding) Undecided() bool { return f.Verdict == string(stats.Undecided) }

// Gate compares verdicts with what they are expected to be: agrees, deviates, or none (and nothing at all), which is shown
// and not gated. It returns what differs, in the order of the verdicts.
func Gate(verdicts []record.Verdict) []Finding {
	var findings []Finding
	for _, v := range verdicts {
		if v.Expect == "none" || v.Expect == "" || v.Expect == v.Verdict {
			continue
		}
		findings = append(findings, Finding{v.CellID, v.Check, v.Verdict, v.Expect, message(v)})
	}
	return findings
}

// Needs says how many queries, or filters where those are what is counted, would decide an undecided check.
func Needs(v record.Verdict) string {
	unit := "queries"
	if v.Check == Fill {
		unit = "filters"
	}
	if v.QueriesNeeded == record.NoNumber {
		return "no number of " + unit + " below 2^53 would decide: the rate is too small, or the declared model error too near the tolerance"
	}
	return fmt.Sprintf("%d %s would decide", v.QueriesNeeded, unit)
}

// message says what was seen, what theory says, and how sure that is.
func message(v record.Verdict) string {
	what := v.Check
	if v.Check == Fill {
		what = "set bits"
	}
	text := fmt.Sprintf("cell %s: %s %s, expected %s: measured %.6g in [%.6g, %.6g], theory %.9g",
		v.CellID, what, v.Verdict, v.Expect, v.FPR, v.Low, v.High, v.Theory)
	if v.Verdict == string(stats.Undecided) {
		return text + "; " + Needs(v)
	}
	return text + fmt.Sprintf("; p %.3g after Holm over %d", v.PAdjusted, v.FamilySize)
}
