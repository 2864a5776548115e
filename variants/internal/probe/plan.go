// Package probe turns digests into positions for the filters that set or count
// k positions of one table: classic, partitioned, counting.
//
// hashes.Walker is the definition of every probing; here are the same sequences
// in the forms that are quick. Five probings under three reductions fall into
// four loops:
//
//	pairs  double, fastrange     two words added up, the high bits taken: x, x+y, x+2y, ...
//	sums   double, triple        the same with a second difference: y += z after each position.
//	       (fastrange, mask)     mask is fastrange of the words shifted up: the low t bits of a
//	                             sum become its high bits, and fastrange to 2^t takes those
//	steps  enhanced, mod         reduced before adding: x += y, y += z, z += dz, all mod m
//	words  independent, sliced   one word of the digest a position, made only when asked for
//
// # What a batch does
//
// One key at a time, a query waits twice: for memory, and for the branch that decides
// whether it is over, which at half fill no processor can predict. A batch of 256
// keys does neither. It goes through them probe by probe and keeps those whose bit was
// set, by storing each in the next free place and moving on by the bit itself (Walk):
//
//	probe 0   all 256 keys   256 reads under way, none waiting for another
//	probe 1   about 128      the others are certainly absent
//	probe 2   about 64
//	...
//
// On top of that, chosen when the program runs, on amd64 (the build tag purego
// leaves it out): the default probing has the same cascade in AVX-512, eight keys at
// a time (Cascade); and in tables beyond the caches every loop asks for the lines of
// positions before it needs them (Touch, Ahead), which keeps more reads under way
// than instructions that wait for their operand can. The answers and the bits are
// the same in all of these.
//
// The loop of a probing is chosen once, when a filter is made. A method called through a type
// parameter would be one loop in the source and half as fast (it is called
// through a dictionary and not inlined).
package probe

import (
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
)

// kind is one of the four loops.
type kind uint8

const (
	pairs kind = iota
	sums
	steps
	words
)

// Plan is how the k positions of a key are found in a table: immutable, shared
// by all queries. Probe i falls into [i*stride, i*stride+m): stride 0 lets all
// probes share one range (classic), stride m gives each its own (partitioned).
type Plan struct {
	kind    kind
	probing hashes.Probing
	reduce  hashes.Reduction
	m       uint64
	k       int
	stride  uint64
	shift   uint   // sums: how far words are shifted up, for reduce=mask
	odd     uint64 // sums: 1 where the step is made odd
	vector  bool   // pairs: the processor has Cascade
	far     int    // words of a table from which lines are asked for ahead
	dz      uint64 // steps: the third difference, 1 for enhanced probing
}

// New returns the plan of k positions, each in a range of m, for an m that
// passes r.Check.
func New(p hashes.Probing, r hashes.Reduction, m uint64, k int, stride uint64) Plan {
	plan := Plan{probing: p, reduce: r, m: m, k: k, stride: stride, far: farWords}
	switch {
	case p == hashes.Independent || p == hashes.Sliced:
		plan.kind = words
	case p == hashes.Enhanced || r == hashes.Mod:
		plan.kind = steps
		if p == hashes.Enhanced {
			plan.dz = 1 % m
		}
	case p == hashes.Double && r == hashes.Fastrange:
		plan.kind = pairs
		plan.vector = hasCascade512()
	default:
		plan.kind = sums
		plan.setMask()
	}
	return plan
}

// setMask prepares sums under reduce=mask. A table of one position needs
// nothing: fastrange to 1 gives 0 whatever the word.
func (p *Plan) setMask() {
	if p.reduce != hashes.Mask || p.m == 1 {
		return
	}
	p.shift = uint(bits.LeadingZeros64(p.m) + 1)
	if p.probing == hashes.Double {
		p.odd = 1
	}
}

// K returns the number of positions a key.
func (p *Plan) K() int { return p.k }

// fastrange returns floor(h*m / 2^64).
func fastrange(h, m uint64) uint64 {
	hi, _ := bits.Mul64(h, m)
	return hi
}

// start returns the first word or position of d and its differences, for sums
// (words, shifted) and steps (positions).
func (p *Plan) start(d hashes.Digest) (x, y, z uint64) {
	x, y = d.Pair()
	if p.probing == hashes.Triple {
		z = d.Word(2)
	}
	if p.kind != steps {
		return x << p.shift, (y | p.odd) << p.shift, z << p.shift
	}
	h2 := y
	x, y = p.reduce.Reduce(x, p.m), p.reduce.Reduce(y, p.m)
	switch p.probing {
	case hashes.Double:
		y = hashes.GoodStep(h2, p.m, p.k)
	case hashes.Triple:
		z = p.reduce.Reduce(z, p.m)
	case hashes.Enhanced:
		z = 1 % p.m
	}
	return x, y, z
}

// Positions writes the k positions of d into buf and returns them, in the order
// of hashes.Walker. Equal positions stay: they are draws.
func (p *Plan) Positions(d hashes.Digest, buf *[hashes.MaxWords]uint64) []uint64 {
	out := buf[:p.k]
	p.fill(out, d)
	return out
}

// fill writes the positions of d into out, which has room for k.
func (p *Plan) fill(out []uint64, d hashes.Digest) {
	base := uint64(0)
	if p.kind == words {
		for i := range out {
			out[i] = p.reduce.Reduce(d.Word(i), p.m) + base
			base += p.stride
		}
		return
	}
	x, y, z := p.start(d)
	for i := range out {
		if p.kind == steps {
			out[i] = x + base
			x, y, z = p.step(x, y, z)
		} else {
			out[i] = fastrange(x, p.m) + base
			x, y = x+y, y+z
		}
		base += p.stride
	}
}

// step advances a key of kind steps by one position.
func (p *Plan) step(x, y, z uint64) (uint64, uint64, uint64) {
	return hashes.AddMod(x, y, p.m), hashes.AddMod(y, z, p.m), hashes.AddMod(z, p.dz, p.m)
}
