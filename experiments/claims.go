package experiments

import (
	"embed"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
)

//go:embed claims.csv
var claimFiles embed.FS

// Claim is a published statement in numbers, and where our record answers it.
// What is published stands in claims.csv, our answers in claims.toml.
type Claim struct {
	ID        string
	Source    string
	Statement string
	Setup     string
	Quantity  string
	Claimed   string
	Kind      string // fpr, sizing, theory, variant, memory, speed, correctness, ...
	Answers   []Answer
}

// Answer says which cells a claim is held against, and how.
type Answer struct {
	Claim      string `toml:"claim"`
	Experiment string `toml:"experiment"`
	Match      Match  `toml:"match"`  // selects the cells
	Column     string `toml:"column"` // a column of cells.csv, fpr (as measured; bound and agrees speak of no other), bits_per_key_held (bits / n), or false_negatives
	// How says what makes the claim reproduced:
	//
	//	rounds    Column of every cell, in the unit of Value, rounds to Value at its last digit (Within, absolute)
	//	within    Column of every cell lies in [Low, High]
	//	bound     the measured rate of every cell is at most Value, by its interval: yes where the upper end is, no where the
	//	          lower end is above, unanswered between
	//	agrees    the verdict on every cell's rate is that it agrees with theory
	//	probes    Value, given to the last digit Within, is what PlausibleProbes probes of the cell's measured rate may well show
	//	least     Column is least at the cell whose ByColumn is Value
	//	step      Column rises by Value, to Within, from each cell to the next of a tenth of its requested rate
	//	ratio     Column over that of the cells Match2 selects, paired by n, tends to 1: the largest n within Within
	//	crossing  Column of the Match2 cells falls below that of the Match cells, at a requested rate in [Low, High]
	//	never     no key that was put into a filter of the cells is missing (Column is false_negatives)
	//
	// These look at no cell, and name no experiment:
	//
	//	positions the program makes the positions of extreme words when it is asked, and all lie in the table
	//	clearing  it removes keys from small filters by clearing their bits: others are lost, as many as theory says
	//	timed     hashing a key with the functions of Match takes from Low to High ns in a file of timings, or as many times
	//	          as long as with those of Match2 where that names any
	//	open      no count can decide it; Note says why
	How      string  `toml:"how"`
	Value    float64 `toml:"value"`
	Within   float64 `toml:"within"`
	Low      float64 `toml:"low"`
	High     float64 `toml:"high"`
	ByColumn string  `toml:"by"`
	Match2   Match   `toml:"against"`
	Note     string  `toml:"note"` // what a reader should know about the comparison
	Found    *Found  `toml:"-"`    // of positions, clearing and timed; nil where nothing was found
}

// Found is what the program found out for an answer that no cell has.
type Found struct {
	Holds    bool
	Said             // the sentence that says so
	Measured Said    // the same for a cell of a table
	Theory   float64 // what theory has beside it; NaN where it says nothing
}

// Said is a text of the catalogue and what is put into it: numbers are written as on the
// rest of the page.
type Said struct {
	Key    string
	Values []any
}

// Recorded reports whether the answer rests on cells.
func (a *Answer) Recorded() bool { return !slices.Contains(unrecorded[:], a.How) }

// Open is the How of an answer that nothing decides.
const Open = "open"

// unrecorded are the words of How that look at no cell.
var unrecorded = [...]string{"positions", "clearing", "timed", Open}

// PlausibleProbes is the range of absent keys that the articles may have asked
// for: they do not say, and three decimals of a per cent suggest the lower end.
const (
	PlausibleProbesLow  = 100_000
	PlausibleProbesHigh = 1_000_000
)

// hows are the words that Answer.How takes.
var hows = [...]string{"rounds", "within", "bound", "agrees", "probes", "least", "step", "ratio", "crossing", "never",
	"positions", "clearing", "timed", Open}

// Claims returns the published claims in their file's order, each with its
// answers.
func Claims() ([]Claim, error) {
	claims, err := readClaims()
	if err != nil {
		return nil, err
	}
	text, err := files.ReadFile(claimsFile)
	if err != nil {
		return nil, err
	}
	return claims, addAnswers(claims, string(text))
}

// readClaims reads what is published.
func readClaims() ([]Claim, error) {
	text, err := claimFiles.ReadFile("claims.csv")
	if err != nil {
		return nil, err
	}
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("claims.csv: %w", err)
	}
	var claims []Claim
	for _, r := range rows[1:] {
		claims = append(claims, Claim{ID: r[0], Source: r[1], Statement: r[2], Setup: r[3], Quantity: r[4], Claimed: r[5], Kind: r[6]})
	}
	return claims, nil
}

// addAnswers reads claims.toml into the claims it names.
func addAnswers(claims []Claim, text string) error {
	var all struct {
		Answers []Answer `toml:"answer"`
	}
	if err := decode(claimsFile, text, &all); err != nil {
		return err
	}
	d := &decoder{file: claimsFile, lines: indexLines(text)}
	for i, a := range all.Answers {
		at := fmt.Sprintf("answer[%d]", i)
		if !slices.Contains(hows[:], a.How) {
			return d.errorf(join(at, "how"), "how = %q: want one of %s", a.How, strings.Join(hows[:], ", "))
		}
		c := slices.IndexFunc(claims, func(c Claim) bool { return c.ID == a.Claim })
		if c < 0 {
			return d.errorf(join(at, "claim"), "claim %q is not in claims.csv", a.Claim)
		}
		if a.Recorded() == (a.Experiment == "") {
			return d.errorf(join(at, "how"), "how = %q with experiment = %q: want an experiment, and none for %s", a.How, a.Experiment, strings.Join(unrecorded[:], ", "))
		}
		claims[c].Answers = append(claims[c].Answers, a)
	}
	return nil
}
