package quotient

import (
	"testing"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/filtertest"
)

func TestConformance(t *testing.T) {
	var sets []variants.Params
	if !testing.Short() {
		sets = []variants.Params{{"r": "8"}, {"round": "pow2", "load": "0.75"}}
	}
	filtertest.Run(t, Variant, sets...)
}
