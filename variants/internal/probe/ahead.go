package probe

import (
	"math"
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// farWords is the size of a table, in words, from which lines are asked for before
// they are needed: 8 MiB. Smaller ones lie in caches near enough that the asking
// costs more than it saves.
const farWords = 1 << 20

// Cascade is the cascade of a batch in the processor's vectors, over a table of
// units of width bits, a power of two: it keeps the keys all of whose units are
// above zero, fills hits and returns their number. ok is false, and nothing done,
// where the plan or the processor has no such loop; then a Walk gives the same.
func (p *Plan) Cascade(table []uint64, width uint64, b *hashes.Batch, hits *variants.Hits) (found int, ok bool) {
	if !p.vector || width&(width-1) != 0 {
		return 0, false
	}
	*hits = variants.Hits{}
	n := b.Len()
	if n == 0 {
		return 0, true
	}
	a, second, up := b.A[:n], b.B[:n], uint64(bits.TrailingZeros64(width))
	return int(cascade512(&table[0], p.m, p.stride, uint64(p.k), &a[0], &second[0],
		uint64(n), p.Far(table), &hits[0], 6-up, up, 1<<width-1)), true
}

// Far reports whether table is so large that its lines are worth asking for ahead,
// and whether that is possible.
func (p *Plan) Far(table []uint64) bool { return hasTouch && len(table) >= p.far }

// Near gives up asking for lines ahead, whatever the size of the table.
func (p *Plan) Near() { p.far = math.MaxInt }

// Touch asks for the lines of the units of table at the positions given: 2^down units
// make a word. It waits for nothing and changes nothing. It is for tables that are
// Far.
func Touch(table, at []uint64, down uint) {
	if len(at) > 0 {
		touch(&table[0], &at[0], uint64(len(at)), uint64(down))
	}
}

// ahead is the number of positions that are under way while those before them
// are worked on: more than a core can have reads under way.
const ahead = 128

// Ahead gives the positions of a batch, those of some whole keys at a time, k after
// k. If the table is Far, their lines have been asked for one step earlier:
//
//	positions of keys 0..17   asked for
//	positions of keys 18..35  asked for     keys 0..17 done
//	positions of keys 36..53  asked for     keys 18..35 done ...
//
//	var a probe.Ahead
//	plan.Ahead(&a, b, table, down)
//	for at := a.Next(); len(at) > 0; at = a.Next() { ... }
//
// It lives on the caller's stack.
type Ahead struct {
	plan  *Plan
	b     *hashes.Batch
	table []uint64
	down  uint
	far   bool
	key   int // the next to be asked for
	turn  int // which half of buf holds the positions asked for, and how many
	asked int
	buf   [2][ahead]uint64
}

// Ahead points a at all keys of b; 2^down units make a word of table.
func (p *Plan) Ahead(a *Ahead, b *hashes.Batch, table []uint64, down uint) {
	a.plan, a.b, a.table, a.down, a.far = p, b, table, down, p.Far(table)
	a.key, a.turn = 0, 0
	a.ask()
}

// Next returns the positions of the next keys, none after the last. They are valid
// until the next call.
func (a *Ahead) Next() []uint64 {
	ready, n := &a.buf[a.turn&1], a.asked
	a.turn ^= 1
	a.ask()
	return ready[:n]
}

// ask finds the positions of some keys more and asks for their lines.
func (a *Ahead) ask() {
	at := a.buf[a.turn&1][:0]
	end := min(a.key+max(1, ahead/a.plan.k), a.b.Len())
	for ; a.key < end; a.key++ {
		at = a.plan.append(at, a.b, a.key)
	}
	if a.asked = len(at); a.far {
		Touch(a.table, at, a.down)
	}
}

// append appends the positions of key j of b.
func (p *Plan) append(at []uint64, b *hashes.Batch, j int) []uint64 {
	end := len(at) + p.k
	if p.kind != pairs {
		p.fill(at[len(at):end], b.At(j))
		return at[:end]
	}
	x, y, base := b.A[j], b.B[j], uint64(0)
	own := at[len(at):end]
	for i := range own {
		own[i] = fastrange(x, p.m) + base
		x += y
		base += p.stride
	}
	return at[:end]
}
