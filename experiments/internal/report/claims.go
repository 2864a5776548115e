package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// Outcome says whether a published claim is reproduced.
type Outcome struct {
	Claim  experiments.Claim
	Answer string // yes, no, unanswered (this record has no cell for it), or open (no count decides it)
	Why    string

	// For tables: the numbers behind it, joined by ; where the claim has several, and
	// the reason in some words.
	Measured, Theory, Short string
}

// The answers of an Outcome.
const (
	Yes        = "yes"
	No         = "no"
	Unanswered = "unanswered"
	Open       = "open"
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
	var why, measured, theory, short []string
	if len(c.Answers) == 0 {
		o.Answer = Unanswered
		why, short = append(why, sentence(w.Say("why.none"))), append(short, w.Say("because.unanswered"))
	}
	for i := range c.Answers {
		a := &c.Answers[i]
		ok, reason := answer(w, a, all)
		oks = append(oks, ok)
		reason = sentence(reason)
		if a.Note != "" && a.How != experiments.Open {
			reason = strings.TrimSuffix(reason, ".") + " (" + w.Text(a.Note) + ")."
		}
		f := finds(w, a, all)
		why, short = appendNew(why, reason), appendNew(short, shortly(w, a, ok))
		measured, theory = appendNew(measured, f.Measured), appendNew(theory, f.Theory)
		switch {
		case ok == No, o.Answer == Yes, ok == Open && o.Answer == Unanswered:
			o.Answer = ok // the first of no, open, unanswered, yes
		}
	}
	o.Why, o.Short = strings.Join(why, " "), strings.Join(short, "; ")
	o.Measured, o.Theory = strings.Join(measured, "; "), strings.Join(theory, "; ")
	return o, oks
}

// answer judges one answer.
func answer(w *catalogue.Words, a *experiments.Answer, all []Experiment) (ok, why string) {
	if !a.Recorded() {
		return found(w, a)
	}
	cells := selected(all, a.Experiment, &a.Match)
	if len(cells) == 0 {
		return Unanswered, w.Say("why.nocell", a.Experiment)
	}
	switch a.How {
	case "rounds":
		return each(w, cells, a, func(x float64) bool { return math.Abs(x-a.Value) <= a.Within*(1+1e-9) },
			rounded(w, a))
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
	case "never":
		return never(w, a.Experiment, cells)
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

// figure writes a number for people: whole ones in full, in groups of three digits,
// others to six digits, and without an exponent where that can be read.
func figure(x float64) string {
	switch {
	case !(math.Abs(x) < 1e15) || x != 0 && math.Abs(x) < 1e-7:
		return fmt.Sprintf("%.6g", x)
	case x != math.Trunc(x):
		return grouped(strconv.FormatFloat(record.Round(x, 6), 'f', -1, 64))
	}
	return grouped(fmt.Sprintf("%.0f", x))
}

// grouped puts a comma between the thousands of a number that is written without an
// exponent; pages in every language write numbers so.
func grouped(text string) string {
	if strings.ContainsAny(text, "eE") {
		return text
	}
	whole, rest, fraction := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0 && whole[i-1] != '-'; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if fraction {
		whole += "."
	}
	return whole + rest
}

// rounded is a published figure, with how far another may be from it and still round
// to it.
func rounded(w *catalogue.Words, a *experiments.Answer) string {
	if a.Within == 0 {
		return figure(a.Value)
	}
	return w.Say("why.digits", figure(a.Value), figure(a.Within))
}

// quantity is what a column holds, as it is called inside a sentence.
func quantity(w *catalogue.Words, column string) string {
	if key := "quantity." + column; w.Has(key) {
		return w.Say(key)
	}
	return column
}

// sentence begins with a capital letter and ends with a full stop.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + strings.TrimSuffix(text[size:], ".") + "."
}

// list joins alternatives: a, b or c.
func list(w *catalogue.Words, all []string) string {
	last := len(all) - 1
	if last < 1 {
		return strings.Join(all, "")
	}
	return w.Say("why.or", strings.Join(all[:last], ", "), all[last])
}
