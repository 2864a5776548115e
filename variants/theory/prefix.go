package theory

import "math"

const prefixFormula = "h + (1-h) s e, h = 1-(1-1/(F B))^n the bins' pairs, s the share sent to the spare, e the spare's rate"

// PrefixOverflow returns mean and standard deviation of the number of keys that a prefix
// filter sends to its spare: the sum of (L-C)^+ over bins, L a bin's keys. The mean is
// exact (PrefixSpare times n), the standard deviation that of independent bins, which
// is slightly high.
func PrefixOverflow(n, bins uint64, capacity int) (mean, sd float64) {
	c := float64(capacity)
	m := newMixture(loads{float64(n), float64(bins)}, excess{c})
	one := m.mean()
	var squares float64
	for i, w := range m.w {
		squares += w * float64(m.g[i]*m.g[i])
	}
	return one * float64(bins), math.Sqrt(math.Max(0, squares-float64(one*one)) * float64(bins))
}

// PrefixBins is what the bins of a prefix filter (Even, Even, Morrison 2022) tell of its
// rate. A bin has so many classes (fingerprints), keeps the smallest C distinct ones
// that came and sends the others to the spare.
type PrefixBins struct {
	Hit       float64 // h: the chance that a query's bin and class are those of a key
	Forwarded float64 // s: the share of other queries that are sent to the spare
	Spare     float64 // the mean number of classes in the spare

	n, bins, capacity, classes float64
}

// NewPrefixBins works out n keys in bins with room for capacity of classes fingerprints.
//
// Each class of each bin is there with chance h, nearly independently (exactly so for a
// Poisson number of keys; of a fixed n the classes compete, a difference of order 1/bins).
// A query of class q goes to the spare if at least C classes below q are there, and not
// just C in all. The law of the number below q grows by one class at a time.
func NewPrefixBins(n, bins uint64, capacity, classes int) PrefixBins {
	b := PrefixBins{n: float64(n), bins: float64(bins), capacity: float64(capacity), classes: float64(classes)}
	b.Hit = hit(b.n, 1/(b.bins*b.classes))
	h := b.Hit
	below := make([]float64, capacity+1) // P(as many below q), exactly
	below[0] = 1
	var forwarded float64
	past := 0.0 // P(more than capacity below q)
	for q := range classes {
		// From q on, q itself absent as the query misses, no further one may be there for
		// the bin to be just full.
		rest := math.Exp(float64(classes-q-1) * math.Log1p(-h))
		forwarded += past + below[capacity]*(1-rest)
		past += below[capacity] * h
		for j := capacity; j > 0; j-- {
			below[j] = float64(below[j]*(1-h)) + float64(below[j-1]*h)
		}
		below[0] *= 1 - h
	}
	b.Forwarded = forwarded / b.classes
	one := b.classes*h - b.capacity // E[(D-C)^+] = E[D]-C+E[(C-D)^+]
	for j, p := range below {
		one += (b.capacity - float64(j)) * p
	}
	b.Spare = math.Max(0, one*b.bins)
	return b
}

// Rate is the filter's rate with a spare of the rate given, at the load that it has
// then. Declared as error is what the spare adds, over the number of bins, and a
// thousandth of it: classes compete, and the spare's load varies.
func (b PrefixBins) Rate(spare Rate) Rate {
	if b.n == 0 {
		return empty(prefixFormula)
	}
	asked := (1 - b.Hit) * b.Forwarded
	added := asked * spare.FPR
	r := Rate{Formula: prefixFormula, FPR: b.Hit + added, SetBits: math.NaN(), SetBitsSD: math.NaN()}
	r.SD = math.Sqrt(FillVar(b.n, b.bins*b.classes) + float64(spare.FPR*spare.FPR)*b.askedVar() + float64(asked*asked)*float64(spare.SD*spare.SD))
	if r.ModelError = added / r.FPR * (spare.ModelError + 1/b.bins + 0.001); r.ModelError < 1e-9 {
		r.ModelError = 0
		return r
	}
	r.Reason = "classes of a bin taken as independent; the spare's load as its mean"
	if spare.Reason != "" {
		r.Reason += "; spare: " + spare.Reason
	}
	return r
}

// askedVar is about the variance between filters of the share sent to the spare: of a
// bin of L keys it is (L-C)^+/(L+1), and what follows the number of keys, which is fixed,
// does not vary.
func (b PrefixBins) askedVar() float64 {
	m := newMixture(loads{b.n, b.bins}, sentOn{b.capacity})
	mean := m.mean()
	var l, v, vl, ll float64
	for i, w := range m.w {
		l += w * m.l[i]
		v += w * float64((m.g[i]-mean)*(m.g[i]-mean))
	}
	for i, w := range m.w {
		d := m.l[i] - l
		vl += w * float64(d*(m.g[i]-mean))
		ll += w * float64(d*d)
	}
	if ll > 0 {
		v -= vl * vl / ll
	}
	return math.Max(0, v) / b.bins
}

// sentOn is (l-c)^+/(l+1) as a block "rate".
type sentOn struct{ c float64 }

func (s sentOn) at(l float64) float64 { return math.Max(0, l-s.c) / (l + 1) }
