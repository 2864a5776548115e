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

// TestSystemsSayWhoTheyAre: a variant with a hash of its own is somebody's release, and
// says what its maker says of the rate at 1 % or 10 bits a key.
func TestSystemsSayWhoTheyAre(t *testing.T) {
	for _, v := range Variants() {
		if v.Scheme == nil {
			continue
		}
		c := variants.Config{Capacity: 100_000, FPR: 0.01, Scheme: *v.Scheme}
		if v.Promise == nil || v.Version == "" {
			t.Errorf("%s: version %q, promise given: %v", v.Name, v.Version, v.Promise != nil)
			continue
		}
		s, err := v.Shape(c, 100_000)
		if err != nil {
			t.Fatal(err)
		}
		if p := v.Promise(c, s, 100_000); p.Source == "" || p.FPR < 0.0095 || p.FPR > 0.0101 {
			c.FPR, c.BitsPerKey = 0, 10
			if s, err = v.Shape(c, 100_000); err != nil {
				t.Fatal(err)
			}
			if p = v.Promise(c, s, 100_000); p.Source == "" || p.FPR != 0.01 && p.FPR != 0.0095 {
				t.Errorf("%s: promises %v at 1 %% and 10 bits a key", v.Name, p)
			}
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
