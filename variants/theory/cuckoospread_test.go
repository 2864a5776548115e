package theory

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// cuckooGroups returns the chances of the groups of a table of odd b by going
// through every (fingerprint, bucket): the partner of i is s-i mod b, s any constant
// of the fingerprint.
func cuckooGroups(b, f int) []float64 {
	var chances []float64
	for fp := range f {
		for i := range b {
			j := ((fp-i)%b + b) % b
			switch {
			case i == j:
				chances = append(chances, 1/float64(f*b))
			case i < j:
				chances = append(chances, 2/float64(f*b))
			}
		}
	}
	return chances
}

// TestCuckooVarExact holds the variance against the plain double sum over all pairs
// of groups: E[both empty] - E[one]E[other], each a power.
func TestCuckooVarExact(t *testing.T) {
	for _, c := range []struct{ n, b, bits int }{
		{1, 3, 4}, {2, 3, 4}, {4, 1, 4}, {12, 3, 4}, {19, 5, 4}, {26, 7, 4}, {26, 7, 5}, {40, 11, 6}, {120, 31, 4}, {5, 31, 5}, {900, 31, 4},
	} {
		chances := cuckooGroups(c.b, 1<<c.bits-1)
		want, n := 0.0, float64(c.n)
		for i, p := range chances {
			for j, q := range chances {
				both := math.Pow(1-p-q, n)
				if i == j {
					both = math.Pow(1-p, n)
				}
				want += p * q * (both - math.Pow(1-p, n)*math.Pow(1-q, n))
			}
		}
		got := Cuckoo(uint64(c.n), uint64(c.b), 4, c.bits).SD
		near(t, fmt.Sprintf("n=%d b=%d f=%d", c.n, c.b, c.bits), got, math.Sqrt(math.Max(0, want)), 1e-6)
	}
}

// TestCuckooVarLarge: far from tiny tables the spread is that of the occupied groups
// plus the one-bucket keys, sqrt(n/B)/(FB) (as independent parts, at a low load);
// and it neither vanishes nor jumps where numbers get small.
func TestCuckooVarLarge(t *testing.T) {
	for _, bits := range []int{8, 16, 24, 32} {
		n, b, f := 1e6, 263_159.0, fingerprints(bits)
		x := 2 * n / (f * b)
		occupied := math.Exp(-x) * (1 - (1+x)*math.Exp(-x)) * 2 / (f * b)
		if bits > 8 {
			occupied = x * x / (f * b) * (1 - 5*x/3)
		}
		single := n / b / (f * b) / (f * b) * math.Exp(-2*x)
		near(t, fmt.Sprintf("f=%d", bits), Cuckoo(1e6, 263_159, 4, bits).SD, math.Sqrt(occupied+single), 2e-3)
	}
}

// TestCuckooVarSimulated fills tables of ideal random keys, 20,000 filters each, fixed
// seeds. The standard error of a standard deviation is 1/sqrt(2*20000) = 0.5% of it
// (kurtosis aside). With the fill of equal groups alone the rows would be 0.72, 0.81,
// 0.18, 0.81 and 0.99 of what they are.
func TestCuckooVarSimulated(t *testing.T) {
	for _, c := range []struct{ n, b, bits int }{{4, 3, 4}, {11, 3, 5}, {3, 7, 8}, {26, 7, 6}, {60, 16, 4}} {
		f := 1<<c.bits - 1
		r := rand.NewPCG(uint64(c.n), uint64(c.b))
		sum, squares := 0.0, 0.0
		for range 20_000 {
			rate := simulateCuckoo(r, c.n, c.b, f)
			sum, squares = sum+rate, squares+rate*rate
		}
		mean := sum / 20_000
		sd := math.Sqrt(squares/20_000 - mean*mean)
		p := Cuckoo(uint64(c.n), uint64(c.b), 4, c.bits)
		t.Logf("n=%d b=%d f=%d: sd %.6g, theory %.6g", c.n, c.b, c.bits, sd, p.SD)
		near(t, fmt.Sprintf("n=%d b=%d f=%d", c.n, c.b, c.bits), sd, p.SD, 0.025)
		if c.b%2 == 0 { // 8 of 15 constants are even: more one-bucket pairs than on average
			continue
		}
		near(t, "mean", mean, p.FPR, 4.5*p.SD/math.Sqrt(20_000)/p.FPR+1e-12)
	}
}

// simulateCuckoo returns the exact rate of one filter of n random keys: the share of
// all (fingerprint, bucket) whose group is occupied.
func simulateCuckoo(r *rand.PCG, n, b, f int) float64 {
	full := map[[3]int]bool{}
	occupied := 0
	for range n {
		fp, i := int(r.Uint64()>>33)%f, int(r.Uint64()>>33)%b
		j := ((fp-i)%b + b) % b
		group := [3]int{fp, min(i, j), max(i, j)}
		switch {
		case full[group]:
		case i == j:
			occupied++
		default:
			occupied += 2
		}
		full[group] = true
	}
	return float64(occupied) / float64(f*b)
}
