package theory

import "math"

const slicesFormula = "exact (1-(1-1/s)^n)^k, k slices of s bits"

// Partitioned predicts a filter of k slices of sliceBits bits, one probe in each: position
// i of a key, drawn as p says with m = sliceBits, lies in slice i.
//
// With independent positions the slices are independent, so the mean of the product is
// the product of the means: (1-(1-1/s)^n)^k is exact, with no variance term. Derived
// positions are at partitionedmodels.go. The filter has k*sliceBits bits: report that, not
// the m that was asked for.
func Partitioned(n, sliceBits uint64, k int, p Positions) Rate {
	if sliceBits == 0 || k < 1 {
		return full(0, "no bits or no probes: every query passes")
	}
	if n == 0 {
		return empty(slicesFormula)
	}
	base := slicesDraws(n, sliceBits, k)
	if p == WithReplacement || p == Distinct || sliceBits == 1 {
		return base
	}
	return partitionedDerived(base, n, sliceBits, k, p)
}

func slicesDraws(n, sliceBits uint64, k int) Rate {
	fn, s, fk := float64(n), float64(sliceBits), float64(k)
	fill, v := FillMean(fn, s), FillVar(fn, s)
	r := Rate{
		FPR: math.Pow(fill, fk), Formula: slicesFormula,
		SetBits: fk * s * fill, SetBitsSD: s * math.Sqrt(fk*v),
	}
	r.SD = r.FPR * math.Sqrt(math.Expm1(fk*math.Log1p(v/fill/fill)))
	return r
}
