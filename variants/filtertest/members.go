package filtertest

import (
	"errors"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

func (k *kit) empty() {
	for _, s := range k.schemes {
		c := k.sized(s, 1000)
		f := k.make(c)
		if f == nil {
			continue
		}
		if k.v.Has(variants.CanBuild) {
			k.fill(f, newSource(s, 1), 0, 0)
		}
		for _, kd := range kinds() {
			src := sourceOf(kd, s, 1)
			for i := range uint64(2000) {
				if f.Contains(src.digest(i)) {
					k.broke("%s: contains %s key %d though nothing was added", describe(c), kd.name, i)
					break
				}
			}
		}
		if b, ok := f.(variants.SetBitser); ok && b.SetBits() != 0 {
			k.broke("%s: %d set bits though nothing was added", describe(c), b.SetBits())
		}
	}
}

// members adds and asks again: every scheme and kind of key at small sizes, one
// key included; then far more keys than the capacity; then a million keys, since
// one lost in a million is lost.
func (k *kit) members() {
	for _, s := range k.schemes {
		for _, kd := range kinds() {
			for _, n := range []uint64{1, 2, 100, 1000} {
				k.found(k.sized(s, n), kd, n)
			}
		}
		k.found(k.sized(s, 500), kinds()[0], 2000)
	}
	if k.o.Short {
		k.found(k.sized(k.schemes[0], 50_000), kinds()[1], 50_000)
		return
	}
	for _, s := range k.schemes[:min(2, len(k.schemes))] {
		k.found(k.sized(s, 1_000_000), kinds()[1], 1_000_000)
	}
}

// found checks that n keys, once added, are all contained.
func (k *kit) found(c variants.Config, kd kind, n uint64) {
	f := k.make(c)
	if f == nil {
		return
	}
	s := sourceOf(kd, c.Scheme, 2)
	rejected := k.fill(f, s, 0, n)
	if count, example := lost(f, s, 0, n, rejected); count > 0 {
		k.broke("%s: %d of %d %s keys are not found, key %d among them", describe(c), count, n, kd.name, example)
	}
}

// full adds until nothing goes in any more, or 30 times the capacity, and looks
// for everything that was accepted.
func (k *kit) full() {
	if !k.v.Has(variants.CanAdd) {
		return
	}
	for _, s := range k.few() {
		for _, capacity := range []uint64{1, 50, 1000} {
			c := k.sized(s, capacity)
			f := k.make(c)
			if f == nil {
				continue
			}
			src := newSource(s, 3)
			rejected := k.fill(f, src, 0, 30*capacity)
			if count, example := lost(f, src, 0, 30*capacity, rejected); count > 0 {
				k.broke("%s: after %d keys (%d rejected) %d accepted ones are not found, key %d among them",
					describe(c), 30*capacity, len(rejected), count, example)
			}
			k.fullBatch(c, 30*capacity)
		}
	}
}

// fullBatch does the same by AddBatch, whose count must say which keys are in.
func (k *kit) fullBatch(c variants.Config, n uint64) {
	f := k.make(c)
	adder, ok := f.(variants.BatchAdder)
	if !ok {
		return
	}
	src := newSource(c.Scheme, 3)
	for first := uint64(0); first < n; first += hashes.BatchMax {
		size := int(min(n-first, hashes.BatchMax))
		in, err := adder.AddBatch(src.batch(first, size))
		if (err == nil) != (in == size) || err != nil && !errors.Is(err, variants.ErrFull) {
			k.broke("%s: AddBatch of %d keys: %d went in, error %v", describe(c), size, in, err)
			return
		}
		if count, example := lost(f, src, first, uint64(in), nil); count > 0 {
			k.broke("%s: AddBatch: %d of the %d keys that went in are not found, key %d among them", describe(c), count, in, example)
			return
		}
	}
}
