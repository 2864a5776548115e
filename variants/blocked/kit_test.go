package blocked

import (
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/filtertest"
)

// TestConformance is the kit in short, as it makes hundreds of filters by rate, each
// sized anew by search, and without enhanced positions, whose exact rates take that
// search half a second: those are TestPositions' and TestRate's.
func TestConformance(t *testing.T) {
	schemes := []hashes.Scheme{scheme(hashes.Double), scheme(hashes.Independent), scheme(hashes.Triple), scheme(hashes.Sliced)}
	sets := []variants.Params{nil}
	if !testing.Short() {
		sets = append(sets, variants.Params{"block": "64", "reduce": "mod"}, variants.Params{"block": "128", "reduce": "mask"})
	}
	for _, p := range sets {
		t.Run(p.String(), func(t *testing.T) {
			filtertest.RunWith(t, Variant, filtertest.Options{Short: true, Params: p, Schemes: schemes})
		})
	}
}

// FuzzLoad: whatever the bytes, an error or a filter that answers.
func FuzzLoad(f *testing.F) {
	x := build1(f, variants.Config{Capacity: 10, Bits: 600, K: 3, Scheme: scheme(0)})
	data, err := x.MarshalBinary()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(data[:40])
	f.Fuzz(func(t *testing.T, data []byte) {
		if y, err := load(data, scheme(0)); err == nil {
			y.Contains(scheme(0).NewHasher(1).Digest([]byte("key")))
		}
	})
}
