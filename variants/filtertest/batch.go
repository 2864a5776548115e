package filtertest

import (
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// batch compares batch calls with single ones at every length a batch can have.
func (k *kit) batch() {
	for _, s := range k.few() {
		c := k.sized(s, 700)
		if k.v.Has(variants.CanContainsBatch) {
			src := newSource(s, 7)
			if f := k.filled(c, src, 700); f != nil {
				k.sameAnswers(c, f.(variants.BatchContainer), f, src)
			}
		}
		if k.v.Has(variants.CanAddBatch) {
			k.sameAdds(c)
		}
	}
}

// sameAnswers asks for batches of 0 to 256 keys, members and absent ones mixed,
// all members, and none.
func (k *kit) sameAnswers(c variants.Config, b variants.BatchContainer, f variants.Filter, src *source) {
	for n := 0; n <= hashes.BatchMax; n++ {
		firsts := []uint64{700 - uint64(n)/2, 0, absent}
		if k.o.Short {
			firsts = firsts[:2]
		}
		for _, first := range firsts {
			hits := variants.Hits{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
			count := b.ContainsBatch(src.batch(first, n), &hits)
			ones := 0
			for _, w := range hits {
				ones += bits.OnesCount64(w)
			}
			for i := n; i < hashes.BatchMax; i++ {
				if hits[i/64]>>(i%64)&1 == 1 {
					k.broke("%s: batch of %d: bit %d, past the batch, is set", describe(c), n, i)
					return
				}
			}
			if ones != count {
				k.broke("%s: batch of %d: returns %d, the mask has %d ones", describe(c), n, count, ones)
				return
			}
			for i := range n {
				got := hits[i/64]>>(i%64)&1 == 1
				if want := f.Contains(src.digest(first + uint64(i))); got != want {
					k.broke("%s: batch of %d, key %d: batch says %v, Contains says %v", describe(c), n, i, got, want)
					return
				}
			}
		}
	}
}

// sameAdds adds batches of every length to one filter and their keys one at a
// time to another.
func (k *kit) sameAdds(c variants.Config) {
	c.Capacity = hashes.BatchMax * (hashes.BatchMax + 1) / 2
	src := newSource(c.Scheme, 8)
	batched, single := k.make(c), k.make(c)
	if batched == nil || single == nil {
		return
	}
	next := uint64(0)
	for n := 0; n <= hashes.BatchMax; n++ {
		in, err := batched.(variants.BatchAdder).AddBatch(src.batch(next, n))
		if err != nil || in != n {
			k.broke("%s: AddBatch of %d keys within the capacity: %d went in, error %v", describe(c), n, in, err)
			return
		}
		next += uint64(n)
	}
	k.fill(single, src, 0, next)
	if image(batched, src) != image(single, src) {
		k.broke("%s: %d keys added in batches give another filter than one at a time", describe(c), next)
	}
}
