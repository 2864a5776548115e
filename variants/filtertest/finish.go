package filtertest

import (
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// finish compares a filter that is finished often, while empty, in the middle and
// twice at the end, with one that is only asked.
func (k *kit) finish() {
	const n = 3000
	for _, s := range k.few() {
		c, src := k.sized(s, n), newSource(s, 19)
		f := k.make(c)
		w, ok := f.(variants.Finisher)
		if !ok {
			return
		}
		w.Finish()
		k.fill(f, src, 0, n/2)
		w.Finish()
		k.fill(f, src, n/2, n-n/2)
		w.Finish()
		w.Finish()
		if count, example := lost(f, src, 0, n, nil); count > 0 {
			k.broke("%s: finished in between, %d of %d keys are not found, key %d among them", describe(c), count, n, example)
		}
		if image(f, src) != image(k.filled(c, src, n), src) {
			k.broke("%s: a filter that was finished differs from one that was only asked", describe(c))
		}
		k.nothingLeft(c, src, n)
	}
}

// nothingLeft looks at the first question after Finish, which no second try can repeat:
// the least of several filters counts, since the runtime allocates too.
func (k *kit) nothingLeft(c variants.Config, src *source, n uint64) {
	least := ^uint64(0)
	for range 3 {
		f := k.filled(c, src, n)
		if w, ok := f.(variants.Finisher); ok {
			w.Finish()
			least = min(least, firstQuestion(f, src.digest(absent)))
		}
	}
	if least > 0 {
		k.broke("%s: the first question after Finish allocates %d bytes: it does what Finish is for", describe(c), least)
	}
}

// firstQuestion returns the bytes that it allocates.
func firstQuestion(f variants.Filter, d hashes.Digest) uint64 {
	return allocated(func() { f.Contains(d) })
}
