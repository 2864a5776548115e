package figure

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// onePercent is the rate that the filters of production were asked for.
const onePercent = 0.01

// production draws a row for each system's setting and its measured rate on each kind
// and number of keys, asked for 1 % or 10 bits a key.
func production(cells []Cell, word Translator) *chart {
	kept := where(cells, func(c *Cell) bool { return !otherDefault(c) })
	rows := together(groups(kept, settings(kept)), func(name string) string {
		system, _, _ := strings.Cut(name, ",")
		return system
	})
	kinds := keySets(kept)
	if len(rows) < 2 || len(kinds) < 2 {
		return nil
	}
	var strips []strip
	for _, g := range rows {
		s := strip{name: g.name}
		for j, k := range kinds {
			for _, c := range where(g.cells, func(c *Cell) bool { return keySet(c) == k.name }) {
				s.marks = append(s.marks, measured(&c, 0, toneOf(j)).sideways())
				s.theory = append(s.theory, c.Row.TheoryFPR)
			}
		}
		strips = append(strips, s)
	}
	p := &panel{share: 1, xtitle: word("axis.fpr")}
	p.stack(strips)
	p.across(onePercent, "1 %")
	e := p.values()
	p.x = logarithmic(e.low/1.15, e.high*1.15)
	c := &chart{panels: []*panel{p}, height: p.y.high + 48, right: 8}
	for j, k := range kinds {
		c.key = append(c.key, entry{text: k.name, tone: toneOf(j)})
	}
	c.key = append(c.key, entry{text: word("key.theory"), tone: common(), bar: true})
	return c
}

// otherDefault reports whether a cell is a system's default of another rate than 1 %:
// the rows have no column for what was asked for. Arrow's 5 %, rounded up to a power
// of two, gives 0.4 %.
func otherDefault(c *Cell) bool {
	return c.Row.TheoryFPR > 2*onePercent || c.param("rule") == "arrow" && c.Row.TheoryFPR < onePercent/2
}

// settings names a system with its hash or rule, and with k where one setting of the
// same keys has two.
func settings(cells []Cell) func(*Cell) string {
	plain := func(c *Cell) string {
		for _, p := range []string{"hash", "rule"} {
			if v := c.param(p); v != "" {
				return c.Row.Variant + ", " + v
			}
		}
		return c.Row.Variant
	}
	return func(c *Cell) string {
		twice := slices.ContainsFunc(cells, func(d Cell) bool {
			return plain(c) == plain(&d) && c.Row.K != d.Row.K
		})
		if twice {
			return fmt.Sprintf("%s, k = %d", plain(c), c.Row.K)
		}
		return plain(c)
	}
}

// keySet names the kind and number of a cell's keys.
func keySet(c *Cell) string {
	return c.Row.Keys + ", n = " + decimal(float64(c.Row.N))
}

// keySets groups cells by their keys: kinds as they turn up, numbers from the least.
func keySets(cells []Cell) []group {
	kinds := groups(cells, func(c *Cell) string { return c.Row.Keys })
	kind := func(g group) int {
		return slices.IndexFunc(kinds, func(k group) bool { return k.name == g.cells[0].Row.Keys })
	}
	all := groups(cells, keySet)
	slices.SortStableFunc(all, func(a, b group) int {
		return cmp.Or(kind(a)-kind(b), cmp.Compare(a.cells[0].Row.N, b.cells[0].Row.N))
	})
	return all
}
