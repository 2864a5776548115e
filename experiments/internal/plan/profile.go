package plan

import (
	"fmt"
	"math"
	"strings"

	"github.com/filterlab/filterlab/experiments"
)

// Profile is how thorough a run is.
type Profile struct {
	Name string
	// Budget is what a run of the whole may cost by the plan's estimate, in
	// core-seconds; +Inf for no bound. CellBudget is the same for one cell.
	Budget, CellBudget float64
	MaxCells           int
	MaxKeys            uint64 // keys a filter
	// Family is the number of tests that the power calculation corrects for.
	// A run may have fewer; one that has more is refused.
	Family int
	// Tolerance returns the relative deviation that a predicted rate of a
	// scheme is tested against; NaN says that this profile leaves it to a
	// larger one.
	Tolerance func(fpr float64, scheme string) float64
}

// Alpha is the joint level of a run's family of tests, and Beta the probability
// that a single cell misses its verdict at the family's strictest level. Holm's
// procedure is far less strict for all but the first, so that undecided cells
// are much rarer than Beta.
const (
	Alpha = 0.01
	Beta  = 0.01
)

// ProfileByName returns a profile; the error lists the known ones.
func ProfileByName(name string) (Profile, error) {
	switch name {
	case experiments.Smoke:
		return Profile{name, 40, 3, 150, 100_000, 512, smokeTolerance}, nil
	case experiments.Standard:
		return Profile{name, 720, 60, 1500, 200_000_000, 2048, standardTolerance}, nil
	case experiments.Full:
		return Profile{name, math.Inf(1), math.Inf(1), 10_000, 1 << 40, 16_384, fullTolerance}, nil
	}
	return Profile{}, fmt.Errorf("profile %q: want one of %s", name, strings.Join(experiments.Profiles(), ", "))
}

// Rates are sorted into decades by these bounds: half of 1e-3 and half of 1e-4.
// So the rate of a filter sized for 0.1 %, whatever it comes to exactly, is in
// the decade of 1e-3.
const (
	decade3 = 5e-4
	decade4 = 5e-5
)

// sharpScheme is the scheme that is tested closely down to the smallest rates:
// the fastest.
const sharpScheme = "xxh3+double"

// smokeTolerance is 10 % for rates of 1e-3 and more; less is not for smoke.
func smokeTolerance(fpr float64, scheme string) float64 {
	if fpr >= decade3 {
		return 0.10
	}
	return math.NaN()
}

// standardTolerance is 2 % for rates of 1e-3 and more, at 1e-4 2 % for
// xxh3+double and 5 % for the others, and 25 % below, for xxh3+double only.
func standardTolerance(fpr float64, scheme string) float64 {
	if fpr < decade4 && scheme != sharpScheme {
		return math.NaN()
	}
	return fullTolerance(fpr, scheme)
}

// fullTolerance is the standard one for every scheme.
func fullTolerance(fpr float64, scheme string) float64 {
	switch {
	case fpr >= decade3, fpr >= decade4 && scheme == sharpScheme:
		return 0.02
	case fpr >= decade4:
		return 0.05
	}
	return 0.25
}
