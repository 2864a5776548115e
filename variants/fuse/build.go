package fuse

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
		f.aim(f.built.Tries - 1)
		if f.solve(g, digests) {
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
	f.built, f.shape, f.sized = static.Built{}, p.Shape(), max(f.config.Capacity, uint64(len(digests)))
	if uint64(len(f.table)) == p.Slots {
		clear(f.table)
	} else {
		f.table = static.Table[T](p.Slots)
	}
	f.ready()
	return nil
}

// solve finds values for the table, which is clear, under the seed and layout in force;
// false if there are keys that cannot be peeled.
func (f *Filter[T]) solve(g *graph[T], digests []hashes.Digest) bool {
	clear(g.slots)
	keys := g.sort(f, digests)
	if f.arity == 4 {
		return g.enter4(keys, f.layout) && g.peel4(f.layout) == len(digests) && g.assign4(f.layout)
	}
	return g.enter3(keys, f.layout) && g.peel3(f.layout) == len(digests) && g.assign3(f.layout)
}
