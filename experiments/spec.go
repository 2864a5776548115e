package experiments

// Spec is one experiment as its file states it.
type Spec struct {
	Name     string `toml:"name"`     // the file's name without .toml
	Question string `toml:"question"` // one sentence, ending in a question mark
	Analysis string `toml:"analysis"` // prose printed above the table: what to look at, and what it does not show
	Seed     uint64 `toml:"seed"`     // 0 to 2^64-1, decimal or "0x..."; 1 where it is left out
	Grids    []Grid `toml:"grid"`
	Gates    []Gate `toml:"gate"` // the first that matches a cell decides
	Text     string `toml:"-"`    // the file itself, for the manifest
}

// Grid is a product of lists: one cell for each combination.
type Grid struct {
	Name     string   `toml:"name"`     // a few words; errors and the plan's summary use it
	Profiles []string `toml:"profiles"` // where it is run; left out: smoke, standard and full
	Axes
	Expect    string  `toml:"expect"`    // agrees, deviates or none; "" is agrees
	Tolerance float64 `toml:"tolerance"` // relative, 0 is the profile's own
	Reason    string  `toml:"reason"`    // why Expect, Tolerance, Trials or Queries differ from the rule
	Trials    uint64  `toml:"trials"`    // filters a cell; 0 lets the plan choose
	Queries   uint64  `toml:"queries"`   // absent keys a trial; 0 lets the plan choose

	Smoke    *Axes `toml:"smoke"` // lists that replace the grid's in that profile
	Standard *Axes `toml:"standard"`
	Full     *Axes `toml:"full"`
}

// Axes are the lists of a grid. A list left out is: n, capacity: as Grid.For
// says; k: the best by theory; params: the defaults.
type Axes struct {
	Variant    []string            `toml:"variant"`
	Scheme     []string            `toml:"scheme"`
	Keys       []string            `toml:"keys"`
	N          []uint64            `toml:"n"`
	Capacity   []uint64            `toml:"capacity"` // left out: n
	Load       []float64           `toml:"load"`     // instead of n: n = load x capacity, rounded
	Bits       []uint64            `toml:"bits"`
	BitsPerKey []float64           `toml:"bits-per-key"` // of the capacity
	FPR        []float64           `toml:"fpr"`          // requested rate at capacity, in (0, 1)
	K          []uint64            `toml:"k"`
	Params     map[string][]string `toml:"params"` // numbers stand for their decimal text
}

// Gate says what the cells it matches are expected to show, where that is not
// agreement within the profile's tolerance.
type Gate struct {
	Match     Match    `toml:"match"`
	Profiles  []string `toml:"profiles"`  // where it holds; left out: everywhere
	Expect    string   `toml:"expect"`    // agrees, deviates or none; "" is agrees
	Tolerance float64  `toml:"tolerance"` // relative, 0 is the profile's own
	Reason    string   `toml:"reason"`    // required
}

// Match selects cells: each list that is there must hold the cell's value.
// An empty Match selects every cell.
type Match struct {
	Variant  []string            `toml:"variant"`
	Scheme   []string            `toml:"scheme"`
	Function []string            `toml:"function"` // the part of the scheme before the plus
	Probing  []string            `toml:"probing"`  // the part after it
	Keys     []string            `toml:"keys"`
	N        []uint64            `toml:"n"`
	Capacity []uint64            `toml:"capacity"`
	K        []uint64            `toml:"k"` // probes in use
	Load     []float64           `toml:"load"`
	PerKey   []float64           `toml:"bits-per-key"` // asked for
	FPR      []float64           `toml:"fpr"`          // the requested rate
	Params   map[string][]string `toml:"params"`
	// Predicted rates in [FPRFrom, FPRBelow); 0 is no bound.
	FPRFrom  float64 `toml:"fpr-from"`
	FPRBelow float64 `toml:"fpr-below"`
}

// What a cell is expected to show.
const (
	Agrees   = "agrees"   // the rate is theory's within the tolerance
	Deviates = "deviates" // it is not: the experiment's point
	None     = "none"     // shown, not gated
)

// The profiles.
const (
	Smoke    = "smoke"    // all experiments within half a minute: does everything still hang together?
	Standard = "standard" // the committed record
	Full     = "full"     // what needs hours
)

// Profiles returns the names of the profiles, the smallest first.
func Profiles() []string { return []string{Smoke, Standard, Full} }

// MaxSpecCells is the largest product of lists that one grid may ask for.
const MaxSpecCells = 100_000
