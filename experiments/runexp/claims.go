package runexp

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/report"
	"github.com/filterlab/filterlab/hashes"
)

// claims is the verb claims.
func (s *call) claims() *cobra.Command {
	form := &wordFlag{words: []string{"table"}, known: []string{"table", "csv", "markdown", "json"}}
	var out string
	cmd := &cobra.Command{
		Use:   "claims [ID...] [--out DIR] [--format table|csv|markdown|json]",
		Short: "published statements, what was measured, and whether they are reproduced",
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return s.claimIDs(), cobra.ShellCompDirectiveNoFileComp
		},
	}
	cmd.Flags().StringVar(&out, "out", "results", "folder of the records")
	cmd.Flags().Var(form, "format", "form of the output")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		picked, err := s.pickClaims(args)
		if err != nil {
			return fmt.Errorf("claims: %w", err)
		}
		rulings, err := s.rule(out, picked)
		if err != nil {
			return err
		}
		return s.writeClaims(form.words[0], rulings, len(args) > 0)
	}
	return cmd
}

func (s *call) claimIDs() []string {
	var ids []string
	for i := range s.Claims {
		ids = append(ids, s.Claims[i].ID)
	}
	return ids
}

// pickClaims returns the claims of those ids in the order of their file, all
// where there are none.
func (s *call) pickClaims(ids []string) ([]experiments.Claim, error) {
	if len(s.Claims) == 0 {
		return nil, errors.New("this program has no claims")
	}
	for _, id := range ids {
		if !slices.Contains(s.claimIDs(), id) {
			return nil, errors.New(hashes.Unknown("claim", id, s.claimIDs()))
		}
	}
	var picked []experiments.Claim
	for _, c := range s.Claims {
		if len(ids) == 0 || slices.Contains(ids, c.ID) {
			picked = append(picked, c)
		}
	}
	return picked, nil
}

// rule judges claims by the complete records in out.
func (s *call) rule(out string, picked []experiments.Claim) ([]report.Ruling, error) {
	records, err := s.load("claims", out, nil)
	if err != nil {
		return nil, err
	}
	all, _, err := s.reported(records, nil)
	if err != nil {
		return nil, fmt.Errorf("claims: %w", err)
	}
	machines, err := s.loadTimings(out)
	if err != nil {
		return nil, fmt.Errorf("claims: %w", err)
	}
	var rulings []report.Ruling
	for _, c := range find(picked, machines) {
		rulings = append(rulings, report.Rule(c, all))
	}
	return rulings, nil
}

// ruled words a ruling: reproduced, not reproduced, undecided, cannot be decided, or
// no answer.
func ruled(r *report.Ruling) string {
	switch {
	case r.Answer == report.Yes:
		return "reproduced"
	case r.Answer == report.No:
		return "not reproduced"
	case r.Answer == report.Open:
		return "cannot be decided"
	case r.Undecided:
		return "undecided"
	}
	return "no answer"
}

// writeClaims prints the rulings in one of the four forms. The table is an
// overview; of claims that were asked for by name it tells everything.
func (s *call) writeClaims(form string, rulings []report.Ruling, named bool) error {
	g := claimGrid(rulings)
	switch {
	case form == "json":
		return writeJSON(s.out, claimObjects(rulings))
	case form == "csv":
		return g.write(s.out, "csv")
	case form == "markdown":
		_, err := fmt.Fprintln(s.out, g.markdown())
		return err
	case !named:
		g = shortClaimGrid(rulings)
		if err := g.write(s.out, "table"); err != nil {
			return err
		}
		_, err := fmt.Fprintf(s.out, "\n%s; runexp claims ID tells everything about one\n", claimTally(rulings))
		return err
	}
	for i, card := range claimCards(rulings) {
		if i > 0 {
			fmt.Fprintln(s.out)
		}
		if err := writeFields(s.out, "table", card); err != nil {
			return err
		}
	}
	return nil
}

// claimTally counts the outcomes.
func claimTally(rulings []report.Ruling) string {
	n := map[string]int{}
	for i := range rulings {
		n[ruled(&rulings[i])]++
	}
	return fmt.Sprintf("%d claims: %d reproduced, %d not, %d undecided, %d without an answer, %d that no count decides", len(rulings),
		n["reproduced"], n["not reproduced"], n["undecided"], n["no answer"], n["cannot be decided"])
}
