package quotient

import (
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

// predict is the exact rate at n keys, or at as many as go in.
func predict(_ variants.Config, s variants.Shape, n uint64) theory.Rate {
	l := layout{blocks: s.Buckets, params: s.Params}
	if l.parseLoad() == nil {
		n = min(n, l.limit())
	}
	return theory.Quotient(n, l.quotients(), s.Remainder)
}
