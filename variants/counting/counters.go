package counting

import (
	"math/bits"

	"github.com/filterlab/filterlab/variants/internal/bitarray"
)

// counters are n counters of width bits each, packed without gaps: counter p is
// bits p*width and up of the words, and may straddle two of them where width does
// not divide 64. A counter at most, its largest value, sticks.
type counters struct {
	array bitarray.Array
	n     uint64
	width uint64
	most  uint64
}

// newCounters returns n counters of width bits at zero.
func newCounters(n, width uint64) counters {
	return countersOf(bitarray.New(n*width), width)
}

// whole reports whether a word holds whole counters only: where the width is a power
// of two. The loops of the default probing are written for these.
func (c *counters) whole() bool { return c.width&(c.width-1) == 0 }

// down returns log2 of the counters a word; it means something for whole ones.
func (c *counters) down() uint { return 6 - uint(bits.TrailingZeros64(c.width)) }

// countersOf returns the counters held in array.
func countersOf(array bitarray.Array, width uint64) counters {
	return counters{array: array, n: array.Len() / width, width: width, most: 1<<width - 1}
}

// get returns counter p.
func (c *counters) get(p uint64) uint64 {
	words := c.array.Words()
	at := p * c.width
	i, shift := at>>6, at&63
	v := words[i] >> shift
	if shift+c.width > 64 { // never where width divides 64: no misprediction there
		v |= words[i+1] << (64 - shift)
	}
	return v & c.most
}

// nonzero returns 1 if counter p is above zero, else 0, without a branch.
func (c *counters) nonzero(p uint64) uint64 {
	v := c.get(p)
	return (v | -v) >> 63
}

// raise adds one to counter p unless it sticks.
func (c *counters) raise(p uint64) {
	if c.get(p) == c.most {
		return
	}
	words, at := c.array.Words(), p*c.width
	i := at >> 6
	sum, carry := bits.Add64(words[i], 1<<(at&63), 0)
	words[i] = sum
	if carry != 0 { // a straddling counter; others end below their largest value
		words[i+1]++
	}
}

// lower takes one from counter p unless it sticks, and reports whether it was
// above zero.
func (c *counters) lower(p uint64) bool {
	switch c.get(p) {
	case 0:
		return false
	case c.most:
		return true
	}
	words, at := c.array.Words(), p*c.width
	i := at >> 6
	rest, borrow := bits.Sub64(words[i], 1<<(at&63), 0)
	words[i] = rest
	if borrow != 0 {
		words[i+1]--
	}
	return true
}

// set puts v, at most most, into counter p.
func (c *counters) set(p, v uint64) {
	words, at := c.array.Words(), p*c.width
	i, shift := at>>6, at&63
	words[i] = words[i]&^(c.most<<shift) | v<<shift
	if shift+c.width > 64 {
		words[i+1] = words[i+1]&^(c.most>>(64-shift)) | v>>(64-shift)
	}
}

// plus adds the counters of o, as many and as wide, each up to the largest value.
func (c *counters) plus(o *counters) {
	for p := range c.n {
		if v := o.get(p); v != 0 {
			c.set(p, min(c.most, c.get(p)+v))
		}
	}
}

// count returns how many counters are wanted.
func (c *counters) count(wanted func(v uint64) bool) uint64 {
	n := uint64(0)
	for p := range c.n {
		if wanted(c.get(p)) {
			n++
		}
	}
	return n
}
