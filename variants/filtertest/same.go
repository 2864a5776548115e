package filtertest

import (
	"sync"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// same builds twice from one seed, and in another order.
func (k *kit) same() {
	const n = 5000
	for _, s := range k.schemes {
		c, src := k.sized(s, n), newSource(s, 4)
		first, second := k.filled(c, src, n), k.filled(c, src, n)
		if first == nil || second == nil {
			return
		}
		want := image(first, src)
		if image(second, src) != want {
			k.broke("%s: two filters from the same keys and seed differ", describe(c))
		}
		if !k.v.OrderFree {
			continue
		}
		if third := k.make(c); image(k.shuffled(third, src, n), src) != want {
			k.broke("%s: OrderFree is promised, and the same keys in another order give another filter", describe(c))
		}
	}
}

// shuffled fills f with keys 0 .. n-1 of s in another order: 3701 is prime to n.
func (k *kit) shuffled(f variants.Filter, s *source, n uint64) variants.Filter {
	if b, ok := f.(variants.Builder); ok {
		in := s.all(0, n)
		set := make([]hashes.Digest, n)
		for i := range set {
			set[i] = in[(n-1-uint64(i))*3701%n]
		}
		if err := b.Build(set); err != nil {
			k.broke("%s: Build of %d keys in another order: %v", s.scheme().Name(), n, err)
		}
		return f
	}
	for i := range n {
		k.fill(f, s, (n-1-i)*3701%n, 1)
	}
	return f
}

// apart fills two filters in turns and compares them with two filled alone. The keys
// are so many that state is seen which only one key in three thousand gets to.
func (k *kit) apart() {
	const n = 10000
	for _, s := range k.few() {
		c, src := k.sized(s, n), newSource(s, 5)
		one, two := k.make(c), k.make(c)
		if one == nil || two == nil {
			return
		}
		k.fill(one, src, 0, n)
		if k.v.Has(variants.CanAdd) {
			k.untouched(c, two, src, n)
		}
		before := image(one, src)
		k.fill(two, src, 10*n, n)
		if image(one, src) != before {
			k.broke("%s: filling one filter changes another", describe(c))
			return
		}
		alone := k.make(c)
		k.fill(alone, src, 0, n)
		other := k.make(c)
		k.fill(other, src, 10*n, n)
		if image(one, src) != image(alone, src) || image(two, src) != image(other, src) {
			k.broke("%s: a filter filled beside another one differs from one filled alone", describe(c))
		}
		k.atOnce(c, one)
	}
}

// untouched checks that two has none of the n keys that another filter was filled with.
func (k *kit) untouched(c variants.Config, two variants.Filter, src *source, n uint64) {
	for i := range n {
		if two.Contains(src.digest(i)) {
			k.broke("%s: key %d was added to one filter and is found in another", describe(c), i)
			return
		}
	}
}

// atOnce queries one filter from four goroutines: the race detector sees what is
// written, and the answers must be those of one goroutine.
func (k *kit) atOnce(c variants.Config, f variants.Filter) {
	want := answers(f, newSource(c.Scheme, 5))
	got := make([]string, 4)
	var wait sync.WaitGroup
	for i := range got {
		wait.Go(func() { got[i] = answers(f, newSource(c.Scheme, 5)) })
	}
	wait.Wait()
	for _, g := range got {
		if g != want {
			k.broke("%s: answers change when goroutines ask at once", describe(c))
			return
		}
	}
}
