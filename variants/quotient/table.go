package quotient

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"github.com/filterlab/filterlab/variants/internal/hugepage"
	"github.com/filterlab/filterlab/variants/internal/rank"
)

// padding lets the last remainder be read by a 64-bit load.
const padding = 8

// table is the metadata of all blocks and the packed remainders of all slots. Slot,
// quotient and end are counted from 0; an end is the slot after the last one.
type table struct {
	// meta holds two words a block: occupieds, then runends.
	meta []uint64
	// offset holds for each block how many slots from its first on belong to runs of
	// earlier quotients; 255 is 255 or more.
	offset []uint8
	base   unsafe.Pointer // of data
	data   []byte         // remainders of r bits, packed without gaps, and padding
	r      uint64
	lanes  uint64 // remainders that a 64-bit load always holds
	ones   uint64 // 1 in each of them
	tops   uint64 // the highest bit of each
	slots  uint64
}

// newTable returns an empty table of so many blocks.
func newTable(blocks uint64, r int) table {
	t := table{
		meta:   hugepage.Words(2 * blocks),
		offset: make([]uint8, blocks),
		r:      uint64(r),
		lanes:  57 / uint64(r),
		slots:  blocks * blockSize,
	}
	if r%8 == 0 {
		t.lanes = 64 / uint64(r)
	}
	for i := range t.lanes {
		t.ones |= 1 << (i * t.r)
	}
	t.tops = t.ones << (r - 1)
	return t.over(hugepage.Bytes(blocks*blockSize/8*uint64(r) + padding))
}

// over returns the table with data for its remainders.
func (t table) over(data []byte) table {
	t.base, t.data = unsafe.Pointer(unsafe.SliceData(data)), data
	return t
}

// word returns the eight bytes that hold the remainder of a slot and where in them it
// begins. No bounds are checked: slot must be below slots.
func (t *table) word(slot uint64) (w *[8]byte, shift uint64) {
	at := slot * t.r
	return (*[8]byte)(unsafe.Add(t.base, at>>3)), at & 7
}

// load returns the remainders from a slot on, lanes of them; what follows is
// neighbours.
func (t *table) load(slot uint64) uint64 {
	w, shift := t.word(slot)
	return binary.LittleEndian.Uint64(w[:]) >> (shift & 63)
}

// at returns the remainder of a slot.
func (t *table) at(slot uint64) uint64 { return t.load(slot) & (1<<(t.r&63) - 1) }

// put overwrites the remainder of a slot with v, below 2^r.
func (t *table) put(slot, v uint64) {
	w, shift := t.word(slot)
	x := binary.LittleEndian.Uint64(w[:])
	mask := uint64(1<<(t.r&63)-1) << (shift & 63)
	binary.LittleEndian.PutUint64(w[:], x&^mask|v<<(shift&63))
}

// raw returns word w of all remainders, and setRaw overwrites it.
func (t *table) raw(w uint64) uint64 {
	return binary.LittleEndian.Uint64((*[8]byte)(unsafe.Add(t.base, w*8))[:])
}

func (t *table) setRaw(w, x uint64) {
	binary.LittleEndian.PutUint64((*[8]byte)(unsafe.Add(t.base, w*8))[:], x)
}

// occupied reports whether there is a run of quotient q.
func (t *table) occupied(q uint64) bool { return t.meta[q>>6*2]>>(q&63)&1 != 0 }

// runEnd returns the end of the last run of a quotient up to q: where the next run
// may begin. It is at most q if slot q is unused.
func (t *table) runEnd(q uint64) uint64 {
	b := q >> 6
	off := uint64(t.offset[b])
	if off == 255 {
		off = t.farOffset(b)
	}
	ranked := bits.OnesCount64(t.meta[2*b] << (^q & 63)) // quotients of this block up to q that have a run
	start := b<<6 + off
	if ranked == 0 {
		return start
	}
	w := start >> 6
	ends := t.meta[2*w+1] >> (start & 63) << (start & 63)
	for {
		n := bits.OnesCount64(ends)
		if ranked <= n {
			return w<<6 + rank.Select(ends, ranked-1) + 1
		}
		ranked -= n
		w++
		ends = t.meta[2*w+1]
	}
}

// farOffset is the offset of a block whose byte says 255: it follows from the nearest
// block before with less.
func (t *table) farOffset(b uint64) uint64 {
	first := b - 1 // block 0 has offset 0
	for t.offset[first] == 255 {
		first--
	}
	off := uint64(t.offset[first])
	for ; first < b; first++ {
		off = t.carry(first, off)
	}
	return off
}

// carry returns the offset of the block after b, whose own is off.
func (t *table) carry(b, off uint64) uint64 {
	ranked := bits.OnesCount64(t.meta[2*b])
	w := b + off>>6
	ends := t.meta[2*w+1] >> (off & 63) << (off & 63)
	for n := bits.OnesCount64(ends); ranked > n; n = bits.OnesCount64(ends) {
		ranked -= n
		w++
		ends = t.meta[2*w+1]
	}
	end := b<<6 + off
	if ranked > 0 {
		end = w<<6 + rank.Select(ends, ranked-1) + 1
	}
	return max(end, (b+1)<<6) - (b+1)<<6
}

// run returns the slots of the run of quotient q, which must be occupied.
func (t *table) run(q uint64) (start, end uint64) {
	end = t.runEnd(q)
	last := end - 1
	// The run before ends in the highest one below this end.
	w := last >> 6
	before := t.meta[2*w+1] & (1<<(last&63) - 1)
	for before == 0 && w<<6 > q {
		w--
		before = t.meta[2*w+1]
	}
	start = w<<6 + uint64(bits.Len64(before))
	return max(start, q), end
}

// find returns a slot of [start, end) that holds remainder v.
func (t *table) find(start, end, v uint64) (slot uint64, ok bool) {
	for v *= t.ones; start < end; start += t.lanes {
		x := t.load(start) ^ v
		// Zero lanes are marked at their highest bit; the lowest mark is right, higher
		// ones may be wrong, so that the run's end must cut them off first.
		marks := (x - t.ones) &^ x & t.tops & keep((end-start)*t.r)
		if marks != 0 {
			return start + uint64(bits.TrailingZeros64(marks))/t.r, true
		}
	}
	return 0, false
}

// has is find without the slot, for the single load that most runs take.
func (t *table) has(start, end, v uint64) bool {
	x := t.load(start) ^ v*t.ones
	marks := (x - t.ones) &^ x & t.tops & keep((end-start)*t.r)
	if end-start <= t.lanes || marks != 0 {
		return marks != 0
	}
	_, ok := t.find(start+t.lanes, end, v)
	return ok
}

// keep has the lowest n bits set, all for n past 63.
func keep(n uint64) uint64 { return 1<<n - 1 }

// firstUnused returns the first unused slot from slot x on; slots if there is none.
func (t *table) firstUnused(x uint64) uint64 {
	for x < t.slots {
		end := t.runEnd(x)
		if end <= x {
			break
		}
		x = end
	}
	return x
}

// clusterEnd returns the end of the slots that move left when one before end, the end
// of a run, becomes unused: up to the first run in its own place.
func (t *table) clusterEnd(end uint64) uint64 {
	for {
		next := t.runEnd(end - 1)
		if next <= end {
			return end
		}
		end = next
	}
}
