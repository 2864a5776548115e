package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// Outcome says whether a published claim is reproduced.
type Outcome struct {
	Claim  experiments.Claim
	Answer string // yes, no, or unanswered: this record has no cell for it
	Why    string
}

// The answers of an Outcome.
const (
	Yes        = "yes"
	No         = "no"
	Unanswered = "unanswered"
)

// gatedKinds are the kinds of claim that a record must answer.
var gatedKinds = []string{"fpr", "sizing", "theory"}

// ClaimsIn judges the claims of the kinds fpr, sizing and theory, and those of
// other kinds that have an answer, in their order; none where no record is of a
// profile that could answer one. The reasons are in the words of a language.
func ClaimsIn(w *catalogue.Words, claims []experiments.Claim, all []Experiment) []Outcome {
	if !slices.ContainsFunc(all, func(e Experiment) bool { return answers(e.Manifest.Profile) }) {
		return nil
	}
	var out []Outcome
	for _, c := range claims {
		if slices.Contains(gatedKinds, c.Kind) || len(c.Answers) > 0 {
			o, _ := judge(w, c, all)
			out = append(out, o)
		}
	}
	return out
}

// judge puts a claim's answers together: it is reproduced when all of them are.
// Beside it is what became of each.
func judge(w *catalogue.Words, c experiments.Claim, all []Experiment) (o Outcome, oks []string) {
	o = Outcome{Claim: c, Answer: Yes}
	var why []string
	if len(c.Answers) == 0 {
		o.Answer = Unanswered
		why = append(why, w.Say("why.none"))
	}
	for i := range c.Answers {
		a := &c.Answers[i]
		ok, reason := answer(w, a, all)
		oks = append(oks, ok)
		if a.Note != "" {
			reason += " (" + w.Text(a.Note) + ")"
		}
		if !slices.Contains(why, reason) {
			why = append(why, reason)
		}
		switch {
		case ok == No, ok == Unanswered && o.Answer == Yes:
			o.Answer = ok
		}
	}
	o.Why = strings.Join(why, "; ")
	return o, oks
}

// answer judges one answer.
func answer(w *catalogue.Words, a *experiments.Answer, all []Experiment) (ok, why string) {
	cells := selected(all, a.Experiment, &a.Match)
	if len(cells) == 0 {
		return Unanswered, w.Say("why.nocell", a.Experiment)
	}
	switch a.How {
	case "rounds":
		return each(w, cells, a, func(x float64) bool { return math.Abs(x-a.Value) <= a.Within*(1+1e-9) },
			w.Say("why.digits", figure(a.Value), figure(a.Within)))
	case "within":
		return each(w, cells, a, func(x float64) bool { return x >= a.Low && x <= a.High },
			w.Say("why.between", figure(a.Low), figure(a.High)))
	case "bound":
		return bound(w, cells, a)
	case "agrees":
		return agrees(w, cells)
	case "probes":
		return probes(w, cells, a)
	case "least":
		return least(w, cells, a)
	case "step":
		return step(w, cells, a)
	}
	against := selected(all, a.Experiment, &a.Match2)
	if len(against) == 0 {
		return Unanswered, w.Say("why.noagainst", a.Experiment)
	}
	if a.How == "ratio" {
		return ratio(w, cells, against, a)
	}
	return crossing(w, cells, against, a)
}

// answers reports whether a profile is large enough to answer claims: smoke
// measures smaller filters than the claims speak of.
func answers(profile string) bool {
	return profile == experiments.Standard || profile == experiments.Full
}

// selected returns the cells of an experiment that m matches.
func selected(all []Experiment, experiment string, m *experiments.Match) []*Cell {
	var cells []*Cell
	for i := range all {
		if all[i].Manifest.Experiment != experiment || !answers(all[i].Manifest.Profile) {
			continue
		}
		for j := range all[i].Cells {
			if c := &all[i].Cells[j]; m.Matches(&c.Seen) {
				cells = append(cells, c)
			}
		}
	}
	return cells
}

// verdict turns a condition into an answer.
func verdict(ok bool) string {
	if ok {
		return Yes
	}
	return No
}

// figure writes a number for people.
func figure(x float64) string { return fmt.Sprintf("%.6g", x) }
