package classic

import (
	"testing"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/filtertest"
)

func TestConformance(t *testing.T) {
	filtertest.Run(t, Variant, variants.Params{"reduce": "mod"}, variants.Params{"reduce": "mask"})
}
