package probe

import (
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// Walk is a batch of keys under way, one probe at a time for all keys that are
// still alive: a cascade. A filter asks All for the positions of probe i, looks
// at its table and keeps, without a branch, the keys whose position was set:
//
//	var w probe.Walk
//	plan.Begin(&w, b)
//	for i := 0; i < plan.K() && w.Len() > 0; i++ {
//		live := 0
//		for j, at := range plan.All(&w, i) {
//			live += w.Keep(j, live, set(at)) // set(at) is 0 or 1
//		}
//		w.Cut(live)
//	}
//
// At half fill an absent key is looked at twice on average, and no branch
// depends on the data: neither mispredictions nor waiting for one key's memory
// before asking for the next one's. (Early exit, one key at a time, pays one
// misprediction a key: 2 to 4 times slower at tables that fit a cache.)
//
// A Walk lives on the caller's stack.
type Walk struct {
	b       *hashes.Batch
	n       int
	live    [hashes.BatchMax]uint8
	at      [hashes.BatchMax]uint64
	x, y, z [hashes.BatchMax]uint64
}

// Begin points w at all keys of b.
func (p *Plan) Begin(w *Walk, b *hashes.Batch) {
	w.b, w.n = b, b.Len()
	for i := range w.live[:w.n] {
		w.live[i] = uint8(i)
	}
	switch p.kind {
	case pairs:
		copy(w.x[:], b.A)
		copy(w.y[:], b.B)
	case sums, steps:
		for i := range w.n {
			w.x[i], w.y[i], w.z[i] = p.start(b.At(i))
		}
	}
}

// Len returns the number of keys alive.
func (w *Walk) Len() int { return w.n }

// Keep moves the j-th key alive to place n of those kept and returns set, which
// is 1 if it stays and 0 if its place may be taken by the next.
func (w *Walk) Keep(j, n int, set uint64) int {
	w.live[uint8(n)] = w.live[uint8(j)]
	return int(set)
}

// Cut ends a probe: the first n keys are alive.
func (w *Walk) Cut(n int) { w.n = n }

// All returns the positions of probe i, one for each key alive, in order. It
// is to be called for i = 0, 1, ... in turn.
func (p *Plan) All(w *Walk, i int) []uint64 {
	live, at, base := w.live[:w.n], w.at[:w.n], uint64(i)*p.stride
	switch p.kind {
	case pairs:
		for k, j := range live {
			at[k] = fastrange(w.x[j], p.m) + base
			w.x[j] += w.y[j]
		}
	case sums:
		for k, j := range live {
			at[k] = fastrange(w.x[j], p.m) + base
			w.x[j] += w.y[j]
			w.y[j] += w.z[j]
		}
	case steps:
		for k, j := range live {
			at[k] = w.x[j] + base
			w.x[j], w.y[j], w.z[j] = p.step(w.x[j], w.y[j], w.z[j])
		}
	case words:
		p.nextWords(w, i, live, at, base)
	}
	return at
}

// nextWords asks each key alive for one more word: keys that have left never
// pay for its hash.
func (p *Plan) nextWords(w *Walk, i int, live []uint8, at []uint64, base uint64) {
	for k, j := range live {
		at[k] = p.reduce.Reduce(w.b.At(int(j)).Word(i), p.m) + base
	}
}

// Hits writes the keys alive as a bit mask and returns their number.
func (w *Walk) Hits(hits *variants.Hits) int {
	markLive(w.live[:w.n], hits)
	return w.n
}

// markLive sets the bits of live in hits and clears all others.
func markLive(live []uint8, hits *variants.Hits) {
	*hits = variants.Hits{}
	for _, j := range live {
		hits[j>>6] |= 1 << (j & 63)
	}
}
