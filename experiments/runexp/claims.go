package runexp

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/record"
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

// claimGrid has everything, one row a claim.
func claimGrid(rulings []report.Ruling) grid {
	g := grid{header: []string{"claim", "source", "kind", "statement", "claimed", "outcome", "measured", "theory", "probes", "why", "cells"}}
	for i := range rulings {
		r := &rulings[i]
		g.rows = append(g.rows, []string{r.Claim.ID, r.Claim.Source, r.Claim.Kind, r.Claim.Statement, r.Claim.Claimed, ruled(r),
			measuredText(r), theoryText(r), probesText(r), r.Why, strings.Join(cellIDs(r), " ")})
	}
	return g
}

// claimCards tells everything about each claim, one below the other.
func claimCards(rulings []report.Ruling) [][]field {
	g := claimGrid(rulings)
	var cards [][]field
	for _, row := range g.rows {
		var card []field
		for i, value := range row {
			if value != "" {
				card = append(card, field{g.header[i], value})
			}
		}
		cards = append(cards, card)
	}
	return cards
}

// shortClaimGrid is the overview for people.
func shortClaimGrid(rulings []report.Ruling) grid {
	g := grid{header: []string{"claim", "outcome", "statement", "measured"}, widths: []int{0, 14, 46, 40}}
	for i := range rulings {
		r := &rulings[i]
		g.rows = append(g.rows, []string{r.Claim.ID, ruled(r), r.Claim.Statement, measuredText(r)})
	}
	return g
}

// measuredText says what the record has, column by column: the value or its
// range, and, for a measured rate, what all intervals together cover.
func measuredText(r *report.Ruling) string {
	var parts []string
	for _, column := range columnsOf(r) {
		low, high := math.Inf(1), math.Inf(-1)
		from, to := low, high
		for _, x := range r.Rests {
			if columnOf(&x) == column && !x.Compared {
				low, high = math.Min(low, x.Value), math.Max(high, x.Value)
				from, to = math.Min(from, x.Low), math.Max(to, x.High)
			}
		}
		text := column + " " + span(low, high)
		if column == "fpr" && !math.IsNaN(from) {
			text += fmt.Sprintf(" in [%s, %s]", brief(from), brief(to))
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// theoryText is the range of what theory predicts for the measured rates.
func theoryText(r *report.Ruling) string {
	low, high := math.Inf(1), math.Inf(-1)
	for _, x := range r.Rests {
		if columnOf(&x) == "fpr" && !x.Compared {
			low, high = math.Min(low, x.Cell.Row.TheoryFPR), math.Max(high, x.Cell.Row.TheoryFPR)
		}
	}
	if low > high {
		return ""
	}
	return span(low, high)
}

// probesText names the numbers of probes that a published rate fits; empty where
// the claim states no measured rate.
func probesText(r *report.Ruling) string {
	switch {
	case r.Probes == nil:
		return ""
	case len(r.Probes) == 0:
		return "none"
	}
	var texts []string
	for _, n := range r.Probes {
		texts = append(texts, brief(n))
	}
	return strings.Join(texts, " ")
}

// columnOf is the column that an answer looks at.
func columnOf(x *report.Support) string {
	if x.Answer.Column == "" {
		return "fpr"
	}
	return x.Answer.Column
}

// columnsOf lists the columns that a ruling looks at, each once, in order.
func columnsOf(r *report.Ruling) []string {
	var columns []string
	for i := range r.Rests {
		if c := columnOf(&r.Rests[i]); !slices.Contains(columns, c) {
			columns = append(columns, c)
		}
	}
	return columns
}

// cellIDs lists the cells that a ruling rests on, each once.
func cellIDs(r *report.Ruling) []string {
	var ids []string
	for _, x := range r.Rests {
		if !slices.Contains(ids, x.Cell.Row.ID) {
			ids = append(ids, x.Cell.Row.ID)
		}
	}
	return ids
}

// span writes one number, or the two ends of a range.
func span(low, high float64) string {
	if low == high {
		return brief(low)
	}
	return brief(low) + " to " + brief(high)
}

// brief writes a number that is computed and not measured, with six digits: as many
// as come out alike on every processor.
func brief(x float64) string { return record.FormatFloat(x, record.VerdictDigits) }
