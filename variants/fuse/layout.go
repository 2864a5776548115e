package fuse

import (
	"math/bits"

	"github.com/filterlab/filterlab/variants/internal/static"
	"github.com/filterlab/filterlab/variants/theory"
)

const (
	fieldBits = 18 // of an offset within a segment, which has at most 2^18 slots
	field     = 1<<fieldBits - 1
)

// layout is where a key's slots are: the seed, and how the table is cut into segments.
type layout struct {
	ma, mb  uint64 // odd multipliers of a key's two words
	starts  uint64 // slots at which a key may begin: all but those of the last segments
	segment uint64 // slots of a segment, a power of two from 2 up
	shift   uint64 // 64 less the bits of an offset
}

// layoutOf returns the layout of a table of slots made for n keys, in a try from 0 on
// of a filter's seed. Every second try halves the segments: where n has just passed a step of
// the segment length, there are too few of the long ones (FF-41 of the field's faults:
// at n = 11,521 one seed in a hundred works with segments of 1024, most with 512).
func layoutOf(arity int, slots, n, seed uint64, try int) layout {
	segment := theory.FuseSegment(arity, n)
	if try&1 == 1 {
		segment /= 2
	}
	ma, mb := static.Seeds(seed, try)
	return layout{
		ma: ma, mb: mb,
		starts:  slots - uint64(arity-1)*segment,
		segment: segment,
		shift:   uint64(64 - bits.TrailingZeros64(segment)),
	}
}

// start returns the first slot of a key, from the product of its first word.
func (l *layout) start(x uint64) uint64 { return x >> 32 * l.starts >> 32 }

// near returns the offsets of the second and third slot: the top bits of the low half
// of x, and of y.
func (l *layout) near(x, y uint64) (o1, o2 uint64) {
	return x << 32 >> (l.shift & 63), y >> (l.shift & 63)
}

// far returns the offset of the fourth slot, from what the others leave: the low bits of
// x and the bits of y between the third offset and the fingerprint.
func (l *layout) far(x, y uint64) (o3 uint64) { return (x<<4 ^ y>>32) & (l.segment - 1) }
