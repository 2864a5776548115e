package prefix

import (
	"testing"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/cuckoo"
	"github.com/filterlab/filterlab/variants/filtertest"
	"github.com/filterlab/filterlab/variants/quotient"
)

func variant() *variants.Variant { return Over(cuckoo.Variant, quotient.Variant) }

func TestConformance(t *testing.T) {
	var sets []variants.Params
	if !testing.Short() {
		sets = []variants.Params{{"spare": "quotient"}, {"load": "0.8"}}
	}
	filtertest.Run(t, variant(), sets...)
}
