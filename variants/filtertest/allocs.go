package filtertest

import (
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// allocs counts allocations of everything that is called a key. A growing
// filter may allocate a stage: not in every hundred keys.
func (k *kit) allocs() {
	const n = 1000
	for _, s := range k.schemes {
		c, src := k.sized(s, 4*n), newSource(s, 6)
		f := k.filled(c, src, n)
		if f == nil {
			continue
		}
		src.digest(0)
		next := uint64(n)
		k.free(c, "Contains of a present key", func() { f.Contains(src.digest(7)) })
		k.free(c, "Contains of an absent key", func() { f.Contains(src.digest(absent + 7)) })
		if b, ok := f.(variants.BatchContainer); ok {
			var hits variants.Hits
			k.free(c, "ContainsBatch", func() { b.ContainsBatch(src.batch(n-128, hashes.BatchMax), &hits) })
		}
		if a, ok := f.(variants.Adder); ok {
			k.free(c, "Add", func() {
				next++
				if a.Add(src.digest(next)) != nil {
					next-- // full: what the kit's section full looks at
				}
			})
		}
		if r, ok := f.(variants.Remover); ok {
			k.free(c, "Remove", func() { r.Remove(src.digest(next)); next-- })
		}
		if a, ok := f.(variants.BatchAdder); ok {
			fresh := k.make(c)
			a, _ = fresh.(variants.BatchAdder)
			k.free(c, "AddBatch", func() {
				if _, err := a.AddBatch(src.batch(0, 20)); err != nil {
					return
				}
			})
		}
	}
}

// free reports what allocates.
func (k *kit) free(c variants.Config, what string, f func()) {
	const calls = 50
	if n := mallocs(func() {
		for range calls {
			f()
		}
	}); n > 0 {
		k.brokeAs(what, "%s: %s allocates: %d objects in %d calls", describe(c), what, n, calls)
	}
}
