package scalable

import (
	"math"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

// shared returns how much more likely, relatively, two stages are to err on the
// same query than independence says: the relative variance, over queries, of the
// rate at half fill. Digests of two words have steps of their own in each stage
// and share nothing; of others the coinciding positions are shared, and each pair
// that coincides doubles the rate.
func (p *plan) shared(s variants.Shape) float64 {
	m := float64(s.Positions)
	if s.BlockBits != 0 {
		m = float64(s.BlockBits)
	}
	if s.K < 2 || m == 0 {
		return 0
	}
	switch k := s.K; p.config.Scheme.Probing {
	case hashes.Independent, hashes.Sliced:
		return float64(k*(k-1)/2) / m
	case hashes.Triple: // positions i and j coincide for one y in m, and then all pairs of the same sum
		v := 0.0
		for sum := 1; sum <= 2*k-3; sum++ {
			pairs := (min(sum, 2*k-2-sum) + 1) / 2
			v += math.Pow(math.Exp2(float64(pairs))-1, 2)
		}
		return v / m
	}
	return 0
}

// declare adds e to the model error if it is worth a word.
func declare(r *theory.Rate, e float64) {
	if e < 1e-6 {
		return
	}
	if r.Reason != "" {
		r.Reason += "; "
	}
	r.ModelError += min(1, e)
	r.Reason += "stages share a query's coinciding positions"
}
