package record

import (
	"fmt"
	"strings"
)

// GoalsFile is the table of judged goals, beside the timings that they are read off.
const GoalsFile = "goals.csv"

// Goal is one row of that table: a goal at one n and one share of present keys.
type Goal struct {
	Goal      string // its id
	Ours      string
	Against   string
	Op        string
	AgainstOp string
	N         uint64
	From      string
	Hits      string // percent; "" where nothing is asked
	Portable  string // yes or no
	Machine   string // same, or another for published figures

	Wanted              float64 // against over ours, at least
	Rounds              int     // in which both were timed
	OursNS, AgainstNS   float64 // medians
	Ratio               float64 // median over the rounds of against over ours
	RatioLow, RatioHigh float64
	Confidence          float64
	Floor               float64

	OursFPR, AgainstFPR       float64
	OursPerKey, AgainstPerKey float64
	Verdict                   string
	Why                       string // of a verdict that no ratio decides
	Note                      string
	Reason                    string
}

// The verdicts on goals.
const (
	GoalMet          = "met"
	GoalMissed       = "missed"
	GoalUndecided    = "undecided"
	GoalIncomparable = "incomparable"
	GoalUntimed      = "untimed"
)

// GoalVerdicts lists them, best first.
func GoalVerdicts() []string {
	return []string{GoalMet, GoalMissed, GoalUndecided, GoalIncomparable, GoalUntimed}
}

// TallyGoals counts the verdicts, best first, each by its word.
func TallyGoals(rows []Goal, word func(verdict string) string) string {
	n := map[string]int{}
	for i := range rows {
		n[rows[i].Verdict]++
	}
	var parts []string
	for _, v := range GoalVerdicts() {
		if n[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n[v], word(v)))
		}
	}
	return strings.Join(parts, ", ")
}

// The machines that the other's figures may come from.
const (
	SameMachine    = "same"
	AnotherMachine = "another"
)

// GoalColumns lists the columns of the table in order.
func GoalColumns() []Column[Goal] {
	type G = Goal
	return []Column[G]{
		text("goal", "name of the goal in experiments/goals.toml; with n and hits it names the row", false, func(g *G) *string { return &g.Goal }),
		text("ours", "our filter, with its size and parameters", false, func(g *G) *string { return &g.Ours }),
		text("against", "what it is held against: a filter with its size; limit, the reading of random cache lines; or a structure measured on another machine", false, func(g *G) *string { return &g.Against }),
		text("op", "operation of ours; one operation is one key", false, func(g *G) *string { return &g.Op }),
		text("against_op", "operation of the other", false, func(g *G) *string { return &g.AgainstOp }),
		count("n", "distinct keys in the filter", func(g *G) *uint64 { return &g.N }).in("keys"),
		text("from", "digest: keys were hashed before on both sides; bytes8: hashing included on both sides", false, func(g *G) *string { return &g.From }),
		text("hits", "percent of present keys among those asked for; empty where nothing is asked", true, func(g *G) *string { return &g.Hits }),
		word("portable", "yes: ours without assembly, in a process of its own that took turns with the other's", yesNo, func(g *G) *string { return &g.Portable }),
		word("machine", "same: both were timed in one interleaved run; another: the other's figure is a published one of another machine", []string{SameMachine, AnotherMachine}, func(g *G) *string { return &g.Machine }),
		float("wanted", "least ratio that meets the goal (6 digits)", VerdictDigits, false, func(g *G) *float64 { return &g.Wanted }).in("1"),
		small("rounds", "rounds in which both were timed", func(g *G) *int { return &g.Rounds }).in("rounds"),
		float("ours_ns", "time of ours a key, median (6 digits)", VerdictDigits, true, func(g *G) *float64 { return &g.OursNS }).in("ns"),
		float("against_ns", "time of the other a key, median (6 digits)", VerdictDigits, true, func(g *G) *float64 { return &g.AgainstNS }).in("ns"),
		float("ratio", "how many times as fast ours is: median over the rounds of the other's time over ours in that round (6 digits)", VerdictDigits, true, func(g *G) *float64 { return &g.Ratio }).in("1"),
		float("ratio_low", "interval of that median, by order statistics (6 digits; empty with too few rounds)", VerdictDigits, true, func(g *G) *float64 { return &g.RatioLow }).in("1"),
		float("ratio_high", "its other end", VerdictDigits, true, func(g *G) *float64 { return &g.RatioHigh }).in("1"),
		float("confidence", "of the interval, as the number of rounds allows it (6 digits)", VerdictDigits, true, func(g *G) *float64 { return &g.Confidence }).in("1"),
		float("floor", "relative difference of two equal filters in this operation at this n, in the same run (6 digits)", VerdictDigits, true, func(g *G) *float64 { return &g.Floor }).in("1"),
		float("ours_fpr", "measured rate of the filter that was timed (9 digits)", TheoryDigits, true, func(g *G) *float64 { return &g.OursFPR }).in("1"),
		float("against_fpr", "that of the other", TheoryDigits, true, func(g *G) *float64 { return &g.AgainstFPR }).in("1"),
		float("ours_bits_per_key", "bits by the variant's formula over n (9 digits)", TheoryDigits, true, func(g *G) *float64 { return &g.OursPerKey }).in("bits"),
		float("against_bits_per_key", "that of the other", TheoryDigits, true, func(g *G) *float64 { return &g.AgainstPerKey }).in("bits"),
		word("verdict", "met: the interval, widened by the floor, lies at or above wanted; missed: below it; undecided: it holds it; incomparable: ours has a higher rate or more bits a key; untimed: no such rows", GoalVerdicts(), func(g *G) *string { return &g.Verdict }),
		text("why", "what decides a verdict that the ratio does not", true, func(g *G) *string { return &g.Why }),
		text("note", "what to know about the comparison", true, func(g *G) *string { return &g.Note }),
		text("reason", "why the goal is missed where it is", true, func(g *G) *string { return &g.Reason }),
	}
}

// EncodeGoals writes the table.
func EncodeGoals(rows []Goal) ([]byte, error) { return encode(GoalColumns(), rows) }

// DecodeGoals reads one; file is the name that errors carry.
func DecodeGoals(file string, data []byte) ([]Goal, error) {
	return decode(file, data, GoalColumns())
}

// DescribeGoals returns the columns of the table for a README.
func DescribeGoals() []Described { return describe(GoalColumns()) }

// GoalCells returns the cells of a row that was judged, as the table has them.
func GoalCells(g *Goal) []string {
	var cells []string
	for _, c := range GoalColumns() {
		text, err := c.get(g)
		if err != nil {
			text = "" // a column that must not be empty: EncodeGoals says so
		}
		cells = append(cells, text)
	}
	return cells
}
