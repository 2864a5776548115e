package runexp_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/record"
)

// plantedGoals are two that any machine decides alike: to take no longer than a
// billion times as much time, and to be a billion times as fast; and one where ours
// takes more bits.
const plantedGoals = `
[[goal]]
id      = "easy"
ours    = "classic:bits-per-key=12"
against = "blocked:bits-per-key=12"
op      = "Contains"
hits    = [0, 100]
n       = [300]
faster  = [1e-9]

[[goal]]
id      = "hard"
ours    = "classic:bits-per-key=12"
against = "blocked:bits-per-key=12"
op      = "Contains"
hits    = [100]
n       = [300]
faster  = [1e9]
reason  = "nothing is"

[[goal]]
id      = "dearer"
ours    = "classic:bits-per-key=40"
against = "blocked:bits-per-key=12"
op      = "Contains"
hits    = [0]
n       = [300]
faster  = [1]
`

// goalsHere runs a program with the planted goals.
func goalsHere(t *testing.T, want int, args ...string) (stdout, stderr string) {
	t.Helper()
	goals, err := experiments.ParseGoals("planted", plantedGoals)
	if err != nil {
		t.Fatal(err)
	}
	c := command("testdata")
	c.Goals = goals
	var out, errs bytes.Buffer
	if got := c.Run(t.Context(), args, strings.NewReader(""), &out, &errs); got != want {
		t.Fatalf("runexp %s: exit code %d, want %d\n%s%s", strings.Join(args, " "), got, want, &out, &errs)
	}
	return out.String(), errs.String()
}

// TestGoals: what bench --goals times is what goals judges, in each of its forms.
func TestGoals(t *testing.T) {
	out := t.TempDir()
	if _, stderr := goalsHere(t, 2, "goals", "--out", out); !strings.Contains(stderr, "no timings of goals below "+filepath.Join(out, record.TimingsFolder)) {
		t.Errorf("without timings: %s", stderr)
	}
	if _, stderr := goalsHere(t, 2, "goals", "hasty", "--out", out); !strings.Contains(stderr, "easy, hard, dearer") {
		t.Errorf("an unknown goal: %s", stderr)
	}
	goalsHere(t, 0, "bench", "--goals", "--quiet", "--rounds", "10", "--benchtime", "64x", "--pool", "256", "--out", out)
	stdout, _ := goalsHere(t, 0, "goals", "--out", out, "--format", "json")
	var told struct {
		Goals []struct{ Goal, Verdict string }
	}
	if err := json.Unmarshal([]byte(stdout), &told); err != nil {
		t.Fatal(err, stdout)
	}
	var got []string
	for _, r := range told.Goals {
		got = append(got, r.Goal+" "+r.Verdict)
	}
	want := []string{"easy " + record.GoalMet, "easy " + record.GoalMet, "hard " + record.GoalMissed, "dearer " + record.GoalIncomparable}
	if !slices.Equal(got, want) {
		t.Errorf("verdicts %q, want %q", got, want)
	}
	for form, words := range map[string]string{"table": "4 rows: 2 met, 1 missed", "csv": "machine_id,goal", "markdown": "| machine_id | goal |"} {
		if stdout, _ := goalsHere(t, 0, "goals", "--out", out, "--format", form); !strings.Contains(stdout, words) {
			t.Errorf("--format %s: no %q in\n%s", form, words, stdout)
		}
	}
	if stdout, _ := goalsHere(t, 0, "goals", "hard", "--out", out); !strings.Contains(stdout, "hard: reason: nothing is") || strings.Contains(stdout, "easy") {
		t.Errorf("one goal: %s", stdout)
	}
}
