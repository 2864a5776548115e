package ribbon

import (
	"testing"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/filtertest"
)

// TestConformance: the default in full where not short, the others in what is theirs. The
// rate of w = 64, homogeneous, differs so much between filters that 3000 are made.
func TestConformance(t *testing.T) {
	filtertest.Run(t, Variant)
	own := []string{"config", "shape", "empty", "members", "same", "batch", "damage", "build"}
	for _, p := range []variants.Params{
		{"kind": standard, "w": "64"},
		{"kind": homogeneous, "w": "128"},
		{"kind": homogeneous, "w": "64"},
	} {
		only := own
		if p["w"] == "64" && !testing.Short() {
			only = append(only, "rate")
		}
		t.Run(p.String(), func(t *testing.T) {
			filtertest.RunWith(t, Variant, filtertest.Options{Short: true, Params: p, Only: only})
		})
	}
}
