package theory

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// Predictions against filters built from ideal random values, fixed seeds. A prediction
// must lie within 4.5 standard errors plus its own declared error; larger runs of the same
// kind set those declarations.

type simShape struct {
	kind    string // classic, sliced or blocked
	n, m    uint64 // m is the cells of a slice or block too
	blocks  uint64
	k       int
	p       Positions
	filters int
	queries int
}

// sample draws the positions of one key in [0, m).
func sample(r *rand.PCG, out []uint64, m uint64, p Positions) {
	reduce := func(h uint64) uint64 { hi, _ := bits.Mul64(h, m); return hi }
	switch p {
	case DoubleFastrange, TripleFastrange:
		a, b, c := r.Uint64(), r.Uint64(), r.Uint64()
		if p == DoubleFastrange {
			c = 0
		}
		for i := range out {
			out[i] = reduce(a)
			a, b = a+b, b+c
		}
	case WithReplacement:
		for i := range out {
			out[i] = reduce(r.Uint64())
		}
	default:
		x, y, z := reduce(r.Uint64()), reduce(r.Uint64()), reduce(r.Uint64())
		for p == DoubleMod && m/gcd(y, m) < uint64(len(out)) {
			y = reduce(r.Uint64())
		}
		for i := range out {
			out[i] = x
			x = (x + y) % m
			switch p {
			case EnhancedMod:
				y = (y + uint64(i) + 1) % m
			case TripleMod:
				y = (y + z) % m
			}
		}
	}
}

// key draws the cells of one key in the whole filter.
func (s simShape) key(r *rand.PCG, out []uint64) {
	sample(r, out, s.m, s.p)
	base := uint64(0)
	if s.kind == "blocked" {
		hi, _ := bits.Mul64(r.Uint64(), s.blocks)
		base = hi * s.m
	}
	for i := range out {
		out[i] += base
		if s.kind == "sliced" {
			out[i] += uint64(i) * s.m
		}
	}
}

// simulate returns mean rate, its standard error, mean set bits and their sd.
func (s simShape) simulate(seed uint64) (mean, se, set, setSD float64) {
	r := rand.NewPCG(seed, 2)
	cells := s.m * max(1, s.blocks)
	if s.kind == "sliced" {
		cells = s.m * uint64(s.k)
	}
	table := make([]int, cells)
	pos := make([]uint64, s.k)
	var f1, f2, b1, b2 float64
	for filter := 1; filter <= s.filters; filter++ {
		filled, hits := 0, 0
		for range s.n {
			s.key(r, pos)
			for _, c := range pos {
				if table[c] != filter {
					table[c] = filter
					filled++
				}
			}
		}
	query:
		for range s.queries {
			s.key(r, pos)
			for _, c := range pos {
				if table[c] != filter {
					continue query
				}
			}
			hits++
		}
		f, b := float64(hits)/float64(s.queries), float64(filled)
		f1, f2, b1, b2 = f1+f, f2+f*f, b1+b, b2+b*b
	}
	n := float64(s.filters)
	mean, set = f1/n, b1/n
	return mean, math.Sqrt((f2/n - mean*mean) / n), set, math.Sqrt(b2/n - set*set)
}

func (s simShape) predict() Rate {
	switch s.kind {
	case "sliced":
		return Partitioned(s.n, s.m, s.k, s.p)
	case "blocked":
		return Blocked(s.n, s.blocks, s.m, s.k, s.p)
	}
	return Classic(s.n, s.m, s.k, s.p)
}

func TestSimulation(t *testing.T) {
	for i, s := range []simShape{
		{"classic", 100, 959, 1, 7, DoubleFastrange, 2400, 400},
		{"classic", 20, 1024, 1, 12, DoubleFastrange, 1600, 4000},
		{"classic", 10, 96, 1, 7, TripleFastrange, 8000, 200},
		{"classic", 10, 96, 1, 7, TripleMod, 8000, 200},
		{"classic", 60, 600, 1, 7, DoubleMod, 2400, 400},
		{"sliced", 70, 100, 1, 7, DoubleFastrange, 2400, 400},
		{"sliced", 70, 100, 1, 7, DoubleMod, 2400, 400},
		{"sliced", 70, 101, 1, 7, EnhancedMod, 2400, 400},
		{"sliced", 70, 100, 1, 10, TripleMod, 2400, 1000},
		{"blocked", 1000, 64, 156, 4, DoubleFastrange, 400, 2000},
		{"blocked", 500, 512, 10, 7, TripleMod, 400, 2000},
		{"blocked", 500, 512, 10, 7, EnhancedMod, 400, 2000},
	} {
		if testing.Short() && i%3 > 0 {
			continue
		}
		what := fmt.Sprintf("%s n=%d m=%d k=%d %v", s.kind, s.n, s.m, s.k, s.p)
		r := s.predict()
		mean, se, set, setSD := s.simulate(uint64(i) + 1)
		if off := math.Abs(mean - r.FPR); off > 4.5*se+r.ModelError*r.FPR {
			t.Errorf("%s: simulated %.6g +- %.2g, predicted %.6g (declared error %.2g)", what, mean, se, r.FPR, r.ModelError)
		}
		n := math.Sqrt(float64(s.filters))
		if math.Abs(set-r.SetBits) > 4.5*setSD/n+1e-3*r.SetBits {
			t.Errorf("%s: simulated %.6g set bits, predicted %.6g", what, set, r.SetBits)
		}
		if math.Abs(setSD/r.SetBitsSD-1) > 4.5/n+0.03 {
			t.Errorf("%s: simulated sd of set bits %.4g, predicted %.4g", what, setSD, r.SetBitsSD)
		}
	}
}
