package splitblock

import (
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/filtertest"
	"github.com/filterlab/filterlab/variants/internal/bitarray"
)

func scheme(p hashes.Probing) hashes.Scheme {
	return hashes.Scheme{Function: hashes.XXH3, Probing: p}
}

// TestConformance is the kit in short, with every probing: the filter looks at word
// 0 only, and TestParquet counts what the long kit would.
func TestConformance(t *testing.T) {
	filtertest.RunWith(t, Variant, filtertest.Options{Short: true})
}

// TestPortable is the same for filters without assembly.
func TestPortable(t *testing.T) {
	v := *Variant
	v.New = func(c variants.Config) (variants.Filter, error) {
		blocks, err := plan(c)
		if err != nil {
			return nil, err
		}
		return build(c, table(t, blocks), false), nil
	}
	filtertest.RunWith(t, &v, filtertest.Options{Short: true, Schemes: []hashes.Scheme{scheme(hashes.Double)}})
}

// FuzzLoad: whatever the bytes, an error or a filter that answers.
func FuzzLoad(f *testing.F) {
	c := variants.Config{Capacity: 10, Bits: 600, Scheme: scheme(0)}
	data, err := plain(f, c).MarshalBinary()
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

// plain returns a filter without assembly.
func plain(t testing.TB, c variants.Config) *Filter {
	t.Helper()
	blocks, err := plan(c)
	if err != nil {
		t.Fatal(err)
	}
	return build(c, table(t, blocks), false)
}

// table returns the bits of so many empty blocks: plain memory, which takes none
// before it is touched.
func table(t testing.TB, blocks uint64) bitarray.Array {
	t.Helper()
	bits, err := bitarray.Of(make([]uint64, blocks*width), blocks*blockBits)
	if err != nil {
		t.Fatal(err)
	}
	return bits
}
