package builtin

import (
	"strings"
	"testing"

	"github.com/filterlab/filterlab/variants"
)

// TestVariants: every variant is valid, found by its name, and named once.
func TestVariants(t *testing.T) {
	seen, list := map[string]bool{}, Variants()
	for _, v := range list {
		if err := v.Validate(); err != nil {
			t.Error(err)
		}
		if seen[v.Name] {
			t.Errorf("%s is listed twice", v.Name)
		}
		seen[v.Name] = true
		if got, err := Find(v.Name, list); got != v || err != nil {
			t.Errorf("Find(%q) = %v, %v", v.Name, got, err)
		}
	}
}

func TestFindSuggests(t *testing.T) {
	_, err := Find("clasic", Variants())
	if err == nil || !strings.Contains(err.Error(), `did you mean "classic"`) || !strings.Contains(err.Error(), "counting") {
		t.Errorf("got %v, want all names and the nearest", err)
	}
}

// TestRemovalIsDeclared: asking for deletion must fail while planning, by the
// list of abilities: no variant without counters, fingerprints or remainders declares it.
func TestRemovalIsDeclared(t *testing.T) {
	want := map[string]bool{"counting": true, "cuckoo": true, "quotient": true, "vqf": true}
	for _, v := range Variants() {
		if v.Has(variants.CanRemove) != want[v.Name] {
			t.Errorf("%s: ability remove is %v", v.Name, v.Has(variants.CanRemove))
		}
	}
}
