package keys

import (
	"math"
	"math/bits"
)

// rounds is the number of Feistel rounds; four are the least that give a
// permutation nobody can tell from a random one (Luby and Rackoff 1988), the
// others are for the narrow halves of small files.
const rounds = 8

// permutation is a bijection of [0, n) chosen by a seed, without a table: a
// Feistel network over a grid of a x b >= n cells (Black and Rogaway 2002,
// generalized Feistel), each round adding to one coordinate a function of the
// other. The grid has fewer than sqrt(n) cells too many; an index that lands on
// one of them walks on until it is back inside.
type permutation struct {
	n, a, b uint64
	seeds   [rounds]uint64
}

// newPermutation returns the permutation of [0, n) of a seed, 1 <= n < 2^62.
func newPermutation(n, seed uint64) permutation {
	p := permutation{n: n}
	p.a = max(1, uint64(math.Sqrt(float64(n))))
	p.b = (n + p.a - 1) / p.a
	for i := range p.seeds {
		p.seeds[i] = mix(seed + uint64(i)*gamma)
	}
	return p
}

// at returns where index i < n goes.
func (p *permutation) at(i uint64) uint64 {
	for {
		if i = p.walk(i); i < p.n {
			return i
		}
	}
}

// fill writes where the indexes from first on go, all below n. Each takes some
// fifty nanoseconds from its first round to its last, but they do not wait for
// each other: in a loop that does nothing else, several are on their way at once.
func (p *permutation) fill(first uint64, to []uint64) {
	x, y := first/p.b, first%p.b
	for i := range to {
		at := p.cell(x, y)
		if at >= p.n {
			at = p.at(at)
		}
		to[i] = at
		if y++; y == p.b {
			x, y = x+1, 0
		}
	}
}

// walk permutes the whole grid once.
func (p *permutation) walk(i uint64) uint64 { return p.cell(i/p.b, i%p.b) }

// cell returns where the cell x, y of the grid goes.
func (p *permutation) cell(x, y uint64) uint64 {
	for r := 0; r < rounds; r += 2 {
		x = shift(x, y, p.seeds[r], p.a)
		y = shift(y, x, p.seeds[r+1], p.b)
	}
	return x*p.b + y
}

// shift returns x plus a function of y, mod m, for x < m: undone by taking the
// same away, whatever the function is.
func shift(x, y, seed, m uint64) uint64 {
	f, _ := bits.Mul64(mix(y^seed), m)
	if x += f; x >= m {
		x -= m
	}
	return x
}
