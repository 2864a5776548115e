package fuse

// enter4 writes every key in its four slots; false if a number overflows.
func (g *graph[T]) enter4(keys []key, l layout) bool {
	slots, table, any := g.slots, g.table, uint64(0)
	for i := range keys {
		x, y := keys[i].x, keys[i].y
		p := l.start(x)
		o1, o2 := l.near(x, y)
		o3 := l.far(x, y)
		q1, q2, q3 := p+l.segment^o1, p+2*l.segment^o2, p+3*l.segment^o3
		w, w1, w2, w3 := words4(o1, o2, o3)
		w, w1 = (slots[p]^w)+one, (slots[q1]^w1^1<<whichAt)+one
		w2, w3 = (slots[q2]^w2^2<<whichAt)+one, (slots[q3]^w3^3<<whichAt)+one
		slots[p], slots[q1], slots[q2], slots[q3] = w, w1, w2, w3
		any |= w | w1 | w2 | w3
		table[p] ^= T(y)
		table[q1] ^= T(y)
		table[q2] ^= T(y)
		table[q3] ^= T(y)
	}
	return !full(any)
}

// words4 returns what a key writes in a slot and in the three that follow, from the
// three offsets of the first.
func words4(d1, d2, d3 uint64) (w, w1, w2, w3 uint64) {
	d12, d13, d23 := d1^d2, d1^d3, d2^d3
	return d1 | d2<<fieldBits | d3<<(2*fieldBits),
		d12 | d13<<fieldBits | d1<<(2*fieldBits),
		d23 | d2<<fieldBits | d12<<(2*fieldBits),
		d3 | d13<<fieldBits | d23<<(2*fieldBits)
}

// peel4 is peel3 for four slots a key.
func (g *graph[T]) peel4(l layout) int {
	slots, table, alone, order := g.slots, g.table, g.alone, g.order
	next1, next2, next3 := around(l, 4, 1), around(l, 4, 2), around(l, 4, 3)
	var looked [batch]uint32
	waiting, done := g.begin(), 0
	for waiting > 0 {
		m := min(waiting, batch)
		waiting -= m
		copy(looked[:m], alone[waiting:waiting+m])
		for _, slot := range looked[:m] {
			at := uint64(slot)
			w := slots[at]
			live := single(w)
			all := -live
			order[done] = slot
			done += int(live)
			slots[at] = w - live*one

			d1, d2, d3 := w&field, w>>fieldBits&field, w>>(2*fieldBits)&field
			to1, to2, to3 := &next1[w>>whichAt&3], &next2[w>>whichAt&3], &next3[w>>whichAt&3]
			_, w1, w2, w3 := words4(d1, d2, d3)
			fp := table[at] & T(all)
			for _, q := range [3]struct{ at, word uint64 }{
				{at ^ d1 + to1.turn&all, w1 | to1.which&all},
				{at ^ d2 + to2.turn&all, w2 | to2.which&all},
				{at ^ d3 + to3.turn&all, w3 | to3.which&all},
			} {
				left := (slots[q.at] ^ q.word) - live*one
				slots[q.at] = left
				table[q.at] ^= fp
				alone[waiting] = uint32(q.at)
				waiting += single(left) & live
			}
		}
	}
	return done
}

// assign4 is assign3 for four slots a key.
func (g *graph[T]) assign4(l layout) bool {
	slots, table, order := g.slots, g.table, g.order[:len(g.keys)]
	next1, next2, next3 := around(l, 4, 1), around(l, 4, 2), around(l, 4, 3)
	for i := len(order) - 1; i >= 0; i-- {
		at := uint64(order[i])
		w := slots[at]
		which := w >> whichAt & 3
		q1 := at ^ w&field + next1[which].turn
		q2 := at ^ w>>fieldBits&field + next2[which].turn
		q3 := at ^ w>>(2*fieldBits)&field + next3[which].turn
		table[at] ^= table[q1] ^ table[q2] ^ table[q3]
	}
	return true
}
