package theory

import (
	"math/big"
	"math/bits"
	"slices"
)

// Exact rates of position models with finitely many keys' position sets.
//
// Fix a query with D different cells. A key drawn at random sets some subset S of them,
// its mask. With N[S] of the T possible keys having mask S, a set J of cells is avoided by
// a key with probability 1-num(J)/T, and
//
//	P(all D cells set by n keys) = sum_J (-1)^|J| (1-num(J)/T)^n.
//
// Every cell alone is hit by the same number S1 of keys, so only masks of two and more
// cells need counting: num(J) = |J| S1 - corr(J), corr(J) = sum_S N[S] (|S and J|-1)^+.
// Subsets of equal num are one term. A tally collects terms over many queries; the sum is
// done in big floats since it alternates.
type tally struct {
	terms   map[uint64]int64 // num -> signed number of subsets, times queries
	queries int64
	maxD    int
	s1      uint64
	classes []queryClass
}

// queryClass is a class waiting to be expanded: classes with the same masks are one.
type queryClass struct {
	d     int
	masks []maskCount
	mult  int64
}

type maskCount struct {
	mask  uint32
	count uint64
}

// newTally starts a tally; s1 keys hit a given cell.
func newTally(s1 uint64) *tally { return &tally{terms: map[uint64]int64{}, s1: s1} }

// add puts in a query class: masks has 2^D entries, of which those with two or more bits
// count, and is cleared; mult is the number of queries in the class.
func (t *tally) add(masks []uint64, mult int64) {
	c := queryClass{d: bits.TrailingZeros(uint(len(masks))), mult: mult}
	for s, n := range masks {
		if n > 0 && bits.OnesCount(uint(s)) > 1 {
			c.masks = append(c.masks, maskCount{uint32(s), n})
		}
		masks[s] = 0
	}
	t.queries += mult
	t.maxD = max(t.maxD, c.d)
	for i := range t.classes {
		if o := &t.classes[i]; o.d == c.d && slices.Equal(o.masks, c.masks) {
			o.mult += mult
			return
		}
	}
	t.classes = append(t.classes, c)
}

// work is the number of subsets that expand goes through.
func (t *tally) work() int {
	sum := 0
	for _, c := range t.classes {
		sum += 1 << c.d
	}
	return sum
}

// expand turns the classes into terms.
func (t *tally) expand() {
	for _, c := range t.classes {
		t.expandClass(c)
	}
	t.classes = nil
}

func (t *tally) expandClass(c queryClass) {
	masks := make([]uint64, 1<<c.d)
	var total, most uint64
	multi := make([]uint64, c.d)
	for _, x := range c.masks {
		masks[x.mask] = x.count
		total += x.count
		most += x.count * uint64(bits.OnesCount32(x.mask)-1)
		for b := x.mask; b != 0; b &= b - 1 {
			multi[bits.TrailingZeros32(b)] += x.count
		}
	}
	sumSubsets(masks)
	local := newCounter(c.d, most)
	var inJ uint64 // sum of multi over J; J goes through a Gray code
	j := 0
	for i := range masks {
		if i > 0 {
			b := bits.TrailingZeros(uint(i))
			j ^= 1 << b
			if j>>b&1 == 1 {
				inJ += multi[b]
			} else {
				inJ -= multi[b]
			}
		}
		local.add(bits.OnesCount(uint(j)), inJ-(total-masks[len(masks)-1-j]))
	}
	local.each(func(size int, corr uint64, count int64) {
		t.terms[uint64(size)*t.s1-corr] += int64(1-2*(size&1)) * count * c.mult
	})
}

// counter counts subsets by size and correction: in a table where that is small.
type counter struct {
	width uint64
	table []int32
	wide  map[[2]uint64]int64
}

func newCounter(d int, most uint64) *counter {
	if (most+1)*uint64(d+1) <= 1<<21 {
		return &counter{width: most + 1, table: make([]int32, (most+1)*uint64(d+1))}
	}
	return &counter{wide: map[[2]uint64]int64{}}
}

func (c *counter) add(size int, corr uint64) {
	if c.table != nil {
		c.table[uint64(size)*c.width+corr]++
		return
	}
	c.wide[[2]uint64{uint64(size), corr}]++
}

// each visits all counts; their order does not matter, they are added up as integers.
func (c *counter) each(f func(size int, corr uint64, count int64)) {
	for i, n := range c.table {
		if n > 0 {
			f(int(uint64(i)/c.width), uint64(i)%c.width, int64(n))
		}
	}
	for key, n := range c.wide {
		f(int(key[0]), key[1], n)
	}
}

// sumSubsets replaces a[U] by the sum of a[S] over S inside U.
func sumSubsets(a []uint64) {
	for b := 1; b < len(a); b <<= 1 {
		for u := range a {
			if u&b != 0 {
				a[u] += a[u^b]
			}
		}
	}
}

// rate returns the mean over the queries of P(all cells set) after n keys, and its
// growth with the next key, when a key counts with probability 1/blocks. T is keysHi *
// keysLo possible keys; p the fill, for the precision.
func (t *tally) rate(n, keysHi, keysLo, blocks uint64, p float64) (mean, growth float64) {
	t.expand()
	prec := sumBits(p, t.maxD, float64(n)) + 32
	all := bigInt(keysHi, prec)
	all.Mul(all, bigInt(keysLo, prec)).Mul(all, bigInt(blocks, prec))
	one := bigInt(1, prec)
	sum, slope := bigInt(0, prec), bigInt(0, prec)
	x, term, coef := new(big.Float), new(big.Float), new(big.Float)
	for _, num := range t.sorted() {
		c := t.terms[num]
		if c == 0 {
			continue
		}
		x.Quo(bigInt(num, prec), all)
		term = bigPow(new(big.Float).Sub(one, x), n)
		if negligible(term) {
			continue
		}
		term.Mul(term, coef.SetPrec(prec).SetInt64(c))
		sum.Add(sum, term)
		slope.Sub(slope, term.Mul(term, x))
	}
	q := bigInt(uint64(t.queries), prec)
	mean, _ = sum.Quo(sum, q).Float64()
	growth, _ = slope.Quo(slope, q).Float64()
	return clamp(mean), growth
}

func (t *tally) sorted() []uint64 {
	keys := make([]uint64, 0, len(t.terms))
	for num := range t.terms {
		keys = append(keys, num)
	}
	slices.Sort(keys)
	return keys
}

func bigInt(v uint64, prec uint) *big.Float {
	return new(big.Float).SetPrec(prec).SetUint64(v)
}
