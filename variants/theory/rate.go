package theory

import "math"

// Positions says how the k positions of one key are drawn from [0, m).
type Positions uint8

// The position models. h1, h2, h3 are ideal independent uniform 64-bit values.
const (
	// WithReplacement is k independent uniform draws (probing independent, sliced).
	WithReplacement Positions = iota
	// Distinct is a uniform set of k different positions (all m where k > m).
	Distinct
	// DoubleFastrange is floor(m*(h1 + i*h2 mod 2^64)/2^64), any h2.
	DoubleFastrange
	// DoubleMod is (x + i*y) mod m with x = h1 mod m; y is uniform over the steps
	// whose first k multiples are distinct mod m (order at least k), else, where no
	// such step exists, over the nonzero ones.
	DoubleMod
	// DoubleModAny is the same with y uniform in [0, m).
	DoubleModAny
	// DoubleOdd is the same with m a power of two and y uniform over the odd steps.
	DoubleOdd
	// EnhancedMod starts with x, y in [0, m) and steps x = (x+y) mod m, y = (y+i) mod m
	// for i = 1, 2, ...: x_i = x + i*y + (i^3-i)/6 (Dillinger and Manolios 2004).
	EnhancedMod
	// TripleFastrange is fastrange of h1 + i*h2 + i(i-1)/2*h3 mod 2^64.
	TripleFastrange
	// TripleMod is x + i*y + i(i-1)/2*z mod m with x, y, z reduced first.
	TripleMod
	// DoubleWrapMod is (h1 + i*h2 mod 2^64) mod m, any h2: sums wrap before they are
	// reduced. Where m is a power of two it is DoubleModAny.
	DoubleWrapMod
	// EnhancedNextMod is EnhancedMod from the second position on: k positions of k+1.
	EnhancedNextMod
)

var positionNames = [...]string{
	"with-replacement", "distinct", "double-fastrange", "double-mod", "double-mod-any",
	"double-odd", "enhanced-mod", "triple-fastrange", "triple-mod", "double-wrap-mod", "enhanced-next-mod",
}

// String returns the model's name in lower case with hyphens.
func (p Positions) String() string {
	if int(p) < len(positionNames) {
		return positionNames[p]
	}
	return "unknown"
}

// Rate is a prediction for one configuration at one load.
type Rate struct {
	// FPR is the mean over filters of the false-positive rate, SD its standard
	// deviation between filters.
	FPR, SD float64
	// SetBits and SetBitsSD are mean and standard deviation of the number of set
	// bits (nonzero counters, occupied slots); NaN where undefined.
	SetBits, SetBitsSD float64
	// SD is exact for independent positions in classic, partitioned and blocked
	// filters and for cuckoo, and an approximation for derived positions: within a few per
	// cent at m >= 1000 where the rate is mostly that of independent draws, off by up to a
	// factor of two where it is mostly surplus, and in tables of some tens of bits.
	// ModelError is the declared relative error of FPR, 0 for an exact formula; 1
	// means that there is no prediction.
	ModelError float64
	// Reason says where ModelError comes from; "" exactly when ModelError is 0.
	Reason string
	// Formula names the formula and its source for people.
	Formula string
}

// empty is the prediction for a filter that holds nothing.
func empty(formula string) Rate { return Rate{Formula: formula} }

// full is the prediction for a filter that says yes to everything.
func full(m float64, formula string) Rate {
	return Rate{FPR: 1, SetBits: m, Formula: formula}
}

// clamp keeps rounding from pushing a probability out of [0, 1].
func clamp(p float64) float64 { return math.Min(1, math.Max(0, p)) }
