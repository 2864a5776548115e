package scalable_test

import (
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/blocked"
	"github.com/filterlab/filterlab/variants/classic"
	"github.com/filterlab/filterlab/variants/counting"
	"github.com/filterlab/filterlab/variants/cuckoo"
	"github.com/filterlab/filterlab/variants/filtertest"
	"github.com/filterlab/filterlab/variants/partitioned"
	"github.com/filterlab/filterlab/variants/scalable"
)

func over() *variants.Variant {
	return scalable.Over(classic.Variant, partitioned.Variant, blocked.Variant, counting.Variant, cuckoo.Variant)
}

// TestConformance is the kit in short: every filter it makes is sized by theory.
func TestConformance(t *testing.T) {
	o := filtertest.Options{Short: true}
	if testing.Short() { // rates of many filters are left to the long run
		o.Only = most()
	}
	filtertest.RunWith(t, over(), o)
}

// TestConformanceOfMany is the kit with several stages in every filter. Memory is
// not measured there: from a first stage of some hundred keys to the kit's million
// keys, 16 bits a key are not enough. Rates over blocked are left to
// TestRateOfStages: the kit makes thousands of filters, each sized anew by search.
func TestConformanceOfMany(t *testing.T) {
	if testing.Short() {
		t.Skip("three kits")
	}
	var schemes []hashes.Scheme // not enhanced: its exact rates are dear where every stage is sized by them
	for _, p := range []hashes.Probing{hashes.Double, hashes.Independent, hashes.Triple, hashes.Sliced} {
		schemes = append(schemes, hashes.Scheme{Function: hashes.XXH3, Probing: p})
	}
	for _, c := range []struct {
		params variants.Params
		only   []string
	}{
		{variants.Params{"initial": "500"}, nil},
		{variants.Params{"initial": "300", "inner": "cuckoo", "growth": "4"}, nil},
		{variants.Params{"initial": "300", "inner": "blocked", "tightening": "0.8"}, most()},
	} {
		t.Run(c.params.String(), func(t *testing.T) {
			filtertest.RunWith(t, over(), filtertest.Options{Short: true, OffHeap: true, Params: c.params, Only: c.only, Schemes: schemes})
		})
	}
}

// most is every section of the kit that scalable has a part in, but rate.
func most() []string {
	return []string{"config", "shape", "abilities", "empty", "members", "full", "same", "apart", "allocs", "batch", "save", "damage"}
}
