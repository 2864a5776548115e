package report

import (
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// Pages name the program and the folder that a record was made by and put into, and
// for measuring it anew a copy of that folder, or, for all of it, an empty one.
func TestCommandsAreThoseUsed(t *testing.T) {
	for _, c := range []struct {
		command, profile, run, flag, fresh string
	}{
		{"", "standard", "runexp run own --profile standard --seed 3", "", "make build; cp -r OUT results-mine; ./runexp run own --again --profile standard --seed 3 --out results-mine"},
		{"runexp run --again --quiet --out results", "standard", "runexp run own --profile standard --seed 3", "", "make build; cp -r OUT results-mine; ./runexp run own --again --profile standard --seed 3 --out results-mine"},
		{"runexp run own --profile smoke", "smoke", "runexp run own --profile smoke --seed 3", " --out results-smoke", "make build; cp -r OUT results-mine; ./runexp run own --again --profile smoke --seed 3 --out results-mine"},
		{"filters run own --profile smoke --out results-smoke/mine/", "smoke", "filters run own --profile smoke --seed 3 --out results-smoke/mine", " --out results-smoke/mine",
			"cp -r OUT results-mine; ./filters run own --again --profile smoke --seed 3 --out results-mine"},
		{"filters run --out=results-mine", "standard", "filters run own --profile standard --seed 3 --out results-mine", " --out results-mine",
			"cp -r OUT results-mine-2; ./filters run own --again --profile standard --seed 3 --out results-mine-2"},
		{"runexp run --out /somebody/at/home", "standard", "runexp run own --profile standard --seed 3 --out DIR", " --out DIR",
			"make build; cp -r OUT results-mine; ./runexp run own --again --profile standard --seed 3 --out results-mine"},
	} {
		m := record.Manifest{Experiment: "own", Profile: c.profile, Seed: 3, Command: strings.Fields(c.command)}
		fresh := commandsOf(&m)
		first := strings.Replace(strings.Join(fresh[:len(fresh)-2], "; "), "cp -r "+outOf(&m)+" ", "cp -r OUT ", 1)
		if got := RunCommand(&m); got != c.run || outFlag(&m) != c.flag || first != c.fresh {
			t.Errorf("%s:\ngot  %s, %q, %s\nwant %s, %q, %s", c.command, got, outFlag(&m), first, c.run, c.flag, c.fresh)
		}
		whole := strings.Join(afresh([]Experiment{{Manifest: m}, {Manifest: m}}), "; ")
		if want := strings.NewReplacer(" own --again ", " own own ", "cp -r OUT results-mine-2; ", "", "cp -r OUT results-mine; ", "").Replace(c.fresh); !strings.HasPrefix(whole, want+"; ./"+program(&m)+" check --out "+freshFolder(&m)+"; ") {
			t.Errorf("%s: all of it: %s", c.command, whole)
		}
	}
}
