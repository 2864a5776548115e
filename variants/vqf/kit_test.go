package vqf

import (
	"testing"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/filtertest"
)

func TestConformance(t *testing.T) {
	var sets []variants.Params
	if !testing.Short() {
		sets = []variants.Params{{"load": "0.8"}}
	}
	filtertest.Run(t, Variant, sets...)
}
