package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// goalParts is what is told of the goals of speed on one machine: how many are met,
// each of them, and why others are not.
func goalParts(w *catalogue.Words, rows []record.Goal) []timingPart {
	if len(rows) == 0 {
		return nil
	}
	tally := record.TallyGoals(rows, func(v string) string { return w.Say("verdict." + v) })
	parts := []timingPart{{Text: w.Say("goals.intro", record.GoalsFile, tally)}}
	for _, machine := range []string{record.SameMachine, record.AnotherMachine} {
		of := slices.DeleteFunc(slices.Clone(rows), func(g record.Goal) bool { return g.Machine != machine || g.Verdict == record.GoalUntimed })
		if len(of) > 0 {
			caption, note := goalCaption(w, machine)
			parts = append(parts, timingPart{Table: goalTable(w, of), Caption: caption, Note: note})
		}
	}
	if why := goalReasons(w, rows); len(why.Rows) > 0 {
		parts = append(parts, timingPart{Table: why, Caption: w.Say("goals.reasons")})
	}
	return parts
}

// goalMarkdown is all of it below a heading with so many marks; "" without goals.
func goalMarkdown(w *catalogue.Words, rows []record.Goal, marks string) string {
	parts := goalParts(w, rows)
	if len(parts) == 0 {
		return ""
	}
	text := fmt.Sprintf("%s %s\n\n", marks, w.Say("goals.title"))
	for _, p := range parts {
		text += p.markdown(w, "")
	}
	return text
}

// goalCaption is that of the table of goals against figures of a machine, and how to
// read its cells: published figures have no rounds.
func goalCaption(w *catalogue.Words, machine string) (caption, note string) {
	if machine == record.AnotherMachine {
		return w.Say("goals.elsewhere"), w.Say("goals.published") + " " + w.Say("goals.wanted")
	}
	return w.Say("goals.table"), w.Say("goals.note") + " " + w.Say("goals.wanted") + " " + w.Say("goals.names")
}

// goalTable is a row a goal and share of present keys, a column an n.
func goalTable(w *catalogue.Words, rows []record.Goal) *sheet {
	s := newSheet(w, "goal", "ours", "against", "hits")
	var sizes []uint64
	for i := range rows {
		sizes = append(sizes, rows[i].N)
	}
	slices.Sort(sizes)
	sizes = slices.Compact(sizes)
	for _, n := range sizes {
		s.Header = append(s.Header, "n = "+keysOf(n))
	}
	for i := range rows {
		g := &rows[i]
		at := slices.IndexFunc(s.Rows, func(row []string) bool { return row[0] == g.Goal && row[3] == g.Hits })
		if at < 0 {
			at = len(s.Rows)
			s.Rows = append(s.Rows, append(goalWords(w, g), make([]string, len(sizes))...))
		}
		cell := w.Say("verdict." + g.Verdict)
		if !math.IsNaN(g.Ratio) {
			cell = w.Say("goals.cell", short(g.Ratio, 3), wanted(g.Wanted), cell)
		}
		s.Rows[at][4+slices.Index(sizes, g.N)] = cell
	}
	return s
}

// goalWords are the first cells of a row: the goal and both sides, with their
// operations.
func goalWords(w *catalogue.Words, g *record.Goal) []string {
	side := func(item, op string) string {
		name, _, _ := strings.Cut(item, ":")
		switch {
		case item == "limit":
			return timedWord(w, item)
		case g.Machine == record.AnotherMachine && item == g.Against:
			return item
		}
		return name + " " + op
	}
	ours := side(g.Ours, g.Op)
	if g.From != "digest" {
		ours += ", " + w.Say("goals.hashing")
	}
	if g.Portable == "yes" {
		ours += ", " + w.Say("goals.portable")
	}
	return []string{g.Goal, ours, side(g.Against, g.AgainstOp), g.Hits}
}

// wanted writes a ratio that is wanted; one below 1 as what the time may be over.
func wanted(ratio float64) string {
	if ratio < 1 {
		return "1/" + short(1/ratio, 3)
	}
	return short(ratio, 3)
}

// goalReasons says of the goals that are not met or not comparable why, as far as it
// is known: a row a reason, with all goals that have it.
func goalReasons(w *catalogue.Words, rows []record.Goal) *sheet {
	s := newSheet(w, "goals", "why")
	of := map[string][]string{} // goals by their reason
	var texts []string
	for i := range rows {
		g := &rows[i]
		text := ""
		switch {
		case g.Verdict == record.GoalIncomparable:
			text = w.Say("goals.unlike", short(g.OursFPR, 3), short(g.AgainstFPR, 3), short(g.OursPerKey, 5), short(g.AgainstPerKey, 5))
		case g.Reason != "" && g.Verdict != record.GoalMet:
			text = w.Text(g.Reason)
		case g.Verdict == record.GoalMissed:
			text = w.Say("goals.unknown")
		}
		if text == "" || slices.Contains(of[text], g.Goal) {
			continue
		}
		if of[text] == nil {
			texts = append(texts, text)
		}
		of[text] = append(of[text], g.Goal)
	}
	for _, text := range texts {
		s.Rows = append(s.Rows, []string{strings.Join(of[text], ", "), text})
	}
	return s
}
