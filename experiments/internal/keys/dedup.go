package keys

import (
	"bytes"
	"fmt"
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
)

// maxLines is how many lines a lineTable can number beside the mark of an
// empty slot.
const maxLines = 1<<32 - 2

// dropDuplicates keeps the first of equal lines, in order, moving what is kept
// together in place. Its table has two 32-bit slots a line, so that a line
// costs 16 bytes of index while it runs and 8 afterwards.
func (l *Lines) dropDuplicates() error {
	if l.Len() > maxLines {
		return fmt.Errorf("keys %s: %d lines: want at most %d", l.name, l.Len(), uint64(maxLines))
	}
	t := newLineTable(l)
	kept, end := uint64(0), uint64(0)
	for i := range l.Len() {
		key := l.Key(i)
		if !t.add(key, kept) {
			continue
		}
		// kept <= i, so neither store touches a line that is still to come.
		end += uint64(copy(l.data[end:], key))
		kept++
		l.starts[kept] = end
	}
	l.data, l.starts = l.data[:end], l.starts[:kept+1]
	return nil
}

// lineTable is an open-addressed set of the numbers of lines, at most half
// full. A slot has a line's number plus one in its low bits; the bits that
// number leaves free hold a tag from the line's hash, which spares most of the
// comparisons (each would be a walk to a random place of the file).
type lineTable struct {
	lines  *Lines
	slots  []uint32
	number uint32 // mask of the number
}

func newLineTable(l *Lines) *lineTable {
	n := l.Len()
	return &lineTable{l, make([]uint32, 2*n), uint32(1)<<bits.Len64(n) - 1}
}

// add puts line number at, which reads key, into t; it returns false if an
// equal line is there. All lines in t must be readable by their number.
func (t *lineTable) add(key []byte, at uint64) bool {
	h := hashes.XXH3.Sum64(key, 0)
	tag := uint32(h) &^ t.number
	slot, _ := bits.Mul64(h, uint64(len(t.slots)))
	for t.slots[slot] != 0 {
		have := t.slots[slot]
		if have&^t.number == tag && bytes.Equal(t.lines.Key(uint64(have&t.number)-1), key) {
			return false
		}
		if slot++; slot == uint64(len(t.slots)) {
			slot = 0
		}
	}
	t.slots[slot] = tag | uint32(at+1)
	return true
}
