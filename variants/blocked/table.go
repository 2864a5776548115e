package blocked

import (
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
)

// kind is one of the three loops that the probings fall into.
type kind uint8

const (
	pairs kind = iota // double: x += y
	sums              // enhanced, triple: x += y, y += z, z += dz
	words             // independent, sliced: a word a position
)

// table is the probing of one filter: the loops that turn words into bits of a
// block. Positions are kept as 64-bit sums whose low bits count.
type table struct {
	words  []uint64
	blocks uint64
	width  uint64 // words a block
	mask   uint64 // b-1
	top    uint   // 64 - log2 b: a shift that leaves the top bits of a word
	k      int
	kind   kind
	triple bool
	odd    uint64 // 1 where the step is made odd: double
	reduce hashes.Reduction
}

func newTable(l layout, array []uint64) table {
	t := table{
		words: array, blocks: l.blocks, width: l.block / 64, mask: l.block - 1,
		top: uint(64 - bits.TrailingZeros64(l.block)), k: l.k, reduce: l.reduce,
	}
	switch l.probing {
	case hashes.Double:
		t.odd = 1
	case hashes.Independent, hashes.Sliced:
		t.kind = words
	case hashes.Enhanced, hashes.Triple:
		t.kind, t.triple = sums, l.probing == hashes.Triple
	}
	return t
}

// block returns the words of a key's block and its first position.
func (t *table) block(a uint64) (block []uint64, x uint64) {
	i, rest := t.reduce.Split(a, t.blocks)
	at := i * t.width
	return t.words[at : at+t.width], rest >> t.top
}

// bit returns bit p mod b of a block as 0 or 1 in its lowest bit; the rest is
// other bits.
func (t *table) bit(block []uint64, p uint64) uint64 {
	return block[p&t.mask>>6] >> (p & 63)
}

// set sets bit p mod b of a block.
func (t *table) set(block []uint64, p uint64) { block[p&t.mask>>6] |= 1 << (p & 63) }

// containsPair looks at all k bits without a branch: they lie in one cache line,
// and a mispredicted exit would cost more than it saves.
func (t *table) containsPair(a, b uint64) bool {
	block, x := t.block(a)
	if len(block) == line {
		return pairInLine((*[line]uint64)(block), x, b>>t.top|t.odd, t.k)
	}
	y, all := b>>t.top|t.odd, uint64(1)
	for range t.k {
		all &= t.bit(block, x)
		x += y
	}
	return all != 0
}

// line is the number of words of a cache line.
const line = 8

// pairInLine is the same for blocks of a line, whose length the compiler knows: no
// index is checked.
func pairInLine(block *[line]uint64, x, y uint64, k int) bool {
	all := uint64(1)
	for range k {
		all &= block[x>>6&(line-1)] >> (x & 63)
		x += y
	}
	return all != 0
}

func (t *table) addPair(a, b uint64) {
	block, x := t.block(a)
	y := b>>t.top | t.odd
	for range t.k {
		t.set(block, x)
		x += y
	}
}

// containsSums looks at the first two bits, which are those of words 0 and 1,
// and makes what the others need only if both are set.
func (t *table) containsSums(d hashes.Digest) bool {
	a, b := d.Pair()
	block, x := t.block(a)
	if t.bit(block, x)&1 == 0 {
		return false
	}
	return t.k == 1 || t.restOfSums(d, block, x, b>>t.top)
}

// restOfSums looks at positions 1 to k-1, from the sums at position 0.
func (t *table) restOfSums(d hashes.Digest, block []uint64, x, y uint64) bool {
	x += y
	if t.bit(block, x)&1 == 0 {
		return false
	}
	z, dz := t.differences(d)
	all := uint64(1)
	for range t.k - 2 {
		y, z = y+z, z+dz
		x += y
		all &= t.bit(block, x)
	}
	return all != 0
}

// differences returns the second and third difference of the positions of d:
// word 2 and nothing for triple, 1 and 1 for enhanced (x += y, y += 1, 2, 3, ...).
func (t *table) differences(d hashes.Digest) (z, dz uint64) {
	if t.triple {
		return d.Word(2) >> t.top, 0
	}
	return 1, 1
}

func (t *table) addSums(d hashes.Digest) {
	a, b := d.Pair()
	block, x := t.block(a)
	y := b >> t.top
	z, dz := t.differences(d)
	for range t.k {
		t.set(block, x)
		x += y
		y, z = y+z, z+dz
	}
}

// containsWords stops at the first zero, before the next word is made.
func (t *table) containsWords(d hashes.Digest) bool {
	block, x := t.block(d.A)
	if t.bit(block, x)&1 == 0 {
		return false
	}
	return t.restOfWords(d, block)
}

// restOfWords looks at positions 1 to k-1.
func (t *table) restOfWords(d hashes.Digest, block []uint64) bool {
	for i := 1; i < t.k; i++ {
		if t.bit(block, d.Word(i)>>t.top)&1 == 0 {
			return false
		}
	}
	return true
}

func (t *table) addWords(d hashes.Digest) {
	block, x := t.block(d.A)
	t.set(block, x)
	for i := 1; i < t.k; i++ {
		t.set(block, d.Word(i)>>t.top)
	}
}
