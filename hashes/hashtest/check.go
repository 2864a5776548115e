package hashtest

import (
	"fmt"
	"testing"

	"github.com/filterlab/filterlab/hashes"
)

// promise is one thing a function must keep.
type promise struct {
	name   string
	good   bool // asked only of functions that are not Weak
	seeded bool // asked only of functions that take a seed
	check  func(f *hashes.Function) error
}

// promises in the order of the package comment.
func promises() []promise {
	return []promise{
		{"pure", false, false, pure},
		{"own bytes", false, false, ownBytes},
		{"every byte", false, false, everyByte},
		{"length", false, false, length},
		{"seed", false, true, seedHonoured},
		{"first word", false, false, firstWord},
		{"long", false, false, long},
		{"batch", false, false, batch},
		{"no allocation", false, false, noAllocation},
		{"balance", false, false, balance},
		{"avalanche", true, false, avalanche},
		{"unrelated", true, true, unrelated},
		{"counters", true, false, counters},
	}
}

// keyPromises are those of a function whose digest is the key.
func keyPromises() []promise { return []promise{{"key", false, false, keyKept}} }

// Check holds f to all promises and returns an error of one line for each one
// broken; none for a function that keeps them. It takes about a tenth of a
// second.
func Check(f *hashes.Function) []error {
	if f == nil {
		return []error{fmt.Errorf("complete: the function is nil")}
	}
	if err := f.Validate(); err != nil {
		return []error{fmt.Errorf("%s: complete: %w", f.Name, err)}
	}
	all := promises()
	if f.Raw {
		all = keyPromises()
	}
	var broken []error
	for _, p := range all {
		if p.good && f.Weak != "" || p.seeded && f.Unseeded {
			continue
		}
		if err := guarded(p, f); err != nil {
			broken = append(broken, fmt.Errorf("%s: %s: %w", f.Name, p.name, err))
		}
	}
	return broken
}

// guarded turns a panic of f into a broken promise.
func guarded(p promise, f *hashes.Function) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panics: %v", r)
		}
	}()
	return p.check(f)
}

// Run is Check as a test: each broken promise is an error of t. It must not run
// in parallel with other tests, which would disturb the count of allocations.
func Run(t *testing.T, f *hashes.Function) {
	t.Helper()
	for _, err := range Check(f) {
		t.Error(err)
	}
}
