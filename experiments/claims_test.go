package experiments

import (
	"strings"
	"testing"
)

// Every published claim has an answer, if only that nothing decides it, the figures
// of article 2 stand in the answers as in claims.csv, and the experiments named
// exist. (That the matches select cells is tested where cells are known.)
func TestClaims(t *testing.T) {
	claims, err := Claims()
	if err != nil {
		t.Fatal(err)
	}
	if len(claims) != 53 { // the lines of claims.csv without its header, by wc
		t.Errorf("%d claims, want 51", len(claims))
	}
	specs, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, s := range specs {
		known[s.Name] = true
	}
	for _, c := range claims {
		if len(c.Answers) == 0 {
			t.Errorf("%s (%s): no answer", c.ID, c.Kind)
		}
		for _, a := range c.Answers {
			if a.Recorded() && !known[a.Experiment] {
				t.Errorf("%s: unknown experiment %q", c.ID, a.Experiment)
			}
		}
	}
}

// A mistake in the answers names file and line.
func TestBadAnswers(t *testing.T) {
	claims, err := readClaims()
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"[[answer]]\nclaim = \"A9\"\nhow = \"rounds\"":       `claims.toml:2: claim "A9" is not in claims.csv`,
		"[[answer]]\nclaim = \"A1-tiny\"\nhow = \"roundly\"": `claims.toml:3: how = "roundly": want one of rounds, within,`,
		"[[answer]]\nclaim = \"A1-tiny\"\nhow = \"never\"":   `claims.toml:3: how = "never" with experiment = "": want an experiment`,
		"[[answer]]\n\nclam = \"A1-tiny\"":                   "claims.toml:3: unknown key answer.clam; known:",
	} {
		if err := addAnswers(claims, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
