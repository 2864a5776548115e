package experiments

import (
	"fmt"
	"slices"
)

// Goal says how fast a filter of ours should be beside another one: who is timed
// against whom, in which operation, at which n, and what is wanted there. Goals
// are data, in goals.toml; whether they are met is read off recorded timings.
type Goal struct {
	ID      string `toml:"id"`
	Ours    string `toml:"ours"`    // as an item of runexp bench --variant: NAME:WORD=VALUE:...
	Against string `toml:"against"` // the same; GoalLimit; or, with NS, the name of a structure elsewhere
	Op      string `toml:"op"`      // Contains, ContainsBatch, Build, Add, AddBatch, Remove
	// AgainstOp is the other's operation where it is not Op: a library without batches
	// is asked key by key.
	AgainstOp string   `toml:"against-op"`
	From      string   `toml:"from"` // digest where left out: hashed before; bytes8: hashing included on both sides
	Hits      []uint64 `toml:"hits"` // percent of present keys, of Contains and ContainsBatch
	N         []uint64 `toml:"n"`

	// What is wanted, a number an n or one for all: at least so many times as fast,
	// or at most so many times its time. Exactly one of the two is given.
	Faster []float64 `toml:"faster"`
	Within []float64 `toml:"within"`

	// Elsewhere: the other's ns a key at each n, measured on another machine, with its
	// rate, its bits a key and the source. Hits then has one value at most.
	NS         []float64 `toml:"ns"`
	FPR        float64   `toml:"fpr"`
	BitsPerKey float64   `toml:"bits-per-key"`
	Source     string    `toml:"source"`

	// Portable: ours is timed in a program that was built without assembly, the
	// other in one with it, in processes that take turns.
	Portable string `toml:"portable"` // "yes" or left out

	Note   string `toml:"note"`   // what a reader should know about the comparison
	Reason string `toml:"reason"` // why it is missed where it is, as far as is known
}

// GoalLimit is the Against of a goal that is held against the memory's limit: the
// reading of random cache lines over as many bytes, with a prefetch.
const GoalLimit = "limit"

// Goals returns the goals that come with the program, in their file's order.
func Goals() ([]Goal, error) {
	text, err := files.ReadFile(goalsFile)
	if err != nil {
		return nil, err
	}
	return ParseGoals(goalsFile, string(text))
}

// ParseGoals reads a file of goals; its name stands in errors.
func ParseGoals(file, text string) ([]Goal, error) {
	var all struct {
		Goals []Goal `toml:"goal"`
	}
	if err := decode(file, text, &all); err != nil {
		return nil, err
	}
	d := &decoder{file: file, lines: indexLines(text)}
	seen := map[string]bool{}
	for i := range all.Goals {
		g := &all.Goals[i]
		at := fmt.Sprintf("goal[%d]", i)
		if seen[g.ID] {
			return nil, d.errorf(join(at, "id"), "id = %q: two goals of that name", g.ID)
		}
		seen[g.ID] = true
		if key, wrong := g.wrong(); wrong != "" {
			return nil, d.errorf(join(at, key), "goal %s: %s: %s", g.ID, key, wrong)
		}
		g.fill()
	}
	return all.Goals, nil
}

// The operations of goals: those that ask for keys, and those that take all keys.
var (
	goalAsks  = []string{"Contains", "ContainsBatch"}
	goalFills = []string{"Build", "Add", "AddBatch", "Remove"}
)

// wrong names the key that makes no sense in g and why, "" for none.
func (g *Goal) wrong() (key, why string) {
	wanted := max(len(g.Faster), len(g.Within))
	switch {
	case g.ID == "" || g.Ours == "" || g.Against == "":
		return "id", "want id, ours and against"
	case !slices.Contains(slices.Concat(goalAsks, goalFills), g.Op):
		return "op", fmt.Sprintf("%q: want one of %v %v", g.Op, goalAsks, goalFills)
	case len(g.N) == 0 || slices.Contains(g.N, 0):
		return "n", "want numbers of keys from 1"
	case len(g.Faster) > 0 && len(g.Within) > 0 || wanted != 1 && wanted != len(g.N):
		return "faster", "want faster or within, one number or as many as n"
	case slices.ContainsFunc(slices.Concat(g.Faster, g.Within), func(x float64) bool { return !(x > 0) }):
		return "faster", "want numbers above 0"
	case slices.Contains(goalAsks, g.Op) == (len(g.Hits) == 0):
		return "hits", "want percents of present keys with Contains and ContainsBatch, and only there"
	case len(g.NS) > 0 && (len(g.NS) != len(g.N) || len(g.Hits) > 1 || g.Source == "" || !(g.FPR > 0 && g.BitsPerKey > 0)):
		return "ns", "want as many as n, one value of hits at most, fpr, bits-per-key and a source"
	case g.Portable != "" && g.Portable != "yes":
		return "portable", fmt.Sprintf("%q: want yes, or nothing", g.Portable)
	}
	return "", ""
}

// fill puts in what was left out.
func (g *Goal) fill() {
	if g.From == "" {
		g.From = "digest"
	}
	if g.AgainstOp == "" {
		g.AgainstOp = g.Op
	}
}

// Elsewhere reports whether the other's figures come from another machine.
func (g *Goal) Elsewhere() bool { return len(g.NS) > 0 }

// Wanted is how many times as fast as the other ours should be at N[i]: a goal
// within 1.3 times its time wants 1/1.3.
func (g *Goal) Wanted(i int) float64 {
	at := func(list []float64) float64 { return list[min(i, len(list)-1)] }
	if len(g.Within) > 0 {
		return 1 / at(g.Within)
	}
	return at(g.Faster)
}
