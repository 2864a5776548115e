package report

import (
	"slices"
	"strconv"
	"strings"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

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

// constant is a sentence's list of the settings that all cells share.
func constant(w *catalogue.Words, cells []Cell, same []setting) string {
	var parts []string
	for _, s := range same {
		parts = append(parts, w.Say("head."+s.name)+" "+shown(w, &s, &cells[0].Row))
	}
	return strings.Join(parts, ", ")
}
