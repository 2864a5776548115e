package probe

import (
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// AddBatch sets the bits of all keys of b. In a table beyond the caches the lines of
// the next keys are asked for while those of the last are written (see Ahead).
func (t *Table) AddBatch(b *hashes.Batch) {
	array := t.Bits.Words()
	if t.Plan.kind == pairs && !t.Plan.Far(array) {
		second := b.B[:len(b.A)]
		for i, x := range b.A {
			t.addPair(x, second[i])
		}
		return
	}
	var a Ahead
	t.Plan.Ahead(&a, b, array, 6)
	for at := a.Next(); len(at) > 0; at = a.Next() {
		for _, p := range at {
			array[p>>6] |= 1 << (p & 63)
		}
	}
}

// ContainsBatch answers Contains for every key of b by a cascade (see Walk):
// it fills hits, with zeros past the batch, and returns the number of ones.
func (t *Table) ContainsBatch(b *hashes.Batch, hits *variants.Hits) int {
	array := t.Bits.Words()
	if found, ok := t.Plan.Cascade(array, 1, b, hits); ok {
		return found
	}
	far := t.Plan.Far(array)
	if t.Plan.kind == pairs && !far {
		return t.containsPairs(b, hits)
	}
	var w Walk
	t.Plan.Begin(&w, b)
	for i := 0; i < t.Plan.k && w.n > 0; i++ {
		positions := t.Plan.All(&w, i)
		if far {
			Touch(array, positions, 6)
		}
		live := 0
		for j, at := range positions {
			live += w.Keep(j, live, array[at>>6]>>(at&63)&1)
		}
		w.n = live
	}
	return w.Hits(hits)
}

// containsPairs is the cascade fused with the probing that is the default: two
// probes a round, positions kept in registers. Two probes a round look at 2.7
// bits of an absent key instead of 2 but make half as many rounds: at 10 bits a
// key and n = 1e6 the two come out equal, beyond the caches two are faster.
func (t *Table) containsPairs(b *hashes.Batch, hits *variants.Hits) int {
	var live [hashes.BatchMax]uint8
	for i := range b.A {
		live[uint8(i)] = uint8(i)
	}
	n, k := b.Len(), t.Plan.k
	i := 0
	for ; i+1 < k && n > 0; i += 2 {
		n = t.twoProbes(uint64(i), b.A, b.B, live[:n])
	}
	if i < k && n > 0 {
		n = t.oneProbe(uint64(i), b.A, b.B, live[:n])
	}
	markLive(live[:n], hits)
	return n
}

// twoProbes keeps the keys of live whose bits i and i+1 are both set. Every key
// is stored in the next free place, which moves on only if the key stays.
func (t *Table) twoProbes(i uint64, a, b []uint64, live []uint8) int {
	array, m, base, n := t.Bits.Words(), t.Plan.m, i*t.Plan.stride, 0
	next := base + t.Plan.stride
	b = b[:len(a)]
	for _, j := range live {
		x, y := a[j], b[j]
		x += i * y
		p, q := fastrange(x, m)+base, fastrange(x+y, m)+next
		live[n] = j
		n += int(array[p>>6] >> (p & 63) & (array[q>>6] >> (q & 63)) & 1)
	}
	return n
}

// oneProbe is twoProbes for the last bit of an odd k.
func (t *Table) oneProbe(i uint64, a, b []uint64, live []uint8) int {
	array, m, base, n := t.Bits.Words(), t.Plan.m, i*t.Plan.stride, 0
	b = b[:len(a)]
	for _, j := range live {
		p := fastrange(a[j]+i*b[j], m) + base
		live[n] = j
		n += int(array[p>>6] >> (p & 63) & 1)
	}
	return n
}
