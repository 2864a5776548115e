package xor

import (
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants/internal/static"
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
	g := newGraph(f.table, len(digests))
	err := f.built.Solve(name, len(f.table), digests, distinct, func(digests []hashes.Digest) bool {
		f.ready()
		clear(g.slots)
		if f.enter(g, digests) && g.peel() == len(digests) {
			g.assign(len(digests))
			return true
		}
		clear(f.table)
		return false
	})
	if err == nil {
		f.ready()
	}
	return err
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

// enter writes every key in its three slots of g, and sums the fingerprints in the
// table, which is clear; false if a number overflows, which takes a hash that is none.
func (f *Filter[T]) enter(g *graph[T], digests []hashes.Digest) bool {
	slots, table, block := g.slots, g.table, g.block
	any := uint64(0)
	var keys [batch]edge[T]
	for len(digests) > 0 {
		m := min(len(digests), batch)
		f.touch(g, digests[:m], &keys)
		for i := range keys[:m] {
			k := &keys[i]
			b1, b2 := k.p1-block, k.p2-2*block
			w0, w1, w2 := (slots[k.p0]^word(b1, b2))+one, (slots[k.p1]^word(b2, k.p0))+one, (slots[k.p2]^word(k.p0, b1))+one
			slots[k.p0], slots[k.p1], slots[k.p2] = w0, w1, w2
			any |= w0 | w1 | w2
			table[k.p0] ^= k.print
			table[k.p1] ^= k.print
			table[k.p2] ^= k.print
		}
		digests = digests[m:]
	}
	return any>>63 == 0 // 128 keys in a slot and more set the top bit
}

// touch works out where the keys of a batch write, and reads there, so that the
// accesses overlap.
func (f *Filter[T]) touch(g *graph[T], digests []hashes.Digest, keys *[batch]edge[T]) {
	ma, mb := f.seed.ma, f.seed.mb
	sum := uint64(0)
	for i := range digests {
		d := &digests[i]
		b := d.B
		if d.More != nil {
			b = d.More.Word(1)
		}
		x, y := d.A*ma, b*mb
		p0, p1, p2 := place(x, y, g.block)
		sum += g.slots[p0] + g.slots[p1] + g.slots[p2] + uint64(g.table[p0]) + uint64(g.table[p1]) + uint64(g.table[p2])
		keys[i&(batch-1)] = edge[T]{p0, p1, p2, T(y)}
	}
	g.touched += sum
}
