package variants

import (
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants/theory"
)

// Ability names what a variant's filters can do besides Contains.
type Ability string

// The abilities, each an interface of this package or of package encoding.
const (
	CanAdd           Ability = "add"
	CanBuild         Ability = "build"
	CanRemove        Ability = "remove"
	CanMerge         Ability = "merge"
	CanGrow          Ability = "grow"
	CanAddBatch      Ability = "add-batch"
	CanContainsBatch Ability = "contains-batch"
	CanCountBits     Ability = "set-bits"
	CanEstimate      Ability = "estimate"
	CanSave          Ability = "save" // encoding.BinaryMarshaler, and Variant.Load
)

// Param describes one parameter of a variant.
type Param struct {
	Name    string
	Default string
	Doc     string // what it is and the allowed values
}

// Variant is a kind of filter as a value: what a folder of ours, or of a
// stranger, exports. All fields but the optional ones are required; Validate
// says which is missing.
type Variant struct {
	Name   string // one lower-case word, used in files and on the command line
	Doc    string // one line
	Paper  string
	Params []Param
	Can    []Ability
	// Probes reports whether K and the scheme's probing mean anything here.
	Probes bool
	// OrderFree promises that the same keys in any order give the same bits.
	OrderFree bool

	// Shape validates c and returns the shape its filter has once n keys are
	// in (only growing variants look at n). It allocates no table.
	Shape func(c Config, n uint64) (Shape, error)
	// New validates c, allocates and returns an empty filter.
	New func(c Config) (Filter, error)
	// Predict returns the theory of the shape of c holding n keys.
	Predict func(c Config, s Shape, n uint64) theory.Rate
	// GivenFill, optional, returns the rate expected of filters whose set bits
	// have the given mean and variance, without the spread between filters.
	GivenFill func(c Config, s Shape, meanSet, varSet float64) float64
	// Load, optional (CanSave), reads what MarshalBinary wrote. Damaged input
	// is an error; it never panics nor allocates more than the input warrants.
	// The scheme must be the one the filter was built with.
	Load func(data []byte, scheme hashes.Scheme) (Filter, error)
	// CheckScheme, optional, refuses schemes that the variant cannot use, with the reason.
	CheckScheme func(s hashes.Scheme) error
	// Scheme, optional, is the only scheme of a filter that brings its own hash,
	// as production systems and other people's libraries do. It is used where
	// none is asked for, and any other is refused. CheckScheme is then nil, and
	// Shape and New begin with CheckFixed instead of CheckConfig.
	Scheme *hashes.Scheme
	// Empty, optional, returns the filter that the real system makes where there are no keys
	// at all, or says why it makes none. Capacity is 0 in c, which New refuses: experiments
	// have keys. nil: no system stands behind the variant.
	Empty func(c Config) (Filter, error)
	// NoBits, optional, says what 0 bits per key are to a system that knows them: c, which
	// asks for no size yet, with Bits, and with K where none is given; or why they are none.
	NoBits func(c Config) (Config, error)
	// Version, optional, names the release of the system or library behind the
	// variant, e.g. "github.com/holiman/bloomfilter/v2 v2.0.3".
	Version string
	// Promise, optional, is what the maker says of the rate, as a bound or as an
	// expectation, where that is something else than Predict's theory of the
	// structure. An audit holds what is measured against both.
	Promise func(c Config, s Shape, n uint64) Promise
}

// Promise is a rate that a maker gives and where it is given.
type Promise struct {
	FPR    float64 // NaN where nothing is promised
	Source string  // one line, e.g. "the rate asked for"
}

// Has reports whether v lists ability a.
func (v *Variant) Has(a Ability) bool {
	for _, have := range v.Can {
		if have == a {
			return true
		}
	}
	return false
}
