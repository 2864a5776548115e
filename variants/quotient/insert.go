package quotient

// insert adds remainder v to the run of quotient q; false, and nothing changed, if no
// slot is unused from there on.
func (t *table) insert(q, v uint64) bool {
	end := t.runEnd(q)
	if end <= q { // slot q is unused, so there is no such run either
		t.meta[q>>6*2] |= 1 << (q & 63)
		t.meta[q>>6*2+1] |= 1 << (q & 63)
		t.put(q, v)
		return true
	}
	free := t.firstUnused(end)
	if free >= t.slots {
		return false
	}
	place := end
	if t.occupied(q) { // the run's end moves on
		place = t.place(q, end, v)
		t.shiftEnds(end-1, free, 0)
	} else { // a run of one between others
		t.meta[q>>6*2] |= 1 << (q & 63)
		t.shiftEnds(end, free, 1)
	}
	t.shiftUp(place, free)
	t.put(place, v)
	// What moved stands behind its own quotient, so that every block begun on the way
	// has one more slot of earlier runs.
	for b := q>>6 + 1; b <= free>>6; b++ {
		if t.offset[b] != 255 {
			t.offset[b]++
		}
	}
	return true
}

// place returns where remainder v belongs in the run of quotient q with the given end.
func (t *table) place(q, end, v uint64) uint64 {
	for t.at(end-1) > v {
		end--
		if end == q || t.endsAt(end-1) {
			break
		}
	}
	return end
}

// endsAt reports whether a run ends in a slot.
func (t *table) endsAt(slot uint64) bool { return t.meta[slot>>6*2+1]>>(slot&63)&1 != 0 }

// shiftEnds moves runends of the slots [from, free) up by one, over that of free, and
// puts bit in the place that becomes vacant.
func (t *table) shiftEnds(from, free, bit uint64) {
	w, first := free>>6, from>>6
	mask := ^uint64(0) >> (^free & 63)
	for ; w > first; w-- {
		x := &t.meta[2*w+1]
		*x = *x&^mask | (*x<<1|t.meta[2*w-1]>>63)&mask
		mask = ^uint64(0)
	}
	x := &t.meta[2*w+1]
	mask &= ^uint64(0) << (from & 63)
	*x = *x&^mask | *x&mask<<1&mask | bit<<(from&63)
}

// shiftUp moves the remainders of the slots [from, free) by one, over that of free. The
// slot from has anything then.
func (t *table) shiftUp(from, free uint64) {
	low, high := from*t.r, (free+1)*t.r-1 // first and last bit concerned
	w, first := high>>6, low>>6
	r, back := t.r&63, (64-t.r)&63
	mask := ^uint64(0) >> (^high & 63)
	x := t.raw(w)
	for ; w > first; w-- {
		next := t.raw(w - 1)
		t.setRaw(w, x&^mask|(x<<r|next>>back)&mask)
		x, mask = next, ^uint64(0)
	}
	mask &= ^uint64(0) << (low & 63)
	t.setRaw(w, x&^mask|x<<r&mask)
}
