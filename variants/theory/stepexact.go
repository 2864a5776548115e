package theory

import (
	"math/bits"
	"slices"
)

// Double hashing modulo m, exactly: position i of a key is x + i y mod m.
//
// Moving a query by x changes nothing, and units of Z_m map progressions to progressions,
// so a query's step matters only through its order r = m/gcd(y, m): one class per divisor
// r of m, of phi(r) steps and min(k, r) cells. For the class's query 0, y, 2y, ... the
// keys (x', y') that hit two or more of its cells have v y' = i y (mod m) for some
// 1 <= v < k, |i| < k: about 2 k^2 steps, whatever m is.

// steps says which steps y are drawn, all with equal probability.
type steps struct {
	m      uint64
	k      int
	rule   Positions // DoubleModAny, DoubleMod or DoubleOdd
	primes []uint64  // of m
}

// stepModulus bounds m for exact counting, which factors m.
const stepModulus = 1 << 40

func newSteps(m uint64, k int, rule Positions) steps { return steps{m, k, rule, primes(m)} }

// allows tells whether steps of order r are drawn.
func (s steps) allows(r uint64) bool {
	switch s.rule {
	case DoubleOdd:
		return r == s.m
	case DoubleMod:
		if s.m >= uint64(s.k) {
			return r >= uint64(s.k)
		}
		return r > 1 || s.m == 1
	}
	return true
}

// orders lists the orders that are drawn.
func (s steps) orders() []uint64 {
	var out []uint64
	for _, r := range divisors(s.m, s.primes) {
		if s.allows(r) {
			out = append(out, r)
		}
	}
	return out
}

// count is the number of steps, reach the number of (key, cell hit) pairs over all keys
// of one x', and dd the same sum of D(D-1).
func (s steps) count() (count, reach uint64, dd float64) {
	for _, r := range s.orders() {
		d := min(uint64(s.k), r)
		f := phiBy(r, s.primes)
		count += f
		reach += f * d
		dd += float64(f) * float64(d) * float64(d-1)
	}
	return count, reach, dd
}

// footprint of one key.
func (s steps) footprint() footprint {
	count, reach, dd := s.count()
	return footprint{float64(reach) / float64(count), dd / float64(count)}
}

// tally counts all query classes, or returns nil where that would take too long.
func (s steps) tally() *tally {
	orders := s.orders()
	pairs := min(float64(4*s.k*s.k), float64(s.m)) * float64(s.k*s.k)
	if s.k > exactBits || float64(len(orders))*pairs > 1e7 {
		return nil
	}
	_, reach, _ := s.count()
	t := newTally(reach)
	for _, r := range orders {
		t.add(s.masks(r), int64(phiBy(r, s.primes)))
	}
	if t.work() > 1<<19 {
		return nil
	}
	return t
}

// masks counts, for the query of step m/r, the keys by the cells they hit; masks of fewer
// than two cells are not counted.
func (s steps) masks(r uint64) []uint64 {
	y := s.m / r % s.m
	d := int(min(uint64(s.k), r))
	out := make([]uint64, 1<<d)
	table := newMeetTable(d * s.k)
	for _, step := range s.meeting(y, d) {
		if !s.allows(s.m / gcd(step, s.m)) {
			continue
		}
		weight := uint64(2) // y' and -y' make the same sets
		if step == 0 || 2*step == s.m {
			weight = 1
		}
		s.hits(table, y, step, d)
		table.flush(out, weight)
	}
	return out
}

// meeting lists, up to sign, the steps that can meet the query in two cells or more.
func (s steps) meeting(y uint64, d int) []uint64 {
	var out []uint64
	if uint64(4*s.k*s.k) >= s.m {
		for step := uint64(0); 2*step <= s.m; step++ {
			out = append(out, step)
		}
		return out
	}
	for v := 1; v < s.k; v++ {
		for i := 1; i < d; i++ {
			out = solveMod(out, uint64(v), mulMod(uint64(i), y, s.m), s.m)
		}
	}
	for i, step := range out {
		out[i] = min(step, s.m-step)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// meetTable collects the mask of query cells by x' for one step: a small open hash table,
// emptied by its list of used slots.
type meetTable struct {
	at   []uint64 // x' + 1, 0 for a free slot
	mask []uint32
	used []int
}

func newMeetTable(entries int) *meetTable {
	size := 16
	for size < 2*entries {
		size *= 2
	}
	return &meetTable{at: make([]uint64, size), mask: make([]uint32, size)}
}

// mark adds cell i to the mask of x.
func (t *meetTable) mark(x uint64, i int) {
	slot := int(x * 0x9e3779b97f4a7c15 >> 40 & uint64(len(t.at)-1))
	for t.at[slot] != x+1 {
		if t.at[slot] == 0 {
			t.at[slot] = x + 1
			t.used = append(t.used, slot)
			break
		}
		slot = (slot + 1) & (len(t.at) - 1)
	}
	t.mask[slot] |= 1 << i
}

// flush adds weight to masks for every x' and empties the table.
func (t *meetTable) flush(masks []uint64, weight uint64) {
	for _, slot := range t.used {
		if s := t.mask[slot]; bits.OnesCount32(s) > 1 {
			masks[s] += weight
		}
		t.at[slot], t.mask[slot] = 0, 0
	}
	t.used = t.used[:0]
}

// hits marks, for every cell i of the query and place j in the key, the x' at which they
// meet: i y - j step.
func (s steps) hits(t *meetTable, y, step uint64, d int) {
	cell := uint64(0)
	for i := range d {
		at := cell
		for range s.k {
			t.mark(at, i)
			if at < step {
				at += s.m
			}
			at -= step
		}
		cell += y
		if cell >= s.m {
			cell -= s.m
		}
	}
}

// exactBits bounds k in exact counting: 2^k subsets are summed.
const exactBits = 16
