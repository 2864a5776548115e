package plan

import (
	"bytes"
	"math"
	"testing"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/keys"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants/builtin"
)

// shipped is what the experiments name of the program's catalog. The word list
// has 104,334 lines (wc).
func shipped() Catalog {
	return Catalog{
		Variants:  builtin.Variants(),
		Functions: hashes.Functions(),
		KeyLimit: func(kind string) (uint64, error) {
			if kind == "words" {
				return 104_334, nil
			}
			return math.MaxUint64, keys.Check(kind)
		},
	}
}

// planShipped plans all experiments that come with the program.
func planShipped(t *testing.T, profile string) *Plan {
	t.Helper()
	specs, err := experiments.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(specs, profile, shipped(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Every experiment can be planned in every profile and is within its budget;
// the summaries are for people to review when they change.
func TestShipped(t *testing.T) {
	for _, profile := range experiments.Profiles() {
		if testing.Short() && profile != experiments.Smoke {
			continue
		}
		t.Run(profile, func(t *testing.T) {
			p := planShipped(t, profile)
			if err := p.CheckBudget(); err != nil {
				t.Error(err)
			}
			var out bytes.Buffer
			if err := p.WriteSummary(&out, 2); err != nil {
				t.Fatal(err)
			}
			golden(t, profile+".txt", out.Bytes())
			switch profile {
			case experiments.Smoke:
				checkSmoke(t, p)
			case experiments.Standard:
				checkClaims(t, p)
			case experiments.Full:
				checkGates(t, p)
			}
		})
	}
}

// checkSmoke compares the smoke profile's cells line by line, and finds rates
// that are not for it.
func checkSmoke(t *testing.T, p *Plan) {
	for i := range p.Cells {
		if c := &p.Cells[i]; c.Row.Expect != experiments.None && c.Row.TheoryFPR < decade3 {
			t.Errorf("%s: rate %g", c.Canonical, c.Row.TheoryFPR)
		}
	}
	var out bytes.Buffer
	if err := p.WriteCells(&out); err != nil {
		t.Fatal(err)
	}
	golden(t, "smoke-cells.txt", out.Bytes())
}

// checkGates finds gates that match no cell: slips.
func checkGates(t *testing.T, p *Plan) {
	specs, err := experiments.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range specs {
		for i := range s.Gates {
			if len(p.Select(s.Name, &s.Gates[i].Match)) == 0 {
				t.Errorf("%s: gate %d matches no cell: %s", s.Name, i+1, s.Gates[i].Reason)
			}
		}
	}
}

// checkClaims finds answers to published claims that select no cell.
func checkClaims(t *testing.T, p *Plan) {
	claims, err := experiments.Claims()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range claims {
		for _, a := range c.Answers {
			if a.Recorded() && len(p.Select(a.Experiment, &a.Match)) == 0 {
				t.Errorf("%s: no cell of %s", c.ID, a.Experiment)
			}
			pairs := a.How == "ratio" || a.How == "crossing"
			if pairs && len(p.Select(a.Experiment, &a.Match2)) == 0 {
				t.Errorf("%s: nothing to compare with in %s", c.ID, a.Experiment)
			}
		}
	}
}
