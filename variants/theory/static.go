package theory

import "math"

// FingerprintRate returns 2^-w, the rate of an xor filter, a binary fuse filter or a
// standard ribbon filter with w-bit fingerprints, for any number of keys from 1 up (Graf
// and Lemire 2020, 2022; Dillinger and Walzer 2021). No spread between filters.
func FingerprintRate(w int) float64 { return math.Exp2(-float64(w)) }

// XorSlots returns 3 floor((32+ceil(1.23 n))/3), the slots of a 3-wise xor filter.
func XorSlots(n uint64) uint64 {
	return (32 + uint64(math.Ceil(1.23*float64(n)))) / 3 * 3
}

// PeelThreshold returns min over x of x/(a (1-e^-x)^(a-1)): the keys per slot up to which
// a random a-uniform hypergraph can be peeled; 0.818 for a = 3, 0.772 for a = 4.
func PeelThreshold(arity int) float64 {
	a := float64(arity)
	f := func(x float64) float64 { return x / (a * math.Pow(-math.Expm1(-x), a-1)) }
	lo, hi := 0.01, 10.0
	for range 300 { // the function has one valley
		third := (hi - lo) / 3
		if f(lo+third) < f(hi-third) {
			hi -= third
		} else {
			lo += third
		}
	}
	return f(lo + (hi-lo)/2)
}

// FuseSegment returns the segment length of a binary fuse filter of n keys, arity
// positions a key (Graf and Lemire 2022): 2^floor(ln n/ln 3.33 + 2.25)
// for 3, 2^floor(ln n/ln 2.91 - 0.5) for 4; at most 2^18, as in the authors' programs,
// and at least 4, which for 4 positions the formula passes below from 15 keys on down.
func FuseSegment(arity int, n uint64) uint64 {
	if n == 0 {
		return 4
	}
	e := math.Floor(math.Log(float64(n))/math.Log(3.33) + 2.25)
	if arity == 4 {
		e = math.Floor(math.Log(float64(n))/math.Log(2.91) - 0.5)
	}
	return uint64(math.Exp2(min(18, max(2, e))))
}

// FuseSlots returns the slots of a binary fuse filter of n keys, as the authors'
// programs allocate them: whole segments of FuseSegment, at least arity, for n times the
// size factor; that of none for n of 0 and 1, where the factor has no value.
func FuseSlots(arity int, n uint64) uint64 {
	slots, seg := 0.0, float64(FuseSegment(arity, n))
	if n > 1 {
		slots = math.Round(float64(n) * FuseFactor(arity, n))
	}
	return uint64(seg * math.Max(float64(arity), math.Ceil(slots/seg)))
}

// FuseFactor returns the slots a key of a binary fuse filter of n keys, n > 1, before
// rounding to segments: max(1.125, 0.875 + 0.25 ln(1e6)/ln(n)) for arity 3,
// max(1.075, 0.77 + 0.305 ln(6e5)/ln(n)) for 4 (Graf and Lemire 2022).
func FuseFactor(arity int, n uint64) float64 {
	ln := math.Log(float64(n))
	if arity == 4 {
		return math.Max(1.075, 0.77+float64(0.305*math.Log(6e5))/ln)
	}
	return math.Max(1.125, 0.875+float64(0.25*math.Log(1e6))/ln)
}

// FuseBitsPerKey returns 1.125 w for 3-wise and 1.075 w for 4-wise fuse filters, the
// space for n of a million and more.
func FuseBitsPerKey(arity, w int) float64 {
	if arity == 4 {
		return 1.075 * float64(w)
	}
	return 1.125 * float64(w)
}

// QuotientRate returns 1-(1-2^-(q+r))^n, the rate of a quotient filter (Bender et al.
// 2012) with q quotient and r remainder bits. Counters do not change it.
func QuotientRate(n uint64, q, r int) float64 {
	return hit(float64(n), math.Exp2(-float64(q+r)))
}

// QuotientAsym returns 1-exp(-load/2^r), load = n/2^q.
func QuotientAsym(n uint64, q, r int) float64 {
	return -math.Expm1(-float64(n) / math.Exp2(float64(q+r)))
}

// QuotientBitsPerKey returns (r+metadata)/load: 3 metadata bits a slot for the quotient
// filter, 2.125 for the rank-and-select one (Pandey et al. 2017).
func QuotientBitsPerKey(r int, metadata, load float64) float64 {
	return (float64(r) + metadata) / load
}

// PrefixSpare returns E[(L-C)^+] B/n, the share of keys that a prefix filter (Even, Even
// and Morrison 2022) of bins bins with room for capacity sends to its spare; L is
// Bin(n, 1/B).
func PrefixSpare(n, bins uint64, capacity int) float64 {
	c := float64(capacity)
	m := newMixture(loads{float64(n), float64(bins)}, excess{c})
	return m.mean() * float64(bins) / float64(n)
}

// excess is (l-c)^+ as a block "rate".
type excess struct{ c float64 }

func (e excess) at(l float64) float64 { return math.Max(0, l-e.c) }

// DLeftRate returns 1-(1-2^-r)^(d*load), the rate of a d-left counting filter with
// average bucket load load and r-bit remainders (Bonomi et al. 2006).
func DLeftRate(d int, load float64, r int) float64 {
	return hit(float64(d)*load, math.Exp2(-float64(r)))
}
