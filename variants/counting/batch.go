package counting

import (
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/probe"
)

// containsPair is Contains for the default probing, without a choice a probe.
func (f *Filter) containsPair(x, y, m uint64) bool {
	for range f.plan.K() {
		at, _ := bits.Mul64(x, m)
		if f.counters.nonzero(at) == 0 {
			return false
		}
		x += y
	}
	return true
}

// AddBatch adds every key of b and returns their number.
func (f *Filter) AddBatch(b *hashes.Batch) (int, error) {
	var w probe.Walk
	f.plan.Begin(&w, b)
	for i := range f.plan.K() {
		for _, at := range f.plan.All(&w, i) {
			f.counters.raise(at)
		}
	}
	return b.Len(), nil
}

// ContainsBatch answers for all keys of b, one probe for all of them at a time
// (see probe.Walk): it fills hits and returns the number of positive answers.
func (f *Filter) ContainsBatch(b *hashes.Batch, hits *variants.Hits) int {
	var w probe.Walk
	f.plan.Begin(&w, b)
	for i := 0; i < f.plan.K() && w.Len() > 0; i++ {
		live := 0
		for j, at := range f.plan.All(&w, i) {
			live += w.Keep(j, live, f.counters.nonzero(at))
		}
		w.Cut(live)
	}
	return w.Hits(hits)
}
