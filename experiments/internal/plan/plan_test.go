package plan

import (
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments"
)

const simple = `
[[grid]]
variant      = ["plain"]
scheme       = ["xxh3+double"]
keys         = ["uint64"]
n            = [1_000, 2_000]
bits-per-key = [10]
k            = [7]
`

// The ids were computed apart, by sha256sum of the canonical names: a change
// here breaks every citation.
func TestIDsArePinned(t *testing.T) {
	p := planned(t, experiments.Standard, simple)
	want := []struct{ canonical, id string }{
		{"experiment=t variant=plain scheme=xxh3+double keys=uint64 n=1000 capacity=1000 bits=10000 k=7 params=reduce=fastrange", "aaa06a3971"},
		{"experiment=t variant=plain scheme=xxh3+double keys=uint64 n=2000 capacity=2000 bits=20000 k=7 params=reduce=fastrange", "6510552edb"},
	}
	if len(p.Cells) != len(want) {
		t.Fatalf("%d cells, want %d", len(p.Cells), len(want))
	}
	for i, c := range p.Cells {
		if c.Canonical != want[i].canonical || c.Row.ID != want[i].id {
			t.Errorf("cell %d: %s %q, want %s %q", i, c.Row.ID, c.Canonical, want[i].id, want[i].canonical)
		}
	}
}

// Adding a grid changes nothing in the rows of the cells that were there.
func TestAddingACellChangesNoOther(t *testing.T) {
	before := planned(t, experiments.Standard, simple)
	after := planned(t, experiments.Standard, strings.Replace(simple, "[1_000, 2_000]", "[500, 1_000, 1_500, 2_000]", 1))
	rows := map[string]Cell{}
	for _, c := range after.Cells {
		rows[c.Canonical] = c
	}
	for _, c := range before.Cells {
		if got := rows[c.Canonical]; got.Row != c.Row {
			t.Errorf("row changed:\n%+v\n%+v", c.Row, got.Row)
		}
	}
}

// What cannot be is refused in one line that names the experiment and what is
// wrong, and says who can.
func TestRefusals(t *testing.T) {
	for name, c := range map[string]struct{ from, to, want string }{
		"unknown variant":  {`["plain"]`, `["plane"]`, `unknown variant "plane"; known: plain, removable, bucketed (did you mean "plain"?)`},
		"unknown function": {`xxh3+double`, `xxh4+double`, `unknown hash function "xxh4"; known: xxh3, narrow`},
		"unknown probing":  {`xxh3+double`, `xxh3+doubled`, `unknown probing "doubled"`},
		"sliced 64 bits":   {`xxh3+double`, `narrow+sliced`, `slicing needs a digest of at least 128 bits and narrow has 64`},
		"scheme":           {`["plain"]` + "\n" + `scheme       = ["xxh3+double"]`, `["bucketed"]` + "\n" + `scheme = ["xxh3+sliced"]`, `k = 7 on bucketed`},
		"unknown keys":     {`"uint64"`, `"uint65"`, `unknown key kind "uint65"; known: uint64, words`},
		"too few keys":     {"keys         = [\"uint64\"]\nn            = [1_000, 2_000]", "keys = [\"words\"]\nn = [104_334]", `keys words: 104334 are inserted: want at most 104333`},
		"churned words":    {"variant      = [\"plain\"]\nscheme       = [\"xxh3+double\"]\nkeys         = [\"uint64\"]\nn            = [1_000, 2_000]", "variant = [\"removable\"]\nscheme = [\"xxh3+double\"]\nkeys = [\"words\"]\nn = [50_000]\nparams = { churn = [1.5] }", `keys words: 125000 are inserted`},
		"k":                {`"plain"`, `"bucketed"`, `k = 7 on bucketed, which has no probes; who has: plain, removable`},
		"churn":            {"[[grid]]", "[[grid]]\nparams = { churn = [1] }", `churn = 1 on plain, which cannot remove keys; who can: removable`},
		"churn value":      {"variant      = [\"plain\"]", "variant = [\"removable\"]\nparams = { churn = [-1] }", `churn=-1: want a number from 0 to 1000`},
		"parameter":        {"[[grid]]", "[[grid]]\nparams = { redcue = [\"mod\"] }", `unknown parameter "redcue"; known: reduce (did you mean "reduce"?)`},
		"bits":             {"bits-per-key = [10]", "bits = [2_000_000_000_000]", `plain: bits 2000000000000: want 1 to 2^40`},
		"twice":            {"k            = [7]", "k = [7, 7]", `cell id`},
		"tolerance":        {"[[grid]]", "[[grid]]\ntolerance = 1e-6\nreason = \"none\"", `theory's own error of 1e-05 is not below the tolerance of 1e-06`},
		"too small a rate": {"bits-per-key = [10]\nk            = [7]", "fpr = [1e-12]", `needs about`},
		"too many keys":    {"[1_000, 2_000]", "[500_000_000]", `n = 500000000: profile standard wants at most`},
	} {
		text := strings.Replace(simple, c.from, c.to, 1)
		if text == simple {
			t.Fatalf("%s: nothing replaced", name)
		}
		_, err := New([]experiments.Spec{spec(t, text)}, experiments.Standard, fakes(), Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v\nwant one with %q", name, err, c.want)
			continue
		}
		if strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "t: ") {
			t.Errorf("%s: want one line naming the experiment: %v", name, err)
		}
	}
}
