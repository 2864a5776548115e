package leveldb

import (
	_ "embed"
	"testing"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/filtertest"
	"github.com/filterlab/filterlab/variants/internal/golden"
	"github.com/filterlab/filterlab/variants/internal/system"
)

// Written by CreateFilter of the shared library of LevelDB 1.23.
//
//go:embed testdata/leveldb.json
var vectors []byte

func TestFilters(t *testing.T) {
	file, err := golden.Parse(vectors)
	if err != nil || len(file.Groups["filter"]) == 0 {
		t.Fatalf("%d cases, %v", len(file.Groups["filter"]), err)
	}
	h := scheme.NewHasher(0)
	for _, c := range file.Groups["filter"] {
		keys := c.Keys.All()
		m, k := Size(uint64(len(keys)), c.Num("bits_per_key")) // 0 bits per key and 0 keys too
		s, err := system.Shape(name, variants.Config{}, nil, m, k)
		if err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		f := &filter{system.NewBody(s)}
		for _, key := range keys {
			f.Add(h.Digest(key))
		}
		data, _ := f.NativeBytes()
		if wrong := c.Bytes("filter", data); wrong != "" || len(data) != int(c.Want("filter_len")) || k != int(c.Want("k")) {
			t.Errorf("%s: %d bytes, k %d, want %v: %s", c.Name, len(data), k, c.Want("filter_len"), wrong)
		}
		back, positives := &filter{}, 0.0
		if err := back.ReadNative(data); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
		for _, key := range c.Absent.All() {
			if back.Contains(h.Digest(key)) {
				positives++
			}
		}
		if positives != c.Want("false_positives") {
			t.Errorf("%s: %v false positives, want %v", c.Name, positives, c.Want("false_positives"))
		}
	}
}

func TestForeignBytes(t *testing.T) {
	for _, data := range [][]byte{nil, {6}, {1, 2, 0}, {1, 2, 31}, {1, 2, 255}} {
		if err := (&filter{}).ReadNative(data); err == nil {
			t.Errorf("%v: accepted", data)
		}
	}
}

// Rates are held against theory for random keys only, within the error that theory
// declares: this hash has fewer values for keys with a common prefix.
func TestConformance(t *testing.T) {
	filtertest.RunWith(t, Variant, filtertest.Options{Short: true})
}

// TestExactBits: bits in all are rounded up to bytes, whatever their quotient by the keys
// is: 1000/15*15 is more than 1000 in float64.
func TestExactBits(t *testing.T) {
	for _, n := range []uint64{1, 15, 29, 30, 51, 53, 19999} {
		for asked, want := range map[uint64]uint64{1: 64, 64: 64, 1000: 1000, 1001: 1008} {
			s, err := Variant.Shape(variants.Config{Capacity: n, Bits: asked, Scheme: scheme}, n)
			if err != nil || s.Bits != want {
				t.Errorf("%d bits for %d keys: %d, %v; want %d", asked, n, s.Bits, err, want)
			}
		}
	}
}
