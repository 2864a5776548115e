package theory

import "math"

// First order in 1/m, for every way of deriving positions. With p the mean fill,
//
//	FPR = p^k + Q(p)/m + (n/m^2) (C(p) - k^2 C(k,2) q^2 p^(k-2)),
//	p   = 1 - (1 - (k-L/m)/m)^n.
//
// L/m is the mean number of positions a key loses to its own collisions. Q sums over
// degenerate queries, those of fewer than k different cells. C sums over keys that meet
// the query in w >= 2 cells:
//
//	C = sum_w N_w g_w,   g_w = p^(k-w) (1 - p^w - w q p^(w-1)),
//
// since such a key sets all w cells at once, which w single hits would do with
// probability p^w, one of them being new with w q p^(w-1). The last term takes back what
// p^k assumes about pairs of bits. Kirsch and Mitzenmacher 2008 show that the surplus
// vanishes; these coefficients are derivations of this project, checked by exact counting.
type series struct {
	k          int
	degenerate []float64 // degenerate[D]: queries of D < k different cells, times m
	overlap    []float64 // overlap[w]: keys that meet a query in w cells, times m^2
}

// newSeries has no degenerate queries and no overlaps yet.
func newSeries(k int) series {
	return series{k, make([]float64, k+1), make([]float64, max(k, 2)+1)}
}

// lost is L.
func (s series) lost() float64 {
	var l float64
	for d, n := range s.degenerate {
		l += n * float64(s.k-d)
	}
	return l
}

// footprint of one key in m cells.
func (s series) footprint(m float64) footprint {
	fk := float64(s.k)
	f := footprint{fk, fk * (fk - 1)}
	for d, n := range s.degenerate {
		fd := float64(d)
		f.d -= n / m * (fk - fd)
		f.dd -= n / m * (fk*(fk-1) - fd*(fd-1))
	}
	return footprint{math.Max(1, f.d), math.Max(0, f.dd)}
}

// fill is p.
func (s series) fill(n, m float64) float64 { return hit(n, s.footprint(m).d/m) }

// q is Q(p).
func (s series) q(p float64) float64 {
	var q float64
	last := powInt(p, s.k)
	for d, n := range s.degenerate {
		if n != 0 {
			q += n * (powInt(p, d) - last)
		}
	}
	return q
}

// c is C(p).
func (s series) c(p float64) float64 { return meetAll(s.k, s.overlap, p) }

// pairTerm is k^2 C(k,2) q^2 p^(k-2), what independent bits take back.
func pairTerm(k int, p float64) float64 {
	fk := float64(k)
	return pairMeets(k, fk*fk*choose2(k), p)
}

func choose2(k int) float64 { return float64(k) * float64(k-1) / 2 }

// rate is the first-order FPR.
func (s series) rate(n, m float64) float64 { return s.at(s.fill(n, m), n, m) }

// at is the first-order FPR at a given mean fill.
func (s series) at(p, n, m float64) float64 {
	if p >= 1 {
		return 1
	}
	over := n / m / m * (s.c(p) - pairTerm(s.k, p))
	return clamp(powInt(p, s.k) + s.q(p)/m + over)
}

// excess is c in FPR = FPR(independent draws) + c/m at half fill, n = m ln2/k.
func (s series) excess() float64 {
	ind := drawsSeries(s.k)
	load := math.Ln2 / float64(s.k)
	shift := float64(s.k) * math.Exp2(-float64(s.k)) * load * (ind.lost() - s.lost())
	return s.q(0.5) - ind.q(0.5) + shift + load*(s.c(0.5)-ind.c(0.5))
}

// meet is g_w.
func meet(k, w int, p float64) float64 {
	pw := powInt(p, w-1)
	return powInt(p, k-w) * (1 - pw*p - float64(w)*(1-p)*pw)
}

// meetAll is sum_w count[w] g_w.
func meetAll(k int, count []float64, p float64) float64 {
	var s float64
	for w := 2; w < len(count) && w <= k; w++ {
		if count[w] != 0 {
			s += count[w] * meet(k, w, p)
		}
	}
	return s
}

// pairMeets is count * g_2, 0 for k = 1.
func pairMeets(k int, count, p float64) float64 {
	if k < 2 {
		return 0
	}
	return count * (1 - p) * (1 - p) * powInt(p, k-2)
}

// powInt is p^d.
func powInt(p float64, d int) float64 {
	out := 1.0
	for ; d > 0; d >>= 1 {
		if d&1 == 1 {
			out *= p
		}
		p *= p
	}
	return out
}

// drawsSeries is the series of k independent draws.
func drawsSeries(k int) series {
	s := newSeries(k)
	s.degenerate[k-1] = choose2(k)
	s.overlap[2] = 2 * choose2(k) * choose2(k)
	return s
}

// crowded tells that k^3 > 100 m: the positions of one key crowd the table, and the
// expansion says nothing.
func crowded(k int, m float64) bool {
	fk := float64(k)
	return fk*fk*fk > 100*m
}

// improve returns the first-order rate of s with the exact rate of independent draws as
// its base: exact + (s - independent), both to first order. What the two share at higher
// orders is then right.
func (s series) improve(exact, n, m float64) float64 {
	if crowded(s.k, m) {
		return exact
	}
	d := s.rate(n, m) - drawsSeries(s.k).rate(n, m)
	return clamp(math.Max(exact+d, 0))
}
