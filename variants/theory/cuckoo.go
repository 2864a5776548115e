package theory

import "math"

const cuckooFormula = "exact (1-1/B)(1-(1-2/(FB))^n) + (1/B)(1-(1-1/(FB))^n), F = 2^f-1"

// Cuckoo predicts a cuckoo filter of buckets buckets with slots slots, fingerprints of
// fingerprintBits bits with zero kept for "empty" (F = 2^f-1 values), after n distinct
// keys all found a place.
//
// A query is a false positive exactly when some stored key has its fingerprint and its
// unordered pair of buckets: the partner of a bucket is an involution fixed by the
// fingerprint, so kicks and placement do not matter, nor do slots. The second term is
// the pair that is a single bucket. The spread is that of the occupied (fingerprint,
// pair) groups, weighted with their chances (cuckooVar). SetBits is the number of occupied slots, n exactly.
func Cuckoo(n, buckets uint64, slots, fingerprintBits int) Rate {
	if buckets == 0 || slots < 1 || fingerprintBits < 1 {
		return full(0, "no slots or no fingerprint: every query passes")
	}
	if n == 0 {
		return empty(cuckooFormula)
	}
	fn, b, f := float64(n), float64(buckets), fingerprints(fingerprintBits)
	r := Rate{Formula: cuckooFormula, SetBits: fn}
	r.FPR = cuckooRate(fn, b, 1/f)
	r.SD = math.Sqrt(cuckooVar(fn, b, f))
	return r
}

// fingerprints is 2^f-1, at least 1.
func fingerprints(bits int) float64 { return math.Exp2(float64(bits)) - 1 }

// cuckooRate is the chance that one of n keys shares the query's fingerprint, of
// probability pi, and its pair of buckets.
func cuckooRate(n, b, pi float64) float64 {
	if b == 1 {
		return hit(n, pi)
	}
	return (1-1/b)*hit(n, 2*pi/b) + hit(n, pi/b)/b
}

// hit is 1-(1-x)^n.
func hit(n, x float64) float64 {
	if x >= 1 {
		return math.Min(1, n)
	}
	return -math.Expm1(n * math.Log1p(-x))
}

// CuckooZeroToOne is the rate of a table that maps fingerprint 0 to 1 instead of drawing
// from 2^f-1 values: value 1 has double weight; +0.4% at f = 8, +3% at f = 4.
func CuckooZeroToOne(n, buckets uint64, fingerprintBits int) float64 {
	fn, b, all := float64(n), float64(buckets), math.Exp2(float64(fingerprintBits))
	return 2/all*cuckooRate(fn, b, 2/all) + (all-2)/all*cuckooRate(fn, b, 1/all)
}

// CuckooLoadApprox returns 1-(1-1/(2^f-1))^(2b*load), the common engineering form; 0.2%
// high at f = 8, 3% at f = 4.
func CuckooLoadApprox(load float64, slots, fingerprintBits int) float64 {
	return hit(2*float64(slots)*load, 1/fingerprints(fingerprintBits))
}

// CuckooFanBound returns 1-(1-2^-f)^(2b), the bound of Fan et al. 2014 for full buckets.
func CuckooFanBound(slots, fingerprintBits int) float64 {
	return hit(2*float64(slots), math.Exp2(-float64(fingerprintBits)))
}

// CuckooMaxLoad returns the asymptotic load up to which keys with two choices of bucket
// can be placed at all (Fernholz and Ramachandran 2007; Cain, Sanders and Wormald 2007):
// 2b = x Q(x,b)/Q(x,b+1), load = x/(2b Q(x,b)), Q(x,y) = P(Pois(x) >= y); 1/2 for b = 1.
func CuckooMaxLoad(slots int) float64 {
	if slots <= 1 {
		return 0.5
	}
	b := float64(slots)
	lo, hi := b*0.5, 4*b
	for range 200 {
		x := lo + (hi-lo)/2
		if x*PoissonTail(x, b)/PoissonTail(x, b+1) < 2*b {
			lo = x
		} else {
			hi = x
		}
	}
	x := lo + (hi-lo)/2
	return x / (2 * b * PoissonTail(x, b))
}

// CuckooPracticalLoad returns the load that 500 kicks reach for 1, 2, 4 or 8 slots: 0.50,
// 0.84, 0.95, 0.98 (Fan et al. 2014, section 4). NaN for other numbers of slots, for
// which the paper has no figure.
func CuckooPracticalLoad(slots int) float64 {
	switch slots {
	case 1:
		return 0.50
	case 2:
		return 0.84
	case 4:
		return 0.95
	case 8:
		return 0.98
	}
	return math.NaN()
}

// CuckooOverfull returns the expected number of (fingerprint, pair) groups that more
// than 2b of n keys share, so that they can never all be stored:
// (FB/2) P(Bin(n, 2/(FB)) >= 2b+1).
func CuckooOverfull(n, buckets uint64, slots, fingerprintBits int) float64 {
	groups := fingerprints(fingerprintBits) * float64(buckets) / 2
	return groups * binomialTail(float64(n), 1/groups, 2*float64(slots)+1)
}

// CuckooBitsPerKey returns (log2(1/eps)+log2(2b))/load, with a real-valued fingerprint.
func CuckooBitsPerKey(eps float64, slots int, load float64) float64 {
	return (-math.Log2(eps) + math.Log2(2*float64(slots))) / load
}

// CuckooFingerprintBits returns ceil(log2(2b/eps)), bits that keep a full table's rate
// at most eps.
func CuckooFingerprintBits(eps float64, slots int) int {
	return int(math.Ceil(math.Log2(2 * float64(slots) / eps)))
}

// CuckooBuckets returns the smallest power of two that is at least n/(slots*load).
func CuckooBuckets(n uint64, slots int, load float64) uint64 {
	need := float64(n) / (float64(slots) * load)
	b := uint64(1)
	for float64(b) < need {
		b *= 2
	}
	return b
}

// SortedBucketStates returns C(v+slots-1, slots): the number of sorted buckets of slots
// values out of v. For four nibbles 3876 < 2^12, so semi-sorting saves a bit a slot.
func SortedBucketStates(values, slots int) float64 {
	c := 1.0
	for i := 1; i <= slots; i++ {
		c = c * float64(values+i-1) / float64(i)
	}
	return math.Round(c)
}
