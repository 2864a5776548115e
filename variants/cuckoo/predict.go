package cuckoo

import (
	"fmt"
	"math"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

// predict is the exact rate at n keys, with the errors that remain.
func predict(_ variants.Config, s variants.Shape, n uint64) theory.Rate {
	slots := s.Buckets * uint64(s.Slots)
	held := min(n, slots)
	r := theory.Cuckoo(held, s.Buckets, s.Slots, s.Remainder)
	if held == 0 {
		return r
	}
	declare(&r, parity(s), "with an even number of buckets the share of one-bucket pairs depends on the fingerprints")
	safe := math.Floor(float64(SafeLoad(s.Slots)*float64(slots)) + 1e-6)
	if s.Buckets > 1 {
		declare(&r, 1-safe/float64(held), fmt.Sprintf("above load %g some of the keys may be refused", SafeLoad(s.Slots)))
	}
	return r
}

// declare adds an error to the model error, if it is worth a word.
func declare(r *theory.Rate, e float64, reason string) {
	if e < 1e-6 {
		return
	}
	if r.Reason != "" {
		reason = r.Reason + "; " + reason
	}
	r.ModelError, r.Reason = r.ModelError+e, reason
}

// parity bounds the relative error of counting one pair in B as a single bucket.
// i = s(fp) - i mod B has one solution for odd B; for even B it has two where s(fp)
// is even and none where it is odd. Of F fingerprints half are even, give or take
// 2/sqrt(F) (four standard deviations), and a single bucket has half the rate of a
// pair: (2e-1)/B * 1/2, e the share of the even ones.
func parity(s variants.Shape) float64 {
	if s.Buckets%2 != 0 {
		return 0
	}
	values := math.Exp2(float64(s.Remainder)) - 1
	return min(1, 4/math.Sqrt(values)) / float64(2*s.Buckets-1)
}
