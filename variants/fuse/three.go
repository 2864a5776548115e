package fuse

// enter3 writes every key in its three slots; false if a number overflows.
func (g *graph[T]) enter3(keys []key, l layout) bool {
	slots, table, any := g.slots, g.table, uint64(0)
	for i := range keys {
		x, y := keys[i].x, keys[i].y
		p := l.start(x)
		o1, o2 := l.near(x, y)
		q1, q2 := p+l.segment^o1, p+2*l.segment^o2
		w, w1, w2 := words3(o1, o2)
		w, w1, w2 = (slots[p]^w)+one, (slots[q1]^w1^1<<whichAt)+one, (slots[q2]^w2^2<<whichAt)+one
		slots[p], slots[q1], slots[q2] = w, w1, w2
		any |= w | w1 | w2
		table[p] ^= T(y)
		table[q1] ^= T(y)
		table[q2] ^= T(y)
	}
	return !full(any)
}

// words3 returns what a key writes in a slot, in the next, and in the one after
// that, from the two offsets of the first.
func words3(d1, d2 uint64) (w, w1, w2 uint64) {
	d12 := d1 ^ d2
	return d1 | d2<<fieldBits, d12 | d1<<fieldBits, d2 | d12<<fieldBits
}

// peel3 takes away, one after the other, keys that have a slot to themselves, and
// returns how many. It looks at the slots last put on the list first: those are near
// each other, and in the cache. A batch of them, so that their accesses overlap; and
// without a branch on whether a slot still has its key, which may have gone by
// another slot: then zeros are taken away.
func (g *graph[T]) peel3(l layout) int {
	slots, table, alone, order := g.slots, g.table, g.alone, g.order
	next1, next2 := around(l, 3, 1), around(l, 3, 2)
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
			slots[at] = w - live*one // the rest stays, for assign3

			d1, d2 := w&field, w>>fieldBits&field
			to1, to2 := &next1[w>>whichAt&3], &next2[w>>whichAt&3]
			q1, q2 := at^d1+to1.turn&all, at^d2+to2.turn&all
			_, w1, w2 := words3(d1, d2)
			w1 |= to1.which & all
			w2 |= to2.which & all
			fp := table[at] & T(all)

			w1 = (slots[q1] ^ w1) - live*one
			slots[q1] = w1
			table[q1] ^= fp
			alone[waiting] = uint32(q1)
			waiting += single(w1) & live

			w2 = (slots[q2] ^ w2) - live*one
			slots[q2] = w2
			table[q2] ^= fp
			alone[waiting] = uint32(q2)
			waiting += single(w2) & live
		}
	}
	return done
}

// assign3 goes back over the keys peeled. The slot of each holds its fingerprint; it
// gets the value that makes the key's equation hold. The slots of the others are not
// touched any more.
func (g *graph[T]) assign3(l layout) bool {
	slots, table, order := g.slots, g.table, g.order[:len(g.keys)]
	next1, next2 := around(l, 3, 1), around(l, 3, 2)
	for i := len(order) - 1; i >= 0; i-- {
		at := uint64(order[i])
		w := slots[at]
		which := w >> whichAt & 3
		table[at] ^= table[at^w&field+next1[which].turn] ^ table[at^w>>fieldBits&field+next2[which].turn]
	}
	return true
}
