package report

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// PageFile is the name of a page in a language: README.md, README.vi.md.
func PageFile(lang string) string { return named("README", lang, ".md") }

// named puts a language into a file's name; English has none.
func named(name, lang, ending string) string {
	if lang == catalogue.English {
		return name + ending
	}
	return name + "." + lang + ending
}

// notice is the first line of every page.
func notice(w *catalogue.Words) string { return "<!-- " + w.Say("page.notice") + " -->\n" }

// Page writes the page of one experiment. It depends on the rows alone, not on
// machine or time, so that equal records have equal pages.
func Page(w *catalogue.Words, e *Experiment, claims []Outcome) []byte {
	var b strings.Builder
	name := e.Manifest.Experiment
	fmt.Fprintf(&b, "%s\n# %s\n\n    %s\n\n**%s**\n\n", notice(w), name, RunCommand(&e.Manifest), w.Text(e.Question))
	for i := range e.Figures {
		b.WriteString(e.Figures[i].markdown("figures/"))
	}
	fmt.Fprintf(&b, "## %s\n\n%s\n\n", w.Say("page.result"), verdictSentence(w, e))
	b.WriteString(resultPart(w, e))
	fmt.Fprintf(&b, "## %s\n\n", w.Say("page.analysis"))
	if e.Manifest.Profile == experiments.Smoke {
		fmt.Fprintf(&b, "%s\n\n", w.Say("result.smoke"))
	}
	fmt.Fprintf(&b, "%s\n\n", strings.TrimSpace(w.Text(e.Analysis)))
	if own := claimsOf(name, claims); len(own) > 0 {
		fmt.Fprintf(&b, "## %s\n\n%s\n", w.Say("page.claims"), claimMarkdown(w, own))
	}
	fmt.Fprintf(&b, "## %s\n\n    %s\n\n%s\n\n", w.Say("page.again"), strings.Join(commandsOf(&e.Manifest), "\n    "), verifySentence(w, &e.Manifest))
	fmt.Fprintf(&b, "## %s\n\n%s\n", w.Say("page.cite"), citation(w, "cite.cell", &e.Manifest))
	return []byte(b.String())
}

// resultPart is the table of results, what its words mean, and why some cells
// are expected to show something else than agreement.
func resultPart(w *catalogue.Words, e *Experiment) string {
	var b strings.Builder
	table, same := results(w, e.Cells)
	if same != "" {
		fmt.Fprintf(&b, "%s\n\n", w.Say("result.same", same))
	}
	fmt.Fprintf(&b, "%s\n%s\n\n", table.markdown(), legend(w, e))
	for _, m := range meanings(w) {
		fmt.Fprintf(&b, "- %s\n", m)
	}
	b.WriteString("\n")
	if len(e.Reasons) > 0 {
		fmt.Fprintf(&b, "%s\n\n", w.Say("result.reasons"))
		for _, r := range e.Reasons {
			fmt.Fprintf(&b, "- %s: %s\n", w.Say("verdict."+r.Expect), w.Text(r.Text))
		}
		b.WriteString("\n")
	}
	if text, broken := promises(w, e.Cells); text != "" {
		fmt.Fprintf(&b, "%s\n\n", text)
		if broken != nil {
			fmt.Fprintf(&b, "%s\n", broken.markdown())
		}
	}
	return b.String()
}

// meanings are sentences on what verdicts mean.
func meanings(w *catalogue.Words) []string {
	return []string{w.Say("meaning.agrees"), w.Say("meaning.deviates"), w.Say("meaning.undecided"), w.Say("meaning.gate")}
}

// citation says how a record, or a cell of it, is cited: in a sentence, or, with
// cite.record, in a line of a list.
func citation(w *catalogue.Words, key string, m *record.Manifest) string {
	return w.Say(key, m.SpecSHA256, m.Seed, m.Profile, program(m)+" cite "+m.Experiment+outFlag(m), m.Experiment)
}

// verdictSentence counts the verdicts of an experiment.
func verdictSentence(w *catalogue.Words, e *Experiment) string {
	n := tally(e)
	if n["all"] == 0 {
		return w.Say("result.unchecked", len(e.Cells))
	}
	text := w.Say("result.checked", len(e.Cells), n["all"], n["agrees"], n["deviates"], n["undecided"])
	if n["unmet"] == 0 {
		return text + " " + w.Say("result.met")
	}
	return text + " " + w.Say("result.unmet", n["unmet"])
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

// claimTable is a row a claim: what is claimed, what was measured, and what became of
// it in some words. Who says so, and all that decides it, is told more of.
func claimTable(w *catalogue.Words, claims []Outcome) *sheet {
	s := newSheet(w, "claim", "statement", "claimed", "measured", "theory", "reproduced", "why")
	for _, o := range claims {
		c := &o.Claim
		s.Rows = append(s.Rows, []string{c.ID, w.Text(c.Statement), claimed(w, c.Claimed), o.Measured, o.Theory, w.Say("answer." + o.Answer), o.Short})
		s.More = append(s.More, w.Say("claims.said", source(w, c.Source), o.Why))
	}
	return s
}

// claimMarkdown is that table, and a list of what is told more of.
func claimMarkdown(w *catalogue.Words, claims []Outcome) string {
	s := claimTable(w, claims)
	text := w.Say("claims.table") + " " + w.Say("claims.below") + "\n\n" + s.markdown() + "\n"
	for i, more := range s.More {
		text += "- **" + s.Rows[i][0] + "**. " + more + "\n"
	}
	return text
}

// source names where a claim was published.
func source(w *catalogue.Words, name string) string {
	switch name {
	case "course article 1":
		return w.Say("claims.article1")
	case "course article 2":
		return w.Say("claims.article2")
	}
	return w.Text(name)
}

// claimed is what was published: numbers in full, words in the page's language.
func claimed(w *catalogue.Words, text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return r >= 'a' && r <= 'z' && r != 'e' }) {
		text = w.Text(text)
	}
	parts := strings.Split(text, ";")
	for i, p := range parts {
		p = strings.TrimSpace(p)
		parts[i] = p
		about, number := "", p
		if rest, ok := strings.CutPrefix(p, "~"); ok {
			about, number = "~", rest
		}
		if x, err := strconv.ParseFloat(number, 64); err == nil && strings.Contains(number, "e") {
			parts[i] = about + figure(x)
		}
	}
	return strings.Join(parts, "; ")
}
