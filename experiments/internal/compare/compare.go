package compare

import (
	"fmt"
	"math"
)

// Options are the levels of a comparison.
type Options struct {
	Alpha      float64 // of the tests, all together; 0 to 1
	Confidence float64 // of the intervals of medians
}

// Result is a comparison.
type Result struct {
	Rows       []*Row // in the old file's order, then what only the new one has
	FamilySize int    // tests that the p-values are corrected for
	Means      []Mean
	Warnings   []string
}

// Of compares two files. It is an error if they have no benchmark in common.
func Of(old, new *File, o Options) (*Result, error) {
	c := comparison{old: old, new: new, Options: o, units: map[string]unit{}}
	c.qualified = len(old.packages()) > 1 || len(new.packages()) > 1
	c.oldFloors, c.newFloors = old.floors(o.Confidence), new.floors(o.Confidence)
	c.result = &Result{}
	c.nameUnits()
	matched := c.match()
	if len(matched) == 0 {
		return nil, fmt.Errorf("nothing to compare: %s and %s have no benchmark in common (they have %d and %d rows)",
			old.Name, new.Name, len(old.samples), len(new.samples))
	}
	c.judge(matched)
	c.result.Means = means(c.result.Rows)
	return c.result, nil
}

// comparison is a comparison being made.
type comparison struct {
	Options
	old, new             *File
	qualified            bool            // names take their package along
	units                map[string]unit // by the tidied unit
	oldFloors, newFloors map[string]float64
	result               *Result
}

// nameUnits combines what the files say of each unit, and keeps the unit that they write if all do.
func (c *comparison) nameUnits() {
	written := map[string][]string{}
	var order []string
	for _, f := range []*File{c.old, c.new} {
		for _, s := range f.samples {
			order = once(order, s.unit)
			for _, u := range s.units {
				written[s.unit] = once(written[s.unit], u)
			}
		}
	}
	for _, tidied := range order {
		u := unitOf(tidied, c.old, c.new)
		if len(written[tidied]) == 1 {
			u.name, u.written = written[tidied][0], true
		}
		if u.clash != "" {
			c.result.Warnings = append(c.result.Warnings, u.clash+"; it is reported and not judged")
		}
		c.units[tidied] = u
	}
}

// key is where a sample meets its other.
func (c *comparison) key(s *sample) id {
	key := s.id
	if !c.qualified {
		key.pkg = ""
	}
	return key
}

// both is a row with its two samples.
type both struct {
	*Row
	old, new *sample
	unit     unit
}

// match makes the rows and returns those that both files have.
func (c *comparison) match() []both {
	news := map[id]*sample{}
	for _, s := range c.new.samples {
		news[c.key(s)] = s
	}
	var matched []both
	olds := map[id]bool{}
	for _, s := range c.old.samples {
		olds[c.key(s)] = true
		row := c.row(s)
		if other, ok := news[c.key(s)]; ok {
			matched = append(matched, both{row, s, other, c.units[s.unit]})
			continue
		}
		row.Verdict, row.Old = MissingNew, c.summary(s)
	}
	for _, s := range c.new.samples {
		if !olds[c.key(s)] {
			row := c.row(s)
			row.Verdict, row.New = MissingOld, c.summary(s)
		}
	}
	return matched
}

// row appends an empty row for s to the result.
func (c *comparison) row(s *sample) *Row {
	nan := math.NaN()
	nothing := Summary{Median: nan, Low: nan, High: nan}
	r := &Row{Name: s.name, Procs: s.procs, Unit: c.units[s.unit].name, Old: nothing, New: nothing,
		Change: nan, P: nan, PAdjusted: nan, Floor: nan}
	if c.qualified && s.pkg != "" {
		r.Name = s.pkg + "." + s.name
	}
	c.result.Rows = append(c.result.Rows, r)
	return r
}

// judge fills in the rows that both files have.
func (c *comparison) judge(matched []both) {
	var tested []*Row
	for _, b := range matched {
		b.Old, b.New = c.summary(b.old), c.summary(b.new)
		if b.unit.exact {
			c.compareExactly(b)
			continue
		}
		c.test(b)
		tested = append(tested, b.Row)
	}
	c.result.FamilySize = correct(tested, c.Alpha)
	for _, b := range matched {
		b.Change = ratio(b.New.Median, b.Old.Median) - 1
		if b.unit.exact {
			continue
		}
		b.Verdict = b.decide(b.unit.better, c.Alpha)
		b.Gated, b.Note = c.gates(b)
	}
}

// values are a sample's numbers in the unit that the result is written in. They are
// the sample's own.
func (c *comparison) values(s *sample) []float64 {
	if c.units[s.unit].written {
		return s.written
	}
	return s.values
}
