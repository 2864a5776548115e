package record

// Cell is one row of cells.csv: one point of an experiment's grid with its
// prediction. Fields stand in the order of the columns.
type Cell struct {
	ID         string // first 10 hex digits of the SHA-256 of Canonical
	Experiment string
	Variant    string
	Scheme     string
	Keys       string // key kind or file:PATH
	N          uint64 // distinct keys inserted
	Capacity   uint64 // keys it is sized for
	Bits       uint64 // filter bits by the variant's formula, with n keys in
	K          int    // probes; 0 where the structure has none
	Params     string // canonical NAME=VALUE;...
	BitsPerKey float64
	Load       float64 // N / Capacity
	Trials     uint64  // filters
	Queries    uint64  // absent keys queried in all trials together

	TheoryFPR       float64
	TheoryFPRSD     float64 // between filters
	TheorySetBits   float64 // mean of the set units; NaN where there is none
	TheorySetBitsSD float64
	TheorySource    string
	ModelError      float64 // relative
	Tolerance       float64 // relative
	Expect          string  // agrees, deviates, none
}

// Count is one row of counts.csv: what a batch of consecutive trials of a cell
// counted. All are exact sums over the batch, equal on every machine.
type Count struct {
	CellID                string
	FirstTrial            uint64
	Trials                uint64
	Seed                  uint64 // of the first trial
	Inserted              uint64
	Rejected              uint64 // keys refused by a full filter
	FalseNegatives        uint64
	Queries               uint64
	FalsePositives        uint64
	FalsePositivesSquared uint64 // sum of the squares of the trials' false positives
	SetBits               uint64
	SetBitsSquared        uint64 // sum of the squares, saturating at 2^64-1 (status says so)
	NoSetBits             bool   // the filters do not count them: the two above are missing, not 0
	FilterBits            uint64 // sum over the trials
	AllocatedBits         uint64 // sum over the trials
	Status                string // ok, or why something is missing
	Extra                 map[string]uint64
}

// Verdict is one row of verdicts.csv: one check of one cell.
type Verdict struct {
	CellID        string
	Check         string // fpr, fill, conditional
	FPR           float64
	Low, High     float64 // interval of FPR (fill: of the mean set bits)
	Confidence    float64
	Theory        float64
	RelativeError float64
	P             float64
	PAdjusted     float64
	FamilySize    int
	Detectable    float64 // smallest relative deviation this cell could have seen
	Verdict       string  // agrees, deviates, undecided
	Expect        string
	QueriesNeeded uint64 // in all, of the check fill filters; 0 where decided, NoNumber where none would
}

// RateVerdict returns the verdict on the false-positive rate among those of one
// cell, nil if there is none.
func RateVerdict(of []Verdict) *Verdict {
	for i := range of {
		if of[i].Check == "fpr" {
			return &of[i]
		}
	}
	return nil
}

// NoNumber stands in QueriesNeeded where no number of queries below it would decide, the
// rate being too small or the declared model error too near the tolerance: 2^53, exact in every reader.
const NoNumber = 1 << 53
