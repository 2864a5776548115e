package stats

// Verdict is what a cell's counts say about its prediction.
type Verdict string

// The three verdicts, in the words of verdicts.csv.
const (
	Agrees    Verdict = "agrees"
	Deviates  Verdict = "deviates"
	Undecided Verdict = "undecided"
)

// Decision is the verdict on one test of a family.
type Decision struct {
	Verdict         Verdict
	PAdjusted       float64 // Test.PDeviates after Holm
	PAgreesAdjusted float64 // Test.PAgrees after Holm
	FamilySize      int     // tests in the family: those with a prediction
	QueriesNeeded   uint64  // as in Test; 0 when decided
}

// Decide gives the verdicts of a family of tests, which is all tests of a run, at level alpha: with probability at
// least 1-alpha none of the deviates is false, and with probability at least 1-alpha none of the agrees is (a rate
// outside its tolerance). Both by Holm over the family. A significant deviation wins even where the rate lies within
// the tolerance. A test without prediction is undecided and not in the family.
func Decide(tests []Test, alpha float64) []Decision {
	deviates := make([]float64, len(tests))
	agrees := make([]float64, len(tests))
	for i, t := range tests {
		deviates[i], agrees[i] = t.PDeviates, t.PAgrees
	}
	size := FamilySize(deviates)
	deviates, agrees = Holm(deviates), Holm(agrees)
	decisions := make([]Decision, len(tests))
	for i, t := range tests {
		d := Decision{Undecided, deviates[i], agrees[i], size, t.QueriesNeeded}
		switch {
		case deviates[i] <= alpha:
			d.Verdict, d.QueriesNeeded = Deviates, 0
		case agrees[i] <= alpha:
			d.Verdict, d.QueriesNeeded = Agrees, 0
		}
		decisions[i] = d
	}
	return decisions
}
