package report

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// sheet is a table for pages and papers, all of it text.
type sheet struct {
	Header []string
	Rows   [][]string
	More   []string // what a page that can fold it tells more of each row's last cell; nil for nothing
}

// Wide reports whether a table is too wide for upright paper.
func (s *sheet) Wide() bool { return len(s.Header) > 12 }

// newSheet begins a table with heads of the catalogue.
func newSheet(w *catalogue.Words, heads ...string) *sheet {
	s := &sheet{}
	s.head(w, heads...)
	return s
}

// head adds heads of the catalogue.
func (s *sheet) head(w *catalogue.Words, heads ...string) {
	for _, h := range heads {
		s.Header = append(s.Header, w.Say("head."+h))
	}
}

// markdown renders a sheet for READMEs.
func (s *sheet) markdown() string { return s.writer().RenderMarkdown() + "\n" }

// writer hands a sheet to the package that renders tables.
func (s *sheet) writer() table.Writer {
	t := table.NewWriter()
	t.AppendHeader(asRow(s.Header))
	for _, r := range s.Rows {
		t.AppendRow(asRow(r))
	}
	return t
}

func asRow(texts []string) table.Row {
	row := make(table.Row, len(texts))
	for i, s := range texts {
		if s != "" && numeric(s) {
			row[i] = right(s)
			continue
		}
		row[i] = s
	}
	return row
}

// right is text that stands for a number; it prints as it is.
type right string

// field is a column of a table: its head in the catalogue, and what a row has there.
type field[R any] struct {
	name  string
	value func(R) string
}

// setting is a column that says what a cell is, as opposed to what came out.
type setting = field[*record.Cell]

func settings() []setting {
	unsigned := func(v uint64) string { return grouped(strconv.FormatUint(v, 10)) }
	return []setting{
		{"variant", func(c *record.Cell) string { return c.Variant }},
		{"scheme", func(c *record.Cell) string { return c.Scheme }},
		{"keys", func(c *record.Cell) string { return c.Keys }},
		{"n", func(c *record.Cell) string { return unsigned(c.N) }},
		{"capacity", func(c *record.Cell) string { return unsigned(c.Capacity) }},
		{"load", func(c *record.Cell) string { return short(c.Load, 4) }},
		{"bits", func(c *record.Cell) string { return unsigned(c.Bits) }},
		{"bits_per_key", func(c *record.Cell) string { return short(c.BitsPerKey, 5) }},
		{"bits_held", func(c *record.Cell) string { return short(float64(c.Bits)/float64(c.N), 5) }},
		{"k", func(c *record.Cell) string { return strconv.Itoa(c.K) }},
		{"params", func(c *record.Cell) string { return strings.ReplaceAll(c.Params, ";", " ") }},
		{"tolerance", func(c *record.Cell) string { return short(c.Tolerance, 3) }},
		{"expect", func(c *record.Cell) string { return c.Expect }},
	}
}

// shown is a setting's value in the words of the page: those of the closed
// column are translated, names and numbers are what they are.
func shown(w *catalogue.Words, s *setting, c *record.Cell) string {
	if s.name == "expect" {
		return w.Say("verdict." + c.Expect)
	}
	return s.value(c)
}

// short writes a number with so many digits; "" if there is none.
func short(x float64, digits int) string {
	return grouped(record.FormatFloat(record.Round(x, digits), -1))
}

// varying parts the settings into those that differ between cells and those
// that do not and are not empty.
func varying(cells []Cell) (differ, same []setting) {
	for _, s := range settings() {
		if s.name == "bits_held" && !overloaded(cells) {
			continue // bits_per_key says it
		}
		first, all := s.value(&cells[0].Row), true
		for i := range cells {
			all = all && s.value(&cells[i].Row) == first
		}
		switch {
		case !all:
			differ = append(differ, s)
		case first != "":
			same = append(same, s)
		}
	}
	return differ, same
}

// overloaded reports whether some cell holds more keys than it was sized for: then
// bits_per_key, by capacity, is not what a key costs.
func overloaded(cells []Cell) bool {
	return slices.ContainsFunc(cells, func(c Cell) bool { return c.Row.N > c.Row.Capacity })
}

// legend explains the columns of an experiment's table.
func legend(w *catalogue.Words, e *Experiment) string {
	text := w.Say("result.legend", program(&e.Manifest), outFlag(&e.Manifest))
	if overloaded(e.Cells) {
		text += " " + w.Say("result.held")
	}
	return text
}

// constant is a sentence's list of the settings that all cells share.
func constant(w *catalogue.Words, cells []Cell, same []setting) string {
	var parts []string
	for _, s := range same {
		parts = append(parts, w.Say("head."+s.name)+" "+shown(w, &s, &cells[0].Row))
	}
	return strings.Join(parts, ", ")
}

