package xor

import (
	"math/bits"
	"unsafe"

	"github.com/filterlab/filterlab/variants/internal/hugepage"
)

// graph is the memory of a construction, about 27 bytes a key besides the table.
//
// An edge of the graph is a key, a node a slot. A slot's word is the xor of what its
// keys write there, and their number in the top byte:
//
//	 63      56 55         28 27          0
//	+----------+-------------+-------------+
//	|  number  |    after    |    next     |
//	+----------+-------------+-------------+
//
// The key's position in the next third of the table, and in the third after that,
// around from the last to the first. So a slot with one key tells where that key's
// others are. The fingerprints are summed in the table itself.
type graph[T fingerprint] struct {
	table []T
	slots []uint64
	block uint64   // slots of a third
	alone []uint32 // slots that had one key when they were put here, to be looked at
	order []uint32 // slots in the order peeled
	words []uint64 // what they held, in the same order

	touched uint64 // what touch has read, so that it is read
}

const (
	fieldBits = 28
	field     = 1<<fieldBits - 1
	one       = 1 << (2 * fieldBits) // of the number
	batch     = 32                   // slots peeled together
	// maxKeys is the most keys whose positions in a third fit the field.
	maxKeys = 1 << 29
)

// edge is where a key writes its fingerprint.
type edge[T fingerprint] struct {
	p0, p1, p2 uint64
	print      T
}

// word returns what a key writes in a slot.
func word(next, after uint64) uint64 { return next | after<<fieldBits }

// newGraph returns what a construction with n keys needs. Either list has room for
// one entry more, which is written before it is known whether it counts.
func newGraph[T fingerprint](table []T, n int) *graph[T] {
	nodes, edges := len(table)+1, n+1
	words := hugepage.Words(uint64(nodes+edges+1) / 2)
	lists := unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(words))), nodes+edges)
	return &graph[T]{
		table: table,
		slots: hugepage.Words(uint64(len(table))),
		block: uint64(len(table)) / 3,
		alone: lists[:nodes],
		order: lists[nodes:],
		words: hugepage.Words(uint64(edges)),
	}
}

// single returns 1 if the number in a slot's word is 1, else 0.
func single(w uint64) uint64 { return (w/one ^ 1 - 1) >> 63 }

// begin puts the slots with one key on the list, and returns their number.
func (g *graph[T]) begin() (waiting uint64) {
	for i, w := range g.slots { // without a branch: whether a slot is alone is a toss-up
		g.alone[waiting] = uint32(i)
		waiting += single(w)
	}
	return waiting
}

// bases are where three thirds begin: a slot's own, the next, and the one after.
type bases struct{ own, next, after uint64 }

// thirds returns the bases of a slot in the first, second and last third.
func (g *graph[T]) thirds() [4]bases {
	b := g.block
	return [4]bases{{0, b, 2 * b}, {b, 2 * b, 0}, {2 * b, 0, b}}
}

// third returns which third a slot is in, 0 to 2.
func third(at, block uint64) uint64 {
	_, first := bits.Sub64(at, block, 0)
	_, firstTwo := bits.Sub64(at, 2*block, 0)
	return 2 - first - firstTwo
}

// touch reads what peeling up to batch slots will write, in a short loop of which the
// processor overlaps many rounds.
func (g *graph[T]) touch(looked []uint32, in *[4]bases) (sum uint64) {
	for _, slot := range looked {
		at := uint64(slot)
		w, to := g.slots[at], &in[third(at, g.block)&3]
		q1, q2 := w&field+to.next, w>>fieldBits&field+to.after
		sum += g.slots[q1] + g.slots[q2] + uint64(g.table[q1]) + uint64(g.table[q2])
	}
	return sum
}

// peel takes away, one after the other, keys that have a slot to themselves, and
// returns how many. It works on a batch of slots, so that their accesses overlap; and
// without a branch on whether a slot still has its key, which may have gone by
// another slot: then zeros are taken away.
func (g *graph[T]) peel() int {
	slots, table, alone, order, words, block := g.slots, g.table, g.alone, g.order, g.words, g.block
	in := g.thirds()
	var looked [batch]uint32
	waiting, done := g.begin(), 0
	for waiting > 0 {
		m := min(waiting, batch)
		waiting -= m
		copy(looked[:m], alone[waiting:waiting+m])
		g.touched += g.touch(looked[:m], &in)
		for _, slot := range looked[:m] {
			at := uint64(slot)
			w := slots[at]
			live := single(w)
			all := -live
			order[done], words[done] = slot, w
			done += int(live)
			slots[at] = w - live*one

			to := &in[third(at, block)&3]
			here, next, after := at-to.own, w&field, w>>fieldBits&field
			q1, q2 := next+to.next, after+to.after
			fp := table[at] & T(all)

			w1 := (slots[q1] ^ word(after, here)&all) - live*one
			slots[q1] = w1
			table[q1] ^= fp
			alone[waiting] = uint32(q1)
			waiting += single(w1) & live

			w2 := (slots[q2] ^ word(here, next)&all) - live*one
			slots[q2] = w2
			table[q2] ^= fp
			alone[waiting] = uint32(q2)
			waiting += single(w2) & live
		}
	}
	return done
}

// assign goes back over the n keys peeled. The slot of each holds its fingerprint; it
// gets the value that makes the key's equation hold. The slots of the others are not
// touched any more.
func (g *graph[T]) assign(n int) {
	table, order, words := g.table, g.order[:n], g.words[:n]
	in := g.thirds()
	for i := n - 1; i >= 0; i-- {
		at := uint64(order[i])
		w, to := words[i], &in[third(at, g.block)&3]
		table[at] ^= table[w&field+to.next] ^ table[w>>fieldBits&field+to.after]
	}
}
