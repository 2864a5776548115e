package cuckoo

import (
	"testing"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/filtertest"
)

func TestConformance(t *testing.T) {
	var sets []variants.Params
	if !testing.Short() {
		sets = []variants.Params{{"b": "2", "reduce": "mod"}, {"b": "8", "f": "13"}, {"reduce": "mask"}}
	}
	filtertest.Run(t, Variant, sets...)
}
