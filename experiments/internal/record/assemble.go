package record

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/bits"
)

// Pieces are the outcomes at hand, by unit.
type Pieces map[Unit]Piece

// Put adds p. A unit that is there already is an error: two runs, or two
// shards, did the same work, and neither may be trusted to be the right one.
func (all Pieces) Put(p Piece) error {
	u := p.Unit()
	if _, twice := all[u]; twice {
		return fmt.Errorf("cell %s, trial %d, query %d: counted twice", u.CellID, u.FirstTrial, u.FirstQuery)
	}
	all[u] = p
	return nil
}

// Missing returns the units of cells that all does not hold, in order: what a
// resumed run has still to do.
func (all Pieces) Missing(cells []Cell) []Unit {
	var missing []Unit
	for i := range cells {
		for _, u := range cells[i].Units() {
			if _, ok := all[u]; !ok {
				missing = append(missing, u)
			}
		}
	}
	return missing
}

// Foreign returns an error naming a piece that belongs to no unit of cells.
func (all Pieces) Foreign(cells []Cell) error {
	known := map[Unit]bool{}
	for i := range cells {
		for _, u := range cells[i].Units() {
			known[u] = true
		}
	}
	var first *Unit // in a fixed order, so that the message is always the same
	for u := range all {
		if !known[u] && (first == nil || CompareUnits(u, *first) < 0) {
			first = &u
		}
	}
	if first == nil {
		return nil
	}
	return fmt.Errorf("cell %s, trials %d+%d, queries %d+%d: not in this plan", first.CellID, first.FirstTrial, first.Trials, first.FirstQuery, first.Queries)
}

// CompareUnits orders units by cell, trial and query.
func CompareUnits(a, b Unit) int {
	return cmp.Or(cmp.Compare(a.CellID, b.CellID), cmp.Compare(a.FirstTrial, b.FirstTrial),
		cmp.Compare(a.FirstQuery, b.FirstQuery), cmp.Compare(a.Trials, b.Trials), cmp.Compare(a.Queries, b.Queries))
}

// Assemble makes the rows of counts.csv, in the order of cells, out of the
// pieces. Every unit must be there.
func Assemble(cells []Cell, all Pieces) ([]Count, error) {
	if err := all.Foreign(cells); err != nil {
		return nil, err
	}
	if m := all.Missing(cells); len(m) > 0 {
		return nil, fmt.Errorf("%d pieces missing, the first: cell %s, trial %d, query %d", len(m), m[0].CellID, m[0].FirstTrial, m[0].FirstQuery)
	}
	var rows []Count
	for i := range cells {
		made, err := cells[i].assemble(all)
		if err != nil {
			return nil, err
		}
		rows = append(rows, made...)
	}
	return rows, nil
}

func (c *Cell) assemble(all Pieces) ([]Count, error) {
	var rows []Count
	for row := range c.Rows() {
		made, err := c.Row(row, all)
		if err != nil {
			return nil, err
		}
		rows = append(rows, made)
	}
	return rows, nil
}

// Row makes one row of counts.csv out of the pieces of c.RowUnits(row).
func (c *Cell) Row(row uint64, all Pieces) (Count, error) {
	var trials []Count
	for units := c.RowUnits(row); len(units) > 0; {
		trial, rest, err := joinChunks(units, all)
		if err != nil {
			return Count{}, err
		}
		trials, units = append(trials, trial), rest
	}
	return Sum(trials), nil
}

