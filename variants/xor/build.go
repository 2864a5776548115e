package xor

import (
	"fmt"
	"math/bits"
	"unsafe"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants/internal/hugepage"
	"github.com/filterlab/filterlab/variants/internal/static"
)

// edges is one slot while the set is peeled: the xor of its keys' products, and
// their number. y has the third position in its high half, the fingerprint in its low
// 16 bits, and the count between.
type edges struct{ x, y uint64 }

const (
	keyBits = 0xffffffff_0000ffff // of y: all but the count
	one     = 1 << 16             // of the count
	many    = 0xffff_0000         // the count's bits
)

// Build makes the filter of a set: duplicates are removed, an earlier set is
// replaced. A set larger than the capacity gets a table of its own size. On an
// error, too many keys or digests that no seed can tell apart, the filter is empty.
func (f *Filter[T]) Build(digests []hashes.Digest) error {
	distinct := false
	if uint64(len(digests)) > f.config.Capacity {
		digests, distinct = static.Distinct(digests), true
	}
	if err := f.resize(digests); err != nil {
		return err
	}
	work := newWork(len(f.table), len(digests))
	for try := 1; try <= static.MaxTries; try++ {
		f.built.Tries = try
		f.ready()
		if f.peel(digests, work) {
			f.assign(work.order[:len(digests)])
			f.built.Keys = uint64(len(digests))
			f.ready()
			return nil
		}
		if !distinct { // a key given twice is in nobody's way to fail but its own
			digests, distinct = static.Distinct(digests), true
		}
	}
	return fmt.Errorf("%s: build: %d distinct keys in %d slots: none of %d seeds gives every key a slot of its own; want digests of a better hash function",
		name, len(digests), len(f.table), static.MaxTries)
}

// resize empties the filter and gives it the table for a set without duplicates, or
// for one within the capacity.
func (f *Filter[T]) resize(digests []hashes.Digest) error {
	p, err := kind().Plan(f.config, uint64(len(digests)))
	if err != nil {
		return err
	}
	f.built, f.shape = static.Built{}, p.Shape()
	if uint64(len(f.table)) == p.Slots {
		clear(f.table)
	} else {
		f.table = static.Table[T](p.Slots)
	}
	f.ready()
	return nil
}

// work is the memory of a construction, about 40 bytes a key.
type work struct {
	slots []edges
	order []edges  // keys in the order peeled; the count's bits say which slot is theirs
	alone []uint32 // slots with one key, to be looked at
}

func newWork(slots, keys int) *work {
	return &work{slots: edgeTable(slots), order: edgeTable(keys), alone: make([]uint32, slots)}
}

// edgeTable returns n zero edges, on huge pages where they are many.
func edgeTable(n int) []edges {
	words := hugepage.Words(2 * uint64(n))
	return unsafe.Slice((*edges)(unsafe.Pointer(unsafe.SliceData(words))), n)
}

// peel takes away, one after the other, keys that have a slot to themselves. It
// reports whether all could be: then, going back, each key's own slot is free to make
// its equation true.
func (f *Filter[T]) peel(digests []hashes.Digest, w *work) bool {
	clear(w.slots)
	if !f.enter(digests, w.slots) {
		return false
	}
	waiting := 0
	for i := range w.slots { // without a branch: whether a slot is alone is a toss-up
		w.alone[waiting] = uint32(i)
		waiting += single(w.slots[i].y)
	}
	done := 0
	slots, alone, block := w.slots, w.alone, f.block
	for waiting > 0 {
		waiting--
		at := uint64(alone[waiting])
		e := slots[at]
		if single(e.y) == 0 {
			continue // its key went by another slot
		}
		if done == len(w.order) {
			return false
		}
		e.y &= keyBits
		p0, p1, p2 := place(e.x, e.y, block)
		which := after(at, block) + after(at, 2*block)
		w.order[done] = edges{e.x, e.y | which*one}
		done++
		for _, p := range [3]uint64{p0, p1, p2} {
			s := &slots[p]
			s.x ^= e.x
			s.y = (s.y ^ e.y) - one
			alone[waiting] = uint32(p)
			waiting += single(s.y)
		}
	}
	return done == len(digests)
}

// single returns 1 if the count in y is 1, else 0.
func single(y uint64) int { return int((y&many ^ one - 1) >> 63) }

// after returns 1 if at >= start, else 0.
func after(at, start uint64) uint64 {
	_, below := bits.Sub64(at, start, 0)
	return 1 - below
}

// enter puts every key in its three slots; false if a count overflows, which takes
// a hash that is none.
func (f *Filter[T]) enter(digests []hashes.Digest, slots []edges) bool {
	ma, mb, block := f.ma, f.mb, f.block
	full := uint64(0)
	for i := range digests {
		d := &digests[i]
		b := d.B
		if d.More != nil {
			b = d.More.Word(1)
		}
		x, y := d.A*ma, b*mb&keyBits
		p0, p1, p2 := place(x, y, block)
		full |= put(&slots[p0], x, y) | put(&slots[p1], x, y) | put(&slots[p2], x, y)
	}
	return full>>31&1 == 0
}

// put adds a key to a slot and returns the slot's second word: bit 31 is set from
// 2^15 keys on.
func put(s *edges, x, y uint64) uint64 {
	s.x ^= x
	s.y = (s.y ^ y) + one
	return s.y & many
}

// assign goes back over the keys peeled and sets each one's own slot so that its
// equation holds: the slots of the others are not touched any more.
func (f *Filter[T]) assign(order []edges) {
	t, block := f.table, f.block
	for i := len(order) - 1; i >= 0; i-- {
		x, y := order[i].x, order[i].y
		p0, p1, p2 := place(x, y&keyBits, block)
		own := [4]uint64{p0, p1, p2, p2}[y/one&3]
		t[own] = 0
		t[own] = t[p0] ^ t[p1] ^ t[p2] ^ T(y)
	}
}
