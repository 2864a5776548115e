package counting

import (
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/probe"
)

// AddBatch adds every key of b and returns their number. In a table beyond the
// caches the counters of the next keys are asked for while those of the last are
// raised (see probe.Ahead).
func (f *Filter) AddBatch(b *hashes.Batch) (int, error) {
	if f.quick && !f.plan.Far(f.counters.array.Words()) {
		f.addPairs(b)
		return b.Len(), nil
	}
	var a probe.Ahead
	f.ahead(&a, b)
	for at := a.Next(); len(at) > 0; at = a.Next() {
		f.counters.raiseAll(at)
	}
	return b.Len(), nil
}

// RemoveBatch removes the keys of b in order, as Remove would: it sets in gone the
// bits of those that were held, clears all others, and returns how many were held.
// It goes over the counters of many keys as over those of one, until it meets one of
// zero: only then does it look whose that is.
func (f *Filter) RemoveBatch(b *hashes.Batch, gone *variants.Hits) int {
	gone.SetFirst(b.Len())
	k, first, held := f.shape.K, 0, b.Len()
	var a probe.Ahead
	f.ahead(&a, b)
	for at := a.Next(); len(at) > 0; at = a.Next() {
		keys := len(at) / k
		for done := f.counters.lowerAll(at); done < len(at); done = f.counters.lowerAll(at) {
			f.counters.raiseAll(at[done-done%k : done])
			key := first + keys - len(at)/k + done/k
			gone[key>>6] &^= 1 << (key & 63)
			held--
			at = at[done-done%k+k:]
		}
		first += keys
	}
	return held
}

// ahead points a at the keys of b.
func (f *Filter) ahead(a *probe.Ahead, b *hashes.Batch) {
	f.plan.Ahead(a, b, f.counters.array.Words(), f.counters.down())
}

// ContainsBatch answers for all keys of b, one probe for all of them at a time
// (see probe.Walk): it fills hits and returns the number of positive answers. The
// default probing has its loop in assembly where the processor can.
func (f *Filter) ContainsBatch(b *hashes.Batch, hits *variants.Hits) int {
	table := f.counters.array.Words()
	if found, ok := f.plan.Cascade(table, f.counters.width, b, hits); ok {
		return found
	}
	far := f.plan.Far(table)
	var w probe.Walk
	f.plan.Begin(&w, b)
	for i := 0; i < f.plan.K() && w.Len() > 0; i++ {
		positions := f.plan.All(&w, i)
		if far {
			probe.Touch(table, positions, f.counters.down())
		}
		live := 0
		for j, at := range positions {
			live += w.Keep(j, live, f.counters.nonzero(at))
		}
		w.Cut(live)
	}
	return w.Hits(hits)
}
