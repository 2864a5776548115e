package runexp

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/report"
)

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
