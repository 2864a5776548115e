package measure

import (
	"math/bits"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// fold adds the trial c to row.
func fold(row *record.Count, c record.Count) {
	if row.Trials == 0 {
		c.Extra = nonEmpty(c.Extra)
		*row = c
		return
	}
	row.Trials += c.Trials
	row.Inserted += c.Inserted
	row.Rejected += c.Rejected
	row.FalseNegatives += c.FalseNegatives
	row.Queries += c.Queries
	row.FalsePositives += c.FalsePositives
	row.SetBits += c.SetBits
	row.NoSetBits = row.NoSetBits || c.NoSetBits
	row.FilterBits += c.FilterBits
	row.AllocatedBits += c.AllocatedBits
	for _, sum := range []struct{ to, of *uint64 }{
		{&row.FalsePositivesSquared, &c.FalsePositivesSquared}, {&row.SetBitsSquared, &c.SetBitsSquared},
	} {
		total, carry := bits.Add64(*sum.to, *sum.of, 0)
		if *sum.to = total; carry != 0 {
			*sum.to, row.Status = 1<<64-1, record.StatusSaturated
		}
	}
	if c.Status != record.StatusOK {
		row.Status = c.Status
	}
	for name, value := range c.Extra {
		if row.Extra == nil {
			row.Extra = map[string]uint64{}
		}
		row.Extra[name] += value
	}
}

func nonEmpty(extra map[string]uint64) map[string]uint64 {
	if len(extra) == 0 {
		return nil
	}
	return extra
}

// square returns x*x and true, or 2^64-1 and false where that does not fit.
func square(x uint64) (uint64, bool) {
	high, low := bits.Mul64(x, x)
	if high != 0 {
		return 1<<64 - 1, false
	}
	return low, true
}
