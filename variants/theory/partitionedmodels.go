package theory

import "math"

// Partitioned filters with derived positions. Position i of a query and position i of a key
// are compared in slice i only, so what counts is their difference: with x, y the
// differences of h1 and h2 the two meet in slice i when x + i y = 0 (mod s). All queries are
// alike. A step y of small order r < k meets in a whole class of slices i mod r at once,
// with probability phi(r)/s^2 a class; y = 0 meets in all k, so a floor of n/s^2 stands
// under the rate: 49 times the textbook rate at 1e4 keys and p = 1e-6.
//
// Enhanced hashing does not help here: the cubic is the same in query and key and cancels.
// Triple hashing moves the floor to n/s^3.

// partitionedDerived is Partitioned for derived positions; base is the independent rate.
func partitionedDerived(base Rate, n, s uint64, k int, p Positions) Rate {
	if p == EnhancedNextMod {
		p = EnhancedMod // both are double hashing here
	}
	d := model{p: p, m: s, k: k, byFill: true, noise: 0.5}
	if independent(p, k) {
		return base
	}
	r := base
	var slope float64
	if (p <= DoubleOdd || p == EnhancedMod) && p != DoubleFastrange && k <= exactBits && s <= 1<<31 {
		r.FPR, slope = d.partitionedExact(n)
	} else {
		meets := newSliceMeets(s, k, p)
		d.factor, d.floor = meets.wrong, meets.floor*float64(n)
		r.FPR = meets.rate(n)
		slope = meets.rate(n+1) - r.FPR
	}
	r.SetBitsSD = math.Sqrt(base.SetBitsSD*base.SetBitsSD + slicesCovariance(n, s, k, p))
	up := math.Pow(hit(float64(n+1), 1/float64(s)), float64(k)) - base.FPR
	d.finish(&r, base, n, slope, up)
	r.Formula = "slices of s bits that share steps, " + p.String()
	if d.exact == nil { // checked by simulation down to slices of 3 bits
		r.Formula += ", first order in 1/s"
		small := float64(k) / float64(s)
		r.ModelError = math.Min(1, 1.5*r.ModelError+0.02*small*small)
		if r.Reason == "" {
			r.Reason = "first order in 1/s"
		}
	}
	return r
}

// partitionedExact counts the masks of double hashing modulo s; the floor and its kin enter
// as keys of many meetings, to all orders. DoubleMod leaves out the steps of small order:
// over pairs of allowed steps a difference y occurs s - 2e + (pairs of the e left out with
// difference y) times, which is exact where s has no factor below k.
func (d *model) partitionedExact(n uint64) (mean, slope float64) {
	rule := newSteps(d.m, d.k, d.p)
	if d.p == EnhancedMod {
		rule.rule = DoubleModAny
	}
	count, _, _ := rule.count()
	pairs := func(uint64) uint64 { return count }
	if d.p == DoubleMod && d.m >= uint64(d.k) {
		out := smallOrder(d.m, d.k-1)
		pairs = func(y uint64) uint64 { return d.m - 2*uint64(len(out)) + differences(out, y, d.m) }
		if len(out) > 1 {
			d.factor = 0.02 * float64(d.k*d.k) / float64(d.m)
		}
	}
	d.exact = newTally(count * count)
	masks := make([]uint64, 1<<d.k)
	for _, y := range smallOrder(d.m, d.k-1) {
		r := d.m / gcd(y, d.m)
		if d.p == DoubleOdd && r > 1 && r == d.m {
			continue // an odd step minus an odd step is even: never of full order
		}
		for c := range r {
			mask := uint64(0)
			for i := c; i < uint64(d.k); i += r {
				mask |= 1 << i
			}
			masks[mask] += pairs(y)
		}
	}
	d.exact.add(masks, 1)
	return d.exact.rate(n, d.m, count*count, 1, hit(float64(n), 1/float64(d.m)))
}

// differences counts pairs a - b = y (mod m) within set.
func differences(set []uint64, y, m uint64) uint64 {
	var n uint64
	for _, a := range set {
		for _, b := range set {
			if (b+y)%m == a {
				n++
			}
		}
	}
	return n
}

// slicesCovariance is the sum of the covariances between the fills of different slices, in
// bits^2: a cell of slice i and one of slice j are hit together with probability g/s^2, or
// never, where positions i and j differ by multiples of g only.
func slicesCovariance(n, s uint64, k int, p Positions) float64 {
	fn, fs := float64(n), float64(s)
	one := emptyShare(fn, fs)
	var sum float64
	for i := range k {
		for j := i + 1; j < k; j++ {
			g := float64(stepMultiple(uint64(j-i), uint64(i+j), s, p))
			if g > 1 {
				in := pairCov(fn, 1/fs, g/fs/fs)
				out := pairCov(fn, 1/fs, 0)
				sum += 2 * fs * fs * one * (in/g + (1-1/g)*out)
			}
		}
	}
	return math.Max(0, sum)
}

