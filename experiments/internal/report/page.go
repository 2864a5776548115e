package report

import (
	"fmt"
	"strings"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/record"
)

// PageFile is the name of a page.
const PageFile = "README.md"

// notice is the first line of every page.
const notice = "<!-- Written by `runexp report` from the files beside it; changes would be lost. -->\n"

// Page writes the page of one experiment. It depends on the rows alone, not on
// machine or time, so that equal records have equal pages.
func Page(e *Experiment, claims []Outcome) []byte {
	var b strings.Builder
	name, out := e.Manifest.Experiment, outFlag(e.Manifest.Profile)
	fmt.Fprintf(&b, "%s\n# %s\n\n    %s\n\n**%s**\n\n", notice, name, runCommand(&e.Manifest), e.Question)
	fmt.Fprintf(&b, "## Result\n\n%s\n\n", verdictSentence(e))
	table, same := resultTable(e.Cells)
	if len(same) > 0 {
		fmt.Fprintf(&b, "The same in every cell: %s.\n\n", strings.Join(same, ", "))
	}
	fmt.Fprintf(&b, "%s\n", table)
	fmt.Fprintf(&b, "fpr is false positives over queries of absent keys. The interval covers the mean rate of such filters and knows the\n"+
		"spread between them. error is (fpr - theory) / theory. `runexp explain CELL%s` tells everything about a cell.\n\n", out)
	fmt.Fprintf(&b, "## Analysis\n\n")
	if e.Manifest.Profile == experiments.Smoke {
		fmt.Fprintf(&b, "It speaks of the profile standard; the profile smoke measures some of its cells, and smaller ones.\n\n")
	}
	fmt.Fprintf(&b, "%s\n\n", strings.TrimSpace(e.Analysis))
	if own := claimsOf(name, claims); len(own) > 0 {
		fmt.Fprintf(&b, "## Published claims\n\n%s\n", claimTable(own))
	}
	fmt.Fprintf(&b, "## How to get it again\n\n    %s\n    runexp check %s%s\n    runexp report %s%s\n\n", runCommand(&e.Manifest), name, out, name, out)
	fmt.Fprintf(&b, "`runexp verify` does the first and compares every byte of counts.csv. `go tool benchstat theory.txt measured.txt`\n"+
		"prints theory and measurements side by side; its p is not the test of agreement, which stands in verdicts.csv.\n\n")
	fmt.Fprintf(&b, "## How to cite\n\nA cell by its id, with spec `%s`, seed %d, profile %s.\n", e.Manifest.SpecSHA256, e.Manifest.Seed, e.Manifest.Profile)
	return []byte(b.String())
}

// outFlag is the flag that check, report and explain need to find the record of a
// profile where run puts it: they look into results first.
func outFlag(profile string) string {
	if profile == experiments.Standard {
		return ""
	}
	return " --out results-" + profile
}

// runCommand is the command that makes the record, wherever it is put.
func runCommand(m *record.Manifest) string {
	return fmt.Sprintf("runexp run %s --profile %s --seed %d", m.Experiment, m.Profile, m.Seed)
}

// verdictSentence counts the verdicts of an experiment.
func verdictSentence(e *Experiment) string {
	n := tally(e)
	if n["all"] == 0 {
		return fmt.Sprintf("%d cells, not checked yet.", len(e.Cells))
	}
	text := fmt.Sprintf("%d cells, %d checks: %d agree with theory, %d deviate, %d are undecided.", len(e.Cells), n["all"], n["agrees"], n["deviates"], n["undecided"])
	if n["unmet"] == 0 {
		return text + " Every gate is met."
	}
	return text + fmt.Sprintf(" %d are not what their gate expects.", n["unmet"])
}

// claimsOf returns the claims that an experiment has an answer for.
func claimsOf(name string, claims []Outcome) []Outcome {
	var own []Outcome
	for _, o := range claims {
		for i := range o.Claim.Answers {
			if o.Claim.Answers[i].Experiment == name {
				own = append(own, o)
				break
			}
		}
	}
	return own
}

func claimTable(claims []Outcome) string {
	var rows [][]string
	for _, o := range claims {
		rows = append(rows, []string{o.Claim.ID, o.Claim.Statement, o.Claim.Claimed, o.Answer, o.Why})
	}
	return markdown([]string{"claim", "statement", "claimed", "reproduced", "why"}, rows)
}
