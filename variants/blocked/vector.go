package blocked

import (
	"math/bits"
	"unsafe"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/hugepage"
)

// kernel is what the assembly needs to know of a filter whose blocks are cache
// lines, chosen by a multiplication, and whose positions are polynomials
// x + i*y + c(i) of a digest's two words (see the package comment).
type kernel struct {
	table  *uint64
	rows   *[8]uint64 // tables, below
	blocks uint64
	turn   uint64 // how far word 0 is rotated right: log2 blocks for reduce=mask
	odd    uint64 // 1 where steps are made odd: double
	step   uint64 // word 1 shifted right by this is the number of its step's pattern
	one    uint64
	adds   bool // whether there are patterns
}

// The tables at kernel.rows: rows of a cache line each.
const (
	lanesRow   = 0  // 16 lanes of i + 1<<16: times y, i*y in the low half; times x<<16 + y by halves, x + i*y
	cubicRow   = 1  // 16 lanes of c(i): (i^3-i)/6 for enhanced, 0 for double
	turnsRow   = 2  // row w of 8: the word numbers 0 to 7, w places up
	patternRow = 10 // row j of 256 or 512: the bits of a key of x = 0 and step number j
)

// The limits of the assembly.
const (
	maxLanes = 16      // positions that fit a register
	minAdds  = 1 << 21 // bits of a filter that is worth 16 or 32 KiB of patterns
)

// vectors reports whether the assembly serves filters of this layout.
func (l *layout) vectors() bool {
	return l.block == 512 && l.k <= maxLanes && l.reduce != hashes.Mod &&
		(l.probing == hashes.Double || l.probing == hashes.Enhanced)
}

// newKernel returns the kernel of a filter over words, with patterns if adds.
func newKernel(l layout, words []uint64, adds bool) *kernel {
	v := &kernel{table: unsafe.SliceData(words), blocks: l.blocks, step: 55, one: 1, adds: adds}
	if l.probing == hashes.Double {
		v.odd, v.step = 1, 56 // only odd steps: the lowest of their 9 bits says nothing
	}
	if l.reduce == hashes.Mask {
		v.turn = uint64(bits.TrailingZeros64(l.blocks))
	}
	patterns := 0
	if adds {
		patterns = 1 << (64 - v.step)
	}
	words = hugepage.Words(uint64(8 * (patternRow + patterns))) // on a cache line
	rows := unsafe.Slice((*[8]uint64)(unsafe.Pointer(unsafe.SliceData(words))), patternRow+patterns)
	l.lanes(&rows[lanesRow], &rows[cubicRow])
	for i := range uint64(64) {
		rows[turnsRow+i/8][i%8] = (i%8 - i/8) & 7
	}
	for j := range patterns {
		l.pattern(uint64(j)<<v.odd|v.odd, &rows[patternRow+j])
	}
	v.rows = &rows[0]
	return v
}

// lanes fills the 16 lanes of 32 bits that make positions of x and y. Lanes to
// spare ask for position 0 again.
func (l *layout) lanes(lanes, cubic *[8]uint64) {
	for lane := range uint64(maxLanes) {
		i, at := lane, lane%2*32
		if i >= uint64(l.k) {
			i = 0
		}
		lanes[lane/2] |= (i + 1<<16) << at
		if l.probing == hashes.Enhanced && i > 0 {
			cubic[lane/2] |= (i*i*i - i) / 6 << at
		}
	}
}

// pattern sets the bits of a key with x = 0 and step y.
func (l *layout) pattern(y uint64, row *[8]uint64) {
	for i := range uint64(l.k) {
		p := i * y
		if l.probing == hashes.Enhanced && i > 0 {
			p += (i*i*i - i) / 6
		}
		row[p>>6&7] |= 1 << (p & 63)
	}
}

// useVector makes f answer through v, or, for nil, through portable code.
func (f *Filter) useVector(v *kernel) {
	f.vector = v
	f.line = v != nil && v.turn == 0 // the assembly for one key rotates no word
}

// takes reports whether the assembly may answer for b.
func (v *kernel) takes(b *hashes.Batch) bool {
	return v != nil && b.More == nil && len(b.A) > 0 && len(b.A) <= hashes.BatchMax
}

// contains is ContainsBatch for a batch that v takes.
func (v *kernel) contains(b *hashes.Batch, hits *variants.Hits) int {
	second := b.B[:len(b.A)]
	containsLines(v, &b.A[0], &second[0], uint64(len(b.A)), hits)
	return hits.Count()
}

// add is AddBatch for a batch that v takes.
func (v *kernel) add(b *hashes.Batch) {
	second := b.B[:len(b.A)]
	addLines(v, &b.A[0], &second[0], uint64(len(b.A)))
}
