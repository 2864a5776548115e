package quotient

import "math/bits"

// remove takes one remainder v out of the run of quotient q; false if there is none.
func (t *table) remove(q, v uint64) bool {
	if !t.occupied(q) {
		return false
	}
	start, end := t.run(q)
	slot, ok := t.find(start, end, v)
	if !ok {
		return false
	}
	last := t.clusterEnd(end)
	if end-start == 1 { // the run goes
		t.meta[q>>6*2] &^= 1 << (q & 63)
		t.unshiftEnds(slot, last)
	} else { // its end comes one nearer, over a slot where no run ends
		t.unshiftEnds(end-2, last)
	}
	t.shiftDown(slot, last)
	t.put(last-1, 0)
	for b := q>>6 + 1; b <= (last-1)>>6; b++ {
		t.oneLess(b)
	}
	return true
}

// oneLess lowers the offset of a block. Those of the blocks before are right already.
func (t *table) oneLess(b uint64) {
	if t.offset[b] != 255 {
		t.offset[b]--
		return
	}
	t.offset[b] = uint8(min(255, t.farOffset(b)))
}

// unshiftEnds takes runends of slot from out and moves those of the slots after it, up
// to end, down by one.
func (t *table) unshiftEnds(from, end uint64) {
	w, last := from>>6, (end-1)>>6
	mask := ^uint64(0) << (from & 63)
	for ; w < last; w++ {
		x := &t.meta[2*w+1]
		*x = *x&^mask | (*x>>1|t.meta[2*w+3]<<63)&mask
		mask = ^uint64(0)
	}
	x := &t.meta[2*w+1]
	mask &= ^uint64(0) >> (^(end - 1) & 63)
	*x = *x&^mask | *x&mask>>1&mask
}

// shiftDown moves the remainders of the slots after from, up to end, down by one, over
// that of from. The slot end-1 has anything then.
func (t *table) shiftDown(from, end uint64) {
	low, high := from*t.r, end*t.r-1
	w, last := low>>6, high>>6
	r, up := t.r&63, (64-t.r)&63
	mask := ^uint64(0) << (low & 63)
	x := t.raw(w)
	for ; w < last; w++ {
		next := t.raw(w + 1)
		t.setRaw(w, x&^mask|(x>>r|next<<up)&mask)
		x, mask = next, ^uint64(0)
	}
	mask &= ^uint64(0) >> (^high & 63)
	t.setRaw(w, x&^mask|x>>r&mask)
}

// each calls do for every remainder stored, in order, until it returns false.
func (t *table) each(do func(q, v uint64) bool) {
	slot := uint64(0)
	for b := range uint64(len(t.offset)) {
		for rest := t.meta[2*b]; rest != 0; rest &= rest - 1 {
			q := b<<6 + uint64(bits.TrailingZeros64(rest))
			for slot = max(slot, q); ; slot++ {
				if !do(q, t.at(slot)) {
					return
				}
				if t.endsAt(slot) {
					break
				}
			}
			slot++
		}
	}
}