// joinChunks takes the first unit, and where it is the first chunk of a trial
// the other chunks with it, and returns the counts of those whole trials.
func joinChunks(units []Unit, all Pieces) (Count, []Unit, error) {
	first := units[0]
	sum := all[first].Count
	sum.Extra = maps.Clone(sum.Extra)
	n := 1
	for ; n < len(units) && units[n].FirstTrial == first.FirstTrial; n++ {
		p := all[units[n]]
		if !sameFilter(&sum, &p.Count) {
			return sum, nil, fmt.Errorf("cell %s, trial %d: its chunks come from unlike filters", first.CellID, first.FirstTrial)
		}
		sum.Queries += p.Queries
		sum.FalsePositives += p.FalsePositives
	}
	if n > 1 {
		sum.FalsePositivesSquared = square(sum.FalsePositives)
		if sum.FalsePositivesSquared == math.MaxUint64 && sum.Status == StatusOK {
			sum.Status = StatusSaturated
		}
	}
	return sum, units[n:], nil
}

// sameFilter compares what two chunks say of the filter they asked.
func sameFilter(a, b *Count) bool {
	return a.Seed == b.Seed && a.Inserted == b.Inserted && a.Rejected == b.Rejected &&
		a.FalseNegatives == b.FalseNegatives && a.SetBits == b.SetBits && a.SetBitsSquared == b.SetBitsSquared && a.NoSetBits == b.NoSetBits &&
		a.FilterBits == b.FilterBits && a.AllocatedBits == b.AllocatedBits && a.Status == b.Status && maps.Equal(a.Extra, b.Extra)
}

// add appends the trials of b to those of a.
func (a *Count) add(b *Count) {
	for _, s := range [][2]*uint64{
		{&a.Trials, &b.Trials}, {&a.Inserted, &b.Inserted}, {&a.Rejected, &b.Rejected},
		{&a.FalseNegatives, &b.FalseNegatives}, {&a.Queries, &b.Queries}, {&a.FalsePositives, &b.FalsePositives},
		{&a.FalsePositivesSquared, &b.FalsePositivesSquared}, {&a.SetBits, &b.SetBits},
		{&a.SetBitsSquared, &b.SetBitsSquared}, {&a.FilterBits, &b.FilterBits}, {&a.AllocatedBits, &b.AllocatedBits},
	} {
		*s[0] = saturatingAdd(*s[0], *s[1])
	}
	for name, v := range b.Extra {
		if a.Extra == nil {
			a.Extra = map[string]uint64{}
		}
		a.Extra[name] = saturatingAdd(a.Extra[name], v)
	}
	a.NoSetBits = a.NoSetBits || b.NoSetBits
	if a.Status == StatusOK {
		a.Status = b.Status
	}
	if a.Status == StatusOK {
		a.Status = a.impliedStatus()
	}
}

// impliedStatus is the status that the counts themselves give.
func (a *Count) impliedStatus() string {
	switch {
	case a.NoSetBits:
		return StatusNoSetBits
	case a.FalsePositivesSquared == math.MaxUint64 || a.SetBitsSquared == math.MaxUint64:
		return StatusSaturated
	}
	return StatusOK
}

// The statuses of a row.
const (
	StatusOK        = "ok" // nothing is missing
	StatusSaturated = "a sum of squares is over 2^64-1"
	StatusNoSetBits = "the variant counts no set bits"
)

// Sum adds rows up, whatever their trials.
func Sum(rows []Count) Count {
	var sum Count
	for i := range rows {
		if i == 0 {
			sum = rows[0]
			sum.Extra = maps.Clone(sum.Extra)
			continue
		}
		sum.add(&rows[i])
	}
	return sum
}

// Overhead is the memory of one key that is in, in bits, over log2(1/p), the least that a
// filter of rate p takes; NaN where p is 0 or none, +Inf where it is 1.
func (c *Cell) Overhead(p float64) float64 {
	if !(p > 0) {
		return math.NaN()
	}
	return float64(c.Bits) / float64(c.N) / math.Log2(1/p)
}

func saturatingAdd(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	if carry != 0 {
		return math.MaxUint64
	}
	return sum
}

// square returns x*x, or 2^64-1 where that is larger.
func square(x uint64) uint64 {
	high, low := bits.Mul64(x, x)
	if high != 0 {
		return math.MaxUint64
	}
	return low
}
