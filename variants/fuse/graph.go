package fuse

import (
	"unsafe"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants/internal/hugepage"
	"github.com/filterlab/filterlab/variants/internal/static"
)

// graph is the memory of a construction, about 26 bytes a key besides the table.
//
// An edge of the graph is a key, a node a slot. A slot's word is the xor of what its
// keys write there, and their number in the top byte:
//
//	 63      56 55   54 53      36 35      18 17       0
//	+----------+-------+----------+----------+----------+
//	|  number  | which |    d3    |    d2    |    d1    |
//	+----------+-------+----------+----------+----------+
//
// Which of the key's slots this is, 0 first, and its offset within the segment, xored
// with that of the next slot (d1), the one after (d2) and so on, around from the last
// to the first. So a slot with one key tells where that key's others are. The
// fingerprints are summed in the table itself.
type graph[T static.Fingerprint] struct {
	table []T
	slots []uint64
	keys  []key    // in the order of their first slots' segments
	alone []uint32 // slots that had one key when they were put here, to be looked at
	order []uint32 // slots in the order peeled; takes the memory of keys, as alone does
}

// key is the products of a key's two words.
type key struct{ x, y uint64 }

const (
	whichAt = 3 * fieldBits
	one     = 1 << (whichAt + 2) // of the number
	batch   = 32                 // slots peeled together
)

// newGraph returns what a construction with n keys needs.
func newGraph[T static.Fingerprint](table []T, n int) *graph[T] {
	// Either list has room for one entry more, which is written before it is known
	// whether it counts.
	nodes, edges := len(table)+1, n+1
	words := hugepage.Words(uint64(max(2*n, (nodes+edges+1)/2)))
	first := unsafe.SliceData(words)
	lists := unsafe.Slice((*uint32)(unsafe.Pointer(first)), nodes+edges)
	return &graph[T]{
		table: table,
		slots: hugepage.Words(uint64(len(table))),
		keys:  unsafe.Slice((*key)(unsafe.Pointer(first)), n),
		alone: lists[:nodes],
		order: lists[nodes:],
	}
}

// sort returns the keys in the order of their first slots' segments, so that what is
// written next to each other lies next to each other. Two passes: count, place.
func (g *graph[T]) sort(f *Filter[T], digests []hashes.Digest) []key {
	l := f.layout
	down := 64 - l.shift&63
	next := make([]uint32, l.starts>>down+1)
	for i := range digests {
		next[l.start(digests[i].A*l.ma)>>down+1]++
	}
	for i := 1; i < len(next); i++ {
		next[i] += next[i-1]
	}
	g.keys = g.keys[:len(digests)] // fewer than at first where duplicates are gone
	keys := g.keys
	for i := range digests {
		d := &digests[i]
		b := d.B
		if d.More != nil {
			b = d.More.Word(1)
		}
		x := d.A * l.ma
		at := &next[l.start(x)>>down]
		keys[*at] = key{x, b * l.mb}
		*at++
	}
	return keys
}

// single returns 1 if the number in a slot's word is 1, else 0.
func single(w uint64) uint64 { return (w/one ^ 1 - 1) >> 63 }

// full reports whether a number may have overflowed, from the words of all slots
// after each addition, ored: one of 128 keys in a slot comes from a hash that is none.
func full(words uint64) bool { return words>>63 != 0 }

// begin puts the slots with one key on the list, and returns their number.
func (g *graph[T]) begin() (waiting uint64) {
	for i, w := range g.slots { // without a branch: whether a slot is alone is a toss-up
		g.alone[waiting] = uint32(i)
		waiting += single(w)
	}
	return waiting
}

// hop is the way from one of a key's slots to another: how far its segment is, modulo
// 2^64, and which slot that is, at its place in a word.
type hop struct{ turn, which uint64 }

// around returns the ways from each of a key's slots to the one that comes steps
// later, around from the last to the first.
func around(l layout, arity, steps int) (to [4]hop) {
	for i := range arity {
		j := (i + steps) % arity
		to[i] = hop{uint64(j-i) * l.segment, uint64(j) << whichAt}
	}
	return to
}
