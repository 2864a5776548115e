package ribbon

import (
	"testing"

	"github.com/filterlab/filterlab/variants/filtertest"
)

// TestConformance: the default in full where not short, the other three in short. The
// rate of w = 64, homogeneous, differs so much between filters that 3000 are made.
func TestConformance(t *testing.T) {
	filtertest.Run(t, Variant)
	for _, p := range kinds("auto") {
		t.Run(p.String(), func(t *testing.T) {
			filtertest.RunWith(t, Variant, filtertest.Options{Short: true, Params: p,
				Only: []string{"config", "shape", "empty", "members", "same", "rate", "batch", "damage", "build"}})
		})
	}
}
