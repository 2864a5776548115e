package filtertest

import (
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// build gives static filters sets of every small size, of none, and with
// duplicates.
func (k *kit) build() {
	if !k.v.Has(variants.CanBuild) {
		return
	}
	for _, s := range k.schemes {
		for _, n := range []uint64{0, 1, 2, 3, 10, 1000} {
			k.buildFrom(k.sized(s, max(n, 1)), n, 1)
			k.buildFrom(k.sized(s, max(n, 1)), n, 3)
		}
	}
}

// buildFrom builds from n keys, each given copies times.
func (k *kit) buildFrom(c variants.Config, n uint64, copies int) {
	f := k.make(c)
	b, ok := f.(variants.Builder)
	if !ok {
		return
	}
	src := newSource(c.Scheme, 18)
	var set []hashes.Digest
	for range copies {
		set = append(set, src.all(0, n)...)
	}
	if err := b.Build(set); err != nil {
		k.broke("%s: Build of %d keys, %d times each: %v", describe(c), n, copies, err)
		return
	}
	if b.Tries() < 1 {
		k.broke("%s: Tries is %d after a Build", describe(c), b.Tries())
	}
	if count, example := lost(f, src, 0, n, nil); count > 0 {
		k.broke("%s: %d of %d keys are not found, key %d among them", describe(c), count, n, example)
	}
}
