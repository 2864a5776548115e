package hashtest

import (
	"fmt"
	"testing"

	"github.com/filterlab/filterlab/hashes"
)

// promise is one thing a function must keep.
type promise struct {
	name  string
	good  bool // asked only of functions that are not Weak
	check func(f *hashes.Function) error
}

// promises in the order of the package comment.
func promises() []promise {
	return []promise{
		{"pure", false, pure},
		{"own bytes", false, ownBytes},
		{"every byte", false, everyByte},
		{"length", false, length},
		{"seed", false, seedHonoured},
		{"first word", false, firstWord},
		{"long", false, long},
		{"batch", false, batch},
		{"no allocation", false, noAllocation},
		{"balance", false, balance},
		{"avalanche", true, avalanche},
		{"unrelated", true, unrelated},
		{"counters", true, counters},
	}
}

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
	var broken []error
	for _, p := range promises() {
		if p.good && f.Weak != "" {
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
