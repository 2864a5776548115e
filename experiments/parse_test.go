package experiments

import (
	"strings"
	"testing"
)

// good is a spec with everything in it that a file can hold.
const good = `name     = "good"
question = "Is it?"
analysis = """
[grid] is a word here, and k = 7 too.
"""
seed     = "0xffffffffffffffff"

[[grid]]
name         = "first # not a comment"
variant      = ["classic"]
scheme       = [
	"xxh3+double", # a comment with ]
	"sha256+sliced",
]
keys         = ["uint64"]
capacity     = [500_000]
load         = [0.5, 8]
bits-per-key = [10]
k            = [7]
[grid.params]
reduce = ["mod"]
[grid.smoke]
capacity = [1e4]

[[grid]]
profiles  = ["full"]
variant   = ["counting"]
scheme    = ["xxh3+double"]
keys      = ["uint64"]
n         = [1000]
fpr       = [0.01]
params    = { width = [2, "4"], churn = [0.5] }
tolerance = 0.1
reason    = "because"

[[gate]]
match  = { scheme = ["sha256+sliced"], load = [8] }
expect = "none"
reason = "because"
`

func TestParse(t *testing.T) {
	s, err := Parse("dir/good.toml", good)
	if err != nil {
		t.Fatal(err)
	}
	if s.Seed != 1<<64-1 || len(s.Grids) != 2 || len(s.Gates) != 1 || s.Text != good {
		t.Errorf("read %+v", s)
	}
	g := s.Grids[0]
	if len(g.Scheme) != 2 || g.Load[1] != 8 || g.Params["reduce"][0] != "mod" || g.Smoke.Capacity[0] != 10_000 {
		t.Errorf("first grid: %+v", g)
	}
	if w := s.Grids[1].Params; strings.Join(w["width"], " ") != "2 4" || w["churn"][0] != "0.5" {
		t.Errorf("second grid's parameters: %v", w)
	}
}

// Each mistake is one line with the file, the line it stands on and what is
// allowed. The line numbers are counted in the constant above.
func TestParseErrors(t *testing.T) {
	for name, c := range map[string]struct{ from, to, want string }{
		"unknown key":         {"bits-per-key = [10]", "bitz = [10]", "good.toml:18: unknown key grid.bitz; known: bits, bits-per-key, capacity,"},
		"other case":          {"fpr       =", "FPR       =", "good.toml:31: unknown key grid.FPR; known:"},
		"unknown table":       {"[grid.smoke]", "[grid.smoky]", "good.toml:22: unknown key grid.smoky; known:"},
		"in inline table":     {"load = [8]", "lode = [8]", "good.toml:37: unknown key gate.match.lode; known:"},
		"wrong type":          {"k            = [7]", `k            = ["seven"]`, "good.toml:19: grid.k = seven: want a whole number"},
		"no list":             {"n         = [1000]", "n         = 1000", "good.toml:30: grid.n = 1000: want a list in brackets"},
		"empty list":          {"n         = [1000]", "n         = []", "good.toml:30: grid.n: empty list"},
		"no text":             {`question = "Is it?"`, "question = 3", "good.toml:2: question = 3: want text in quotes"},
		"fraction":            {"capacity     = [500_000]", "capacity     = [1.5]", "good.toml:16: grid.capacity = 1.5: want a whole number"},
		"negative":            {"n         = [1000]", "n         = [-5]", "good.toml:30: grid.n = -5: want a whole number"},
		"too large":           {`"0xffffffffffffffff"`, `"0x1ffffffffffffffff"`, "good.toml:6: seed = 0x1ffffffffffffffff: want a whole number"},
		"zero":                {"n         = [1000]", "n         = [0]", "good.toml:30: n = 0: want at least 1"},
		"k zero":              {"k            = [7]", "k            = [0]", "good.toml:19: k = 0: want at least 1"},
		"k huge":              {"k            = [7]", "k            = [1e9]", "good.toml:19: k = 1000000000: want 1 to 64"},
		"p one":               {"fpr       = [0.01]", "fpr       = [1.0]", "good.toml:31: fpr = 1: want a number in the open interval (0, 1)"},
		"p zero":              {"fpr       = [0.01]", "fpr       = [0]", "good.toml:31: fpr = 0: want a number in the open interval"},
		"p NaN":               {"fpr       = [0.01]", "fpr       = [nan]", "good.toml:31: grid.fpr = NaN: want a finite number"},
		"p infinite":          {"fpr       = [0.01]", "fpr       = [inf]", "good.toml:31: grid.fpr = +Inf: want a finite number"},
		"two sizes":           {"fpr       = [0.01]", "fpr       = [0.01]\nbits = [5]", "good.toml:25: want exactly one of bits, bits-per-key and fpr, got 2"},
		"no size":             {"bits-per-key = [10]", "", "good.toml:8: want exactly one of bits, bits-per-key and fpr, got 0"},
		"n and load":          {"k            = [7]", "n            = [7]", "good.toml:17: load and n together"},
		"unknown profile":     {`["full"]`, `["fall"]`, `good.toml:26: unknown profile "fall"; known: smoke, standard, full`},
		"unknown expectation": {`expect = "none"`, `expect = "nothing"`, `good.toml:38: expect = "nothing": want agrees, deviates or none`},
		"gate without reason": {"expect = \"none\"\nreason = \"because\"", `expect = "none"`, "good.toml:36: gate without a written reason"},
		"grid without reason": {"tolerance = 0.1\nreason    = \"because\"", "tolerance = 0.1", "good.toml:25: expect, tolerance, trials and queries need a written reason"},
		"other name":          {`name     = "good"`, `name     = "bad"`, `good.toml:1: name = "bad": want "good", the file's name`},
		"no question":         {`question = "Is it?"`, "", "question missing"},
		"syntax":              {`k            = [7]`, `k            = [7`, "good.toml:20: "},
		"twice":               {`k            = [7]`, "k            = [7]\nk = [8]", "good.toml:20: "},
		"parameter":           {`["mod"]`, `["a;b"]`, "good.toml:21: grid.params.reduce = a;b: want text without ';'"},
		"too many cells":      {"n         = [1000]", "n         = [" + strings.Repeat("1,", 60_000) + "1]", "good.toml:25: 100001 cells: want at most 100000"},
	} {
		text := strings.Replace(good, c.from, c.to, 1)
		if text == good {
			t.Fatalf("%s: nothing replaced", name)
		}
		_, err := Parse("good.toml", text)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v\nwant one line with %q", name, err, c.want)
		}
	}
}

// FuzzParse: any text gives a spec or a one-line error, never a panic.
func FuzzParse(f *testing.F) {
	f.Add(good)
	f.Add("[[grid]]\n[grid.params]\nx = [[1]]\n")
	f.Add("'' = 1")
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := Parse("x.toml", text); err == nil {
			return
		} else if strings.HasPrefix(err.Error(), "x.toml") == false {
			t.Errorf("error without file: %v", err)
		}
	})
}
