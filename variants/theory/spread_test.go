package theory

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// bigFillVar is the textbook's variance of the share of set bits,
// [m(m-1)(1-2/m)^T + m(1-1/m)^T - m^2 (1-1/m)^(2T)]/m^2, with 400 bits.
func bigFillVar(t uint64, m float64) float64 {
	const prec = 400
	num := func(x float64) *big.Float { return new(big.Float).SetPrec(prec).SetFloat64(x) }
	mul := func(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(prec).Mul(a, b) }
	share := func(cells float64) *big.Float { return new(big.Float).SetPrec(prec).Quo(num(m-cells), num(m)) }
	one := bigPow(share(1), t)
	v := mul(mul(num(m), num(m-1)), bigPow(share(2), t))
	v.Add(v, mul(num(m), one))
	v.Sub(v, mul(mul(num(m), num(m)), mul(one, one)))
	x, _ := v.Quo(v, mul(num(m), num(m))).Float64()
	return x
}

// TestFillVarOnAllItsRoutes: recursion, series and closed form, on both sides of where
// one takes over from another, and where a difference of equals would be left.
func TestFillVarOnAllItsRoutes(t *testing.T) {
	for _, draws := range []uint64{2, 7, 4096, 4097, 50_000, 7_000_000} {
		for _, c := range []float64{1e-9, 0.9e-5, 1.1e-5, 1e-3, 0.1, 0.45, math.Ln2, 3, 12} {
			m := math.Ceil(float64(draws) / c)
			if m < 2 {
				continue
			}
			want, got := bigFillVar(draws, m), FillVar(float64(draws), m)
			if math.Abs(got/want-1) > 3e-10 {
				t.Errorf("T=%d m=%g: %.15g, want %.15g", draws, m, got, want)
			}
		}
	}
}

// exactRate is the rate of one filter of m cells over all x and all steps: by counting.
func exactRate(table []bool, k int, steps []uint64) float64 {
	m, hits := uint64(len(table)), 0
	for _, y := range steps {
		for x := range m {
			at, all := x, true
			for range k {
				if !table[at] {
					all = false
					break
				}
				at = (at + y) & (m - 1)
			}
			if all {
				hits++
			}
		}
	}
	return float64(hits) / float64(m) / float64(len(steps))
}

// TestSpreadOfDoubleHashing: the standard deviation between filters of double hashing with
// odd steps, by filters whose rates are counted and not sampled. In large tables the fill
// makes it; in the last one, of many probes, hardly a query passes but those that share a
// progression with a key, and those make it: what Rate says there is within a factor of two.
func TestSpreadOfDoubleHashing(t *testing.T) {
	for _, c := range []struct {
		n, m    uint64
		k       int
		filters int
		within  float64
	}{
		{100, 1024, 7, 150, 0.05},
		{30, 256, 5, 2000, 0.1},
		{20, 1024, 14, 200, 0.8},
	} {
		var odd []uint64
		for y := uint64(1); y < c.m; y += 2 {
			odd = append(odd, y)
		}
		filters := c.filters
		if testing.Short() && c.m > 256 { // small tables are soon counted, and these many show a spread 1.3 times too wide
			filters /= 3
		}
		r := rand.New(rand.NewPCG(c.m, uint64(c.k)))
		var sum, squares float64
		table := make([]bool, c.m)
		for range filters {
			clear(table)
			for range c.n {
				x, y := r.Uint64N(c.m), odd[r.IntN(len(odd))]
				for i := range uint64(c.k) {
					table[(x+i*y)&(c.m-1)] = true
				}
			}
			f := exactRate(table, c.k, odd)
			sum, squares = sum+f, squares+f*f
		}
		mean := sum / float64(filters)
		sd := math.Sqrt(squares/float64(filters) - float64(mean*mean))
		want := Classic(c.n, c.m, c.k, DoubleOdd)
		if noise := 3.5 / math.Sqrt(2*float64(filters)); want.SD/sd > 1+c.within+noise || sd/want.SD > 1+c.within+noise {
			t.Errorf("n=%d m=%d k=%d: filters spread by %.4g, predicted %.4g", c.n, c.m, c.k, sd, want.SD)
		}
	}
}

// TestSpreadOfWhatAPrefixFilterForwards: the share of queries that reach the spare is the
// mean over bins of (L-C)^+/(L+1), and the loads L of n keys sum to n. By filters of
// loads alone; taking bins for independent instead would be off by more than the noise.
func TestSpreadOfWhatAPrefixFilterForwards(t *testing.T) {
	const n, bins, capacity, filters = 1188, 50, 25, 4000
	r := rand.New(rand.NewPCG(7, 7))
	var sum, squares float64
	var alone float64 // of single bins
	for range filters {
		var load [bins]int
		for range n {
			load[r.IntN(bins)]++
		}
		share := 0.0
		for _, l := range load {
			g := math.Max(0, float64(l-capacity)) / float64(l+1)
			share += g / bins
			alone += g * g / bins / filters
		}
		sum, squares = sum+share, squares+share*share
	}
	mean := sum / filters
	seen := squares/filters - mean*mean
	b := NewPrefixBins(n, bins, capacity, 25<<8)
	if got := b.askedVar(); math.Abs(got/seen-1) > 4*math.Sqrt(2.0/filters) {
		t.Errorf("variance %.4g, filters show %.4g (independent bins: %.4g)", got, seen, (alone-mean*mean)/bins)
	}
}

// TestDigestSetSpread: digests of 20 bits, few enough to collide: the number of pairs is
// Poisson to good accuracy, so that both spreads are those of 2^-bits a pair.
func TestDigestSetSpread(t *testing.T) {
	const n, bits = 1000, 20
	pairs := 1000.0 * 999 / 2 / (1 << bits) // 0.4764
	got := DigestSet(n, bits)
	if math.Abs(got.SetBitsSD-math.Sqrt(pairs)) > 1e-12 || math.Abs(got.SD-math.Sqrt(pairs)/(1<<bits)) > 1e-15 ||
		math.Abs(got.SetBits-(n-pairs)) > 1e-9 {
		t.Errorf("%+v", got)
	}
}
