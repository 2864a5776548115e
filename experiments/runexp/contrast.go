package runexp

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/filterlab/filterlab/experiments/internal/compare"
	"github.com/filterlab/filterlab/experiments/internal/record"
)

// contrast is a comparison of benchmarks, ready to be written.
type contrast struct {
	*compare.Result
	old, new string // the files
	alpha    float64
}

// writeContrast prints c in one of compare's forms. Warnings stand in the output where it has room for them, and on
// standard error beside CSV.
func (s *call) writeContrast(c contrast, form string) error {
	switch form {
	case "json":
		return writeJSON(s.out, c.object())
	case "csv":
		for _, w := range c.Warnings {
			fmt.Fprintf(s.err, "runexp: warning: %s\n", w)
		}
		g := c.tidy()
		return g.write(s.out, "csv")
	}
	g, same := c.short()
	table := g.text()
	lines := c.lines(same)
	if form == "markdown" {
		table, lines = g.markdown(), bullets(lines)
	}
	_, err := fmt.Fprintf(s.out, "%s\n\n%s\n", table, strings.Join(lines, "\n"))
	return err
}

// tidy has one row a name and unit, in base units of plain numbers.
func (c *contrast) tidy() grid {
	g := grid{header: []string{"name", "procs", "unit", "old_median", "old_low", "old_high", "n_old",
		"new_median", "new_low", "new_high", "n_new", "change", "p", "p_adjusted", "family_size", "floor", "verdict", "gated", "note"}}
	for _, r := range c.Rows {
		g.rows = append(g.rows, []string{r.Name, strconv.Itoa(r.Procs), r.Unit,
			plain(r.Old.Median), plain(r.Old.Low), plain(r.Old.High), strconv.Itoa(r.Old.N),
			plain(r.New.Median), plain(r.New.Low), plain(r.New.High), strconv.Itoa(r.New.N),
			brief(r.Change), brief(r.P), brief(r.PAdjusted), strconv.Itoa(c.FamilySize), brief(r.Floor),
			string(r.Verdict), yesNo(r.Gated), r.Note})
	}
	return g
}

// plain is the shortest form that reads back to x, "" where there is none.
func plain(x float64) string { return record.FormatFloat(x, -1) }

// short is a table for people: names without the parts that all of them have, which it returns, and figures of four
// digits. Rows that only one file has are not in it, nor those that are exactly equal.
func (c *contrast) short() (g grid, same []string) {
	same = c.sameParts()
	g.header = []string{"name", "procs", "unit", "old", "new", "change", "p_adjusted", "floor", "verdict", "gated"}
	for _, r := range c.Rows {
		if r.Missing() || r.Verdict == compare.Equal {
			continue
		}
		p := ""
		if !math.IsNaN(r.PAdjusted) {
			p = strconv.FormatFloat(r.PAdjusted, 'g', 2, 64)
		}
		g.rows = append(g.rows, []string{without(r.Name, same), strconv.Itoa(r.Procs), r.Unit,
			middle(r.Old), middle(r.New), percent(r.Change), p, strings.TrimPrefix(percent(r.Floor), "+"), string(r.Verdict), yesNo(r.Gated)})
	}
	return g, same
}

// middle is a median with half its interval, or an exact value in full.
func middle(s compare.Summary) string {
	if s.Low == s.High {
		return plain(s.Median)
	}
	return plain(record.Round(s.Median, 4)) + " ±" + s.Range
}

// percent is a relative change with its sign.
func percent(x float64) string {
	switch {
	case math.IsNaN(x):
		return ""
	case math.IsInf(x, 0):
		return "∞"
	case x == 0:
		return "0%"
	}
	if x >= 9.995 { // %g would write 1e+03
		return fmt.Sprintf("%+.0f%%", 100*x)
	}
	return fmt.Sprintf("%+.3g%%", 100*x)
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// lines are what stands below the table: what it leaves out, how it was judged, the means and what is missing.
func (c *contrast) lines(same []string) []string {
	var lines []string
	if len(same) > 0 {
		lines = append(lines, "in every name: "+strings.Join(same, " "))
	}
	lines = append(lines, fmt.Sprintf("old: %s; new: %s; medians with %v %% intervals", c.old, c.new, 100*confidence),
		fmt.Sprintf("tests: %d, corrected by Holm, alpha %v", c.FamilySize, c.alpha))
	if n := c.equal(); n > 0 {
		lines = append(lines, fmt.Sprintf("exactly equal and not shown: %s", plural(n, "row")))
	}
	for _, m := range c.Means {
		line := fmt.Sprintf("geometric mean of the changes in %s: %s (common rows: %d)", m.Unit, percent(m.Change), m.Rows)
		if m.Rows == 0 {
			line = fmt.Sprintf("geometric mean of the changes in %s: none, since no common row is above zero on both sides", m.Unit)
		} else if m.Left > 0 {
			line = fmt.Sprintf("%s; %d more are zero)", strings.TrimSuffix(line, ")"), m.Left)
		}
		lines = append(lines, line)
	}
	lines = append(lines, c.notes()...)
	for _, r := range c.Rows {
		if r.Missing() {
			lines = append(lines, string(r.Verdict)+": "+rowName(r))
		}
	}
	for _, w := range c.Warnings {
		lines = append(lines, "warning: "+w)
	}
	return lines
}

// equal is how many rows are exactly equal.
func (c *contrast) equal() int {
	n := 0
	for _, r := range c.Rows {
		if r.Verdict == compare.Equal {
			n++
		}
	}
	return n
}

// notes says each reason for not gating once, with the number of rows it holds for.
func (c *contrast) notes() []string {
	count := map[string]int{}
	var order []string
	for _, r := range c.Rows {
		if r.Note == "" {
			continue
		}
		if count[r.Note]++; count[r.Note] == 1 {
			order = append(order, r.Note)
		}
	}
	for i, note := range order {
		order[i] = fmt.Sprintf("%s: %s", plural(count[note], "row"), note)
	}
	return order
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

func bullets(lines []string) []string {
	for i := range lines {
		lines[i] = "- " + lines[i]
	}
	return lines
}

// sameParts returns the key=value parts that stand in every name.
func (c *contrast) sameParts() []string {
	var names []string
	for _, r := range c.Rows {
		names = append(names, r.Name)
	}
	if len(slices.Compact(names)) < 2 {
		return nil
	}
	var same []string
	for _, part := range strings.Split(c.Rows[0].Name, "/")[1:] {
		everywhere := strings.Contains(part, "=")
		for _, r := range c.Rows {
			everywhere = everywhere && strings.Contains(r.Name+"/", "/"+part+"/")
		}
		if everywhere {
			same = append(same, part)
		}
	}
	return same
}

// without takes parts out of a name.
func without(name string, parts []string) string {
	for _, p := range parts {
		name = strings.TrimSuffix(strings.Replace(name+"/", "/"+p+"/", "/", 1), "/")
	}
	return name
}
