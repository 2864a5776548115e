package filtertest

import (
	"github.com/filterlab/filterlab/variants"
)

// remove adds two sets and takes one out again.
func (k *kit) remove() {
	if !k.v.Has(variants.CanRemove) {
		return
	}
	for _, s := range k.schemes {
		c := k.sized(s, 4000)
		f := k.make(c)
		if f == nil {
			continue
		}
		src := newSource(s, 9)
		k.removeHalf(c, f, src)
		k.removeAbsent(c, f, src)
		k.removeCopies(c)
	}
}

// removeHalf adds keys 0..3999 and removes the odd thousands among them.
func (k *kit) removeHalf(c variants.Config, f variants.Filter, src *source) {
	r := f.(variants.Remover)
	k.fill(f, src, 0, 4000)
	for _, first := range []uint64{1000, 3000} {
		for i := first; i < first+1000; i++ {
			if !r.Remove(src.digest(i)) {
				k.broke("%s: Remove of key %d, which was added, returns false", describe(c), i)
				return
			}
		}
	}
	for _, first := range []uint64{0, 2000} {
		if count, example := lost(f, src, first, 1000, nil); count > 0 {
			k.broke("%s: %d keys are lost by removing others, key %d among them", describe(c), count, example)
		}
	}
	left := 0
	for _, first := range []uint64{1000, 3000} {
		for i := first; i < first+1000; i++ {
			left += one(f.Contains(src.digest(i)))
		}
	}
	// Sized for 3% and half full: 60 would be many; a Remove that does nothing leaves 2000.
	if left > 200 {
		k.broke("%s: %d of 2000 removed keys are still found", describe(c), left)
	}
}

// removeAbsent removes keys that are certainly absent.
func (k *kit) removeAbsent(c variants.Config, f variants.Filter, src *source) {
	before := image(f, src)
	for i := range uint64(2000) {
		if f.Contains(src.digest(absent + i)) {
			continue
		}
		if f.(variants.Remover).Remove(src.digest(absent + i)) {
			k.broke("%s: Remove of an absent key returns true", describe(c))
			return
		}
	}
	if image(f, src) != before {
		k.broke("%s: removing absent keys changes the filter", describe(c))
	}
}

// removeCopies adds one key 20 times and removes all copies but one: it must
// still be there, past any counter's or bucket's limit.
func (k *kit) removeCopies(c variants.Config) {
	f := k.make(c)
	a, ok := f.(variants.Adder)
	if !ok {
		return
	}
	src := newSource(c.Scheme, 10)
	copies := 0
	for range 20 {
		if a.Add(src.digest(5)) == nil {
			copies++
		}
	}
	for i := 1; i < copies; i++ {
		f.(variants.Remover).Remove(src.digest(5))
		if !f.Contains(src.digest(5)) {
			k.broke("%s: a key added %d times and removed %d times is not found", describe(c), copies, i)
			return
		}
	}
}
