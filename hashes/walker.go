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
//	double, mod           x + i*y mod m, x = h1 mod m, y = GoodStep(h2 mod m)
//	enhanced              x = reduce(h1), y = reduce(h2); after each position x += y, y += i, mod m
//	triple                as double (the step as it is) with i(i-1)/2*h3 added
//
// Enhanced probing must reduce before it adds: under fastrange the cubic term
// would otherwise drown in the low bits and leave double hashing.
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
// r.Check.
func NewWalker(p Probing, r Reduction, m uint64, k int) Walker {
	return Walker{probing: p, reduce: r, m: m, k: k}
}

// Start points w at a key.
func (w *Walker) Start(d Digest) {
	w.d, w.i = d, 0
	if w.probing == Independent || w.probing == Sliced {
		return
	}
	w.x, w.y = d.Pair()
	if w.probing == Triple {
		w.z = d.Word(2)
	}
	if w.reducesFirst() {
		w.x, w.y, w.z = w.reduce.Reduce(w.x, w.m), w.reduce.Reduce(w.y, w.m), w.reduce.Reduce(w.z, w.m)
	}
	if w.probing == Double {
		switch w.reduce {
		case Mask:
			w.y |= 1
		case Mod:
			w.y = GoodStep(w.y, w.m, w.k)
		}
	}
}

// reducesFirst reports whether words are reduced before they are added up.
func (w *Walker) reducesFirst() bool { return w.probing == Enhanced || w.reduce == Mod }

// Next returns the next position. The caller asks k times.
func (w *Walker) Next() uint64 {
	i := w.i
	w.i++
	if w.probing == Independent || w.probing == Sliced {
		return w.reduce.Reduce(w.d.Word(int(i)), w.m)
	}
	if !w.reducesFirst() {
		at := w.reduce.Reduce(w.x, w.m)
		w.x += w.y
		w.y += w.z // zero unless triple
		return at
	}
	at := w.x
	w.x = AddMod(w.x, w.y, w.m)
	switch w.probing {
	case Triple:
		w.y = AddMod(w.y, w.z, w.m)
	case Enhanced:
		w.y = AddMod(w.y, w.i%w.m, w.m)
	}
	return at
}

// AddMod returns a+b mod m for a, b < m <= 2^63, without a division.
func AddMod(a, b, m uint64) uint64 {
	a += b
	if a >= m {
		a -= m
	}
	return a
}

// GoodStep returns a step near y, y < m, whose multiples i*y, 1 <= i < k, are
// all nonzero mod m, so that double hashing visits k distinct positions. Where
// m has no such step (m < k, or tiny), it returns a nonzero one, and 0 for m = 1.
func GoodStep(y, m uint64, k int) uint64 {
	if m == 1 {
		return 0
	}
	for range 2 * k { // bad steps are sparse: multiples of m/v for the few divisors v < k
		if y != 0 && distinctMultiples(y, m, k) {
			return y
		}
		if y++; y == m {
			y = 1
		}
	}
	return max(y, 1)
}

// distinctMultiples reports whether i*y mod m is nonzero for every 1 <= i < k.
func distinctMultiples(y, m uint64, k int) bool {
	x := y
	for i := 1; i < k; i++ {
		if x == 0 {
			return false
		}
		x = AddMod(x, y, m)
	}
	return true
}
