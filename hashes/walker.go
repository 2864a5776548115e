package hashes

// Walker gives a key's positions one at a time: the plain definition of each
// probing, for cold paths, the positions command and as the oracle that the
// filters' own loops are tested against.
//
// With h1, h2, h3 the words of the digest and m the number of positions,
// position i is
//
//	independent, sliced   reduce(word i)
//	double, fastrange     reduce(h1 + i*h2), the sum in 64 bits
//	double, mask          reduce(h1 + i*(h2|1)): an odd step, so k <= m positions are distinct
//	double, mod           x + i*y mod m, x = h1 mod m, y = GoodStep(h2, m, k)
//	enhanced              x = reduce(h1), y = reduce(h2); after each position x += y, y += i, mod m
//	triple                as double (the step as it is) with i(i-1)/2*h3 added
//
// Enhanced probing must reduce before it adds: under fastrange the cubic term
// would otherwise drown in the low bits and leave double hashing. For the same
// reason plain double hashing under fastrange has no step to correct: what is
// degenerate there is an h2 whose high bits are near a fraction of small
// denominator, and forcing it odd changes nothing. It stays as Kirsch and
// Mitzenmacher define it, and its surplus (about 0.2/m to 0.4/m) is part of
// theory's prediction.
//
// A Walker asks its digest only for the words that the positions so far need.
type Walker struct {
	probing Probing
	reduce  Reduction
	m       uint64
	k       int

	d       Digest
	i       uint64
	x, y, z uint64
}

// NewWalker returns a Walker over [0, m) for k positions a key. m must pass
// r.Check, and the scheme CheckPositions: a walker of Own panics.
func NewWalker(p Probing, r Reduction, m uint64, k int) Walker {
	if p == Own {
		panic("hashes: own probing leaves the positions to the filter: there is nothing to walk")
	}
	return Walker{probing: p, reduce: r, m: m, k: k}
}

// Start points w at a key.
func (w *Walker) Start(d Digest) {
	w.d, w.i = d, 0
	if w.probing == Independent || w.probing == Sliced {
		return
	}
	a, b := d.Pair()
	w.x, w.y = w.first(a), w.first(b)
	if w.probing == Double {
		switch w.reduce {
		case Mask:
			w.y |= 1
		case Mod:
			w.y = GoodStep(b, w.m, w.k)
		}
	}
}

// Next returns the next position. The caller asks at most k times.
func (w *Walker) Next() uint64 {
	i := w.i
	w.i++
	if w.probing == Independent || w.probing == Sliced {
		return w.reduce.Reduce(w.d.Word(int(i)), w.m)
	}
	if i > 0 {
		w.step(i)
	}
	if w.reducesFirst() {
		return w.x
	}
	return w.reduce.Reduce(w.x, w.m)
}

// step moves x from position i-1 to position i: the step y grows by z (triple)
// or by 1, 2, 3, ... (enhanced) from the second on.
func (w *Walker) step(i uint64) {
	switch {
	case i >= 2 && w.probing == Triple:
		if i == 2 {
			w.z = w.first(w.d.Word(2))
		}
		w.y = w.add(w.y, w.z)
	case i >= 2 && w.probing == Enhanced:
		w.y = w.add(w.y, (i-1)%w.m)
	}
	w.x = w.add(w.x, w.y)
}

// reducesFirst reports whether words are reduced before they are added up.
func (w *Walker) reducesFirst() bool { return w.probing == Enhanced || w.reduce == Mod }

// first is what a word becomes before it is added.
func (w *Walker) first(word uint64) uint64 {
	if w.reducesFirst() {
		return w.reduce.Reduce(word, w.m)
	}
	return word
}

// add adds mod m where words are reduced first, else mod 2^64.
func (w *Walker) add(a, b uint64) uint64 {
	if w.reducesFirst() {
		return AddMod(a, b, w.m)
	}
	return a + b
}