// cellSheet begins a table of cells: the id, and the settings that differ. begin
// makes the start of a cell's row; same are the settings that all cells share.
func cellSheet(w *catalogue.Words, cells []Cell) (s *sheet, begin func(*Cell) []string, same string) {
	differ, alike := varying(cells)
	s = newSheet(w, "cell")
	for _, d := range differ {
		s.head(w, d.name)
	}
	begin = func(c *Cell) []string {
		row := []string{c.Row.ID}
		for i := range differ {
			row = append(row, shown(w, &differ[i], &c.Row))
		}
		return row
	}
	return s, begin, constant(w, cells, alike)
}

// results is the table of an experiment's page, a row a cell, and what is the
// same in every cell.
func results(w *catalogue.Words, cells []Cell) (s *sheet, same string) {
	s, begin, same := cellSheet(w, cells)
	s.head(w, "queries", "fpr", "interval", "theory", "error", "verdict")
	made := promised(cells)
	if made {
		s.head(w, "promised")
	}
	compared := kinds(cells) > 1
	if compared {
		s.head(w, "waste")
	}
	counted := furtherCounts(cells)
	for _, name := range counted {
		s.Header = append(s.Header, w.Say("head.perfilter", name))
	}
	for i := range cells {
		c := &cells[i]
		row := append(begin(c), outcome(w, c)...)
		if made {
			row = append(row, promiseOf(c))
		}
		if compared {
			row = append(row, waste(w, c))
		}
		for _, name := range counted {
			row = append(row, perFilter(c, name))
		}
		s.Rows = append(s.Rows, row)
	}
	return s, same
}

// kinds is the number of variants among cells.
func kinds(cells []Cell) int {
	seen := map[string]bool{}
	for i := range cells {
		seen[cells[i].Row.Variant] = true
	}
	return len(seen)
}

// waste is what a filter takes beyond log2(1/p) bits a key, the least for its rate p, in
// percent of that; at most so much where no false positive was found, p being below its
// upper bound; "" where p is 1, or where nothing is known of it.
func waste(w *catalogue.Words, c *Cell) string {
	if p := c.fpr(); p > 0 {
		return percent(c.Row.Overhead(p) - 1)
	}
	_, most := c.interval()
	if text := percent(c.Row.Overhead(most) - 1); text != "" {
		return w.Say("label.at_most", text)
	}
	return ""
}

// furtherCounts names what some cell counted besides: rejected keys, and the
// further columns of counts.csv.
func furtherCounts(cells []Cell) []string {
	all := map[string]bool{}
	for i := range cells {
		sum := record.Sum(cells[i].Counts)
		if sum.Rejected > 0 {
			all["rejected"] = true
		}
		for name := range sum.Extra {
			all[name] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// perFilter is the mean of a further count over the cell's filters; that of
// first_rejected is over those that rejected a key.
func perFilter(c *Cell, name string) string {
	sum := record.Sum(c.Counts)
	filters := sum.Trials
	value, ok := sum.Extra[name]
	switch {
	case name == "rejected":
		value, ok = sum.Rejected, true
	case name == "first_rejected":
		filters = sum.Extra["trials_full"]
	}
	if !ok || filters == 0 {
		return ""
	}
	return short(float64(value)/float64(filters), 5)
}

// outcome is what came out of a cell: queries, rate, interval, theory, error, verdict.
func outcome(w *catalogue.Words, c *Cell) []string {
	sum := record.Sum(c.Counts)
	out := []string{grouped(strconv.FormatUint(sum.Queries, 10)), short(c.fpr(), 5), "", short(c.Row.TheoryFPR, 5), "", w.Say("verdict.unchecked")}
	if v := c.rate(); v != nil {
		out[2] = w.Say("result.to", short(v.Low, 5), short(v.High, 5))
		out[4] = percent(v.RelativeError)
		out[5] = w.Say("verdict." + v.Verdict)
	}
	return append(out[:5], out[5]+others(w, c))
}

// others names the further checks of a cell that do not agree.
func others(w *catalogue.Words, c *Cell) string {
	text := ""
	for _, v := range c.Verdicts {
		if v.Check != "fpr" && v.Verdict != "agrees" {
			text += fmt.Sprintf("; %s %s", w.Say("check."+v.Check), w.Say("verdict."+v.Verdict))
		}
	}
	return text
}

// percent writes a relative error with its sign.
func percent(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return fmt.Sprintf("%+.2f %%", 100*x)
}

// tally counts an experiment's verdicts by their word. A gate is unmet where the
// verdict is another, except that only the standard profile promises that every
// gated cell is decided.
func tally(e *Experiment) map[string]int {
	n := map[string]int{}
	for i := range e.Cells {
		for _, v := range e.Cells[i].Verdicts {
			n[v.Verdict]++
			n["all"]++
			excused := v.Verdict == "undecided" && e.Manifest.Profile != experiments.Standard
			if v.Expect != experiments.None && v.Expect != v.Verdict && !excused {
				n["unmet"]++
			}
		}
	}
	return n
}