// stepMultiple is g for two positions with difference of index d and sum of index sum.
func stepMultiple(d, sum, s uint64, p Positions) uint64 {
	switch p {
	case DoubleModAny, DoubleMod, EnhancedMod:
		return gcd(d, s)
	case DoubleOdd:
		return min(2*gcd(d, s), s)
	case TripleMod:
		if sum%2 == 0 {
			d /= 2
		}
		return gcd(d, s)
	}
	return 1
}

// sliceMeets is the first-order form: count[w] s^2 times the probability that a key meets a
// query in exactly w slices, cubed[w] the same with s^3.
type sliceMeets struct {
	s            float64
	k            int
	count, cubed []float64
	wrong        float64 // error relative to the surplus
	floor        float64 // absolute error per key
}

// newSliceMeets fills the counts for p.
func newSliceMeets(s uint64, k int, p Positions) sliceMeets {
	out := sliceMeets{s: float64(s), k: k, count: make([]float64, k+1), cubed: make([]float64, k+1)}
	fk := float64(k)
	out.wrong = 0.02 * fk * fk / out.s
	switch p {
	case DoubleFastrange:
		out.torus()
		out.wrong = 0.04*fk*fk/out.s + 2*torusError(k)
	case TripleFastrange:
		out.count[2] = choose2(k)
		out.cubed[3] = choose2(k) * (fk - 2) / 3
		out.floor = math.Min(1, 20/fk/fk) / out.s / out.s / out.s
	case TripleMod:
		out.quadratic(s)
	default:
		out.classes(s)
	}
	return out
}

// rate is p^k + (n/s^2) (sum_w N_w g_w - what independent slices have already): those have
// C(k,3)/s triples, and C(k,2) pairs less the three inside each triple.
func (t sliceMeets) rate(n uint64) float64 {
	fn := float64(n)
	p := hit(fn, 1/t.s)
	triples := choose2(t.k) * float64(t.k-2) / 3 / t.s
	over := meetAll(t.k, t.count, p) - pairMeets(t.k, choose2(t.k)-3*triples, p)
	if t.k > 2 {
		over -= triples * meet(t.k, 3, p)
	}
	for w := 3; w <= t.k; w++ { // keys of order 1/s^3, whose pairs count has
		if t.cubed[w] > 0 {
			over += t.cubed[w] / t.s * (meet(t.k, w, p) - choose2(w)*meet(t.k, 2, p))
		}
	}
	return clamp(math.Pow(p, float64(t.k)) + fn/t.s/t.s*over)
}

// classes counts residue classes of slices for double hashing modulo s.
func (t *sliceMeets) classes(s uint64) {
	for r := 1; r < t.k; r++ {
		if s%uint64(r) != 0 {
			continue
		}
		for c := range r {
			t.count[(t.k-c+r-1)/r] += float64(phi(uint64(r)))
		}
	}
}

// torus counts chains for fastrange: near a fraction of denominator r the slices of one
// class mod r form a chain (torus.go), 1/r as wide.
func (t *sliceMeets) torus() {
	chains := chainMeasure(t.k)
	for r := 1; r < t.k; r++ {
		for c := range r {
			l := (t.k - c + r - 1) / r
			for w := 2; w <= l; w++ {
				t.count[w] += float64(phi(uint64(r))) / float64(r) * chains[l][w]
			}
		}
	}
}

// quadratic counts meetings of triple hashing modulo s. Two given slices meet with
// probability gcd(c, s)/s^2 (triple.go); three and more need y and z of small order, with
// probability 1/s^3 for each such pair and each place x.
func (t *sliceMeets) quadratic(s uint64) {
	for sum := 1; sum <= 2*t.k-3; sum++ {
		for _, c := range formFactors(t.k, sum) {
			t.count[2] += float64(gcd(uint64(c), s))
		}
	}
	t.wrong += 0.05
	if t.k > walkLimit {
		t.cubed[t.k]++
		return
	}
	small := smallOrder(s, 2*t.k)
	for _, y := range small {
		for _, z := range small {
			groups := map[uint64]int{}
			x, step := uint64(0), y
			for range t.k {
				groups[x]++
				x, step = (x+step)%s, (step+z)%s
			}
			for _, w := range groups {
				if w > 2 {
					t.cubed[w]++
				}
			}
		}
	}
}

// smallOrder lists the residues modulo s whose order is at most limit.
func smallOrder(s uint64, limit int) []uint64 {
	var out []uint64
	for r := uint64(1); r <= uint64(limit); r++ {
		if s%r != 0 {
			continue
		}
		for a := range r {
			if gcd(a, r) == 1 || r == 1 {
				out = append(out, s/r*a%s)
			}
		}
	}
	return out
}
