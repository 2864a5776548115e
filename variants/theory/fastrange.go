package theory

import (
	"math"
	"sync"
)

// fastrangeSeries is the series of double hashing by fastrange, any h2.
//
// The declared error was set by simulation with ideal values (rates from 3e-5 to 0.99):
// measured/predicted - 1 was -0.006(1) at m = 96, k = 7, n = 10; below 0.002 at m = 959
// and 1009, k = 7 and 10; 0.0006(35) at m = 4096, k = 13; and, where the surplus is nearly
// the whole rate, 0.057(5) at m = 1024, k = 16, n = 20 and 0.020(2) at m = 100, k = 7, n = 3.
// The spread between filters there was 0.5 surplus/sqrt(n): queries that share nearly all
// cells with one key make up the surplus, and how many there are differs from key to key.
//
// It depends on k alone and takes a millisecond at k = 10, and a check asks for it
// ten thousand times: each is found once.
func fastrangeSeries(k int) series {
	if k < len(fastrangeKnown) {
		return fastrangeKnown[k]()
	}
	return newFastrangeSeries(k)
}

// fastrangeKnown are the series of the k that anybody uses, found when first wanted.
var fastrangeKnown = func() (known [65]func() series) {
	for k := range known {
		known[k] = sync.OnceValue(func() series { return newFastrangeSeries(k) })
	}
	return known
}()

// newFastrangeSeries finds the series.
func newFastrangeSeries(k int) series {
	return series{k, fastrangeDegenerate(k), torusOverlaps(k)}
}

// torusOverlaps is N_w: every maximal chain of l meetings, of every primitive step (u, v)
// and sign, counts with its measure; and for each f > 1 the chains of step (fu, fv), which
// u y - v y' near one of phi(f) fractions of denominator f makes, 1/f as wide.
func torusOverlaps(k int) []float64 {
	lengths := make([]float64, k+1)
	for v := 1; v < k; v++ {
		for u := 1; u < k; u++ {
			if gcd(uint64(u), uint64(v)) != 1 {
				continue
			}
			for f := 1; f*max(u, v) < k; f++ {
				addChains(lengths, k, f*u, f*v, 2*float64(phi(uint64(f)))/float64(f))
			}
		}
	}
	out := make([]float64, max(k, 2)+1)
	for l, row := range chainMeasure(k) {
		for w := 2; w <= l; w++ {
			out[w] += lengths[l] * row[w]
		}
	}
	return out
}

// fastrangeDegenerate counts queries whose y lies near a fraction of denominator v < k. The
// positions then fall in v classes of L = ceil or floor(k/v) points, s cells apart:
//
//	Q = sum_v phi(v) (2/v) int_0^1 [prod_classes G_L(s) - p^k] ds,
//	G_L(s) = p^(1+f) ((1-r) + r p),   f + r = (L-1) s, 0 <= r < 1,
//
// since a run of L points covers 1+f or 2+f cells. The phases of the classes are taken as
// independent; the product is multiplied out by powers of p.
func fastrangeDegenerate(k int) []float64 {
	out := make([]float64, k+1)
	for v := 1; v < k; v++ {
		short, long := k/v, k%v
		nodes := 64 + 4*short // runs are over within a few 1/L
		weight := 2 * float64(phi(uint64(v))) / float64(v) / float64(nodes)
		for i := range nodes {
			s := (float64(i) + 0.5) / float64(nodes)
			a, ra := run(short, s)
			b, rb := run(short+1, s)
			first := binomialLaw(v-long, ra)
			second := binomialLaw(long, rb)
			base := a*(v-long) + b*long
			for x, px := range first {
				for y, py := range second {
					out[min(k, base+x+y)] += weight * px * py
				}
			}
		}
	}
	out[k] = 0
	return out
}

// run returns the least number of cells that a run of points s cells apart covers, and the
// probability that it covers one more.
func run(length int, s float64) (cells int, more float64) {
	span := float64(length-1) * s
	f := math.Floor(span)
	return 1 + int(f), span - f
}

// binomialLaw is the law of Bin(n, r).
func binomialLaw(n int, r float64) []float64 {
	law := make([]float64, 1, n+1)
	law[0] = 1
	for range n {
		law = append(law, 0)
		for i := len(law) - 1; i > 0; i-- {
			law[i] = law[i]*(1-r) + law[i-1]*r
		}
		law[0] *= 1 - r
	}
	return law
}
