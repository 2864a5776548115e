package pebble

import (
	_ "embed"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/filtertest"
	"github.com/filterlab/filterlab/variants/internal/golden"
	"github.com/filterlab/filterlab/variants/internal/lines"
)

// Written by the bloom packages of Pebble v1.1.5 and v2.1.7, which are equal.
//
//go:embed testdata/pebble.json
var vectors []byte

func TestFilters(t *testing.T) {
	file, err := golden.Parse(vectors)
	if err != nil || len(file.Groups["filter"]) == 0 {
		t.Fatalf("%d cases, %v", len(file.Groups["filter"]), err)
	}
	h := scheme.NewHasher(0)
	for _, c := range file.Groups["filter"] {
		kept := golden.Kept(c.Keys.All(), func(key []byte) uint64 { return h.Digest(key).A })
		count, k := lines.Size(uint64(len(kept)), c.Num("bits_per_key"), false)
		if count == 0 {
			k = 0 // five zero bytes
		}
		f := lines.New(name, variants.Shape{Bits: uint64(count) * 512, K: k})
		for _, a := range kept {
			f.Add(hashes.Digest{A: a})
		}
		data, _ := f.NativeBytes()
		if wrong := c.Bytes("filter", data); wrong != "" {
			t.Error(wrong)
		}
		back, positives := lines.New(name, variants.Shape{}), 0.0
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
	f := lines.New(name, variants.Shape{})
	for _, data := range [][]byte{nil, make([]byte, 4), {6, 1, 0, 0, 0}, append(make([]byte, 64), 31, 1, 0, 0, 0), append(make([]byte, 64), 6, 2, 0, 0, 0)} {
		if err := f.ReadNative(data); err == nil {
			t.Errorf("%v: accepted", data)
		}
	}
}

// Rates are held against theory for random keys only: the hash says that it is weak.
func TestConformance(t *testing.T) {
	filtertest.RunWith(t, Variant, filtertest.Options{Short: true})
}

// TestExactLines: bits in all are rounded up to lines, an odd number, whatever their
// quotient by the keys is.
func TestExactLines(t *testing.T) {
	for n := uint64(1); n < 3000; n++ {
		s, err := Variant.Shape(variants.Config{Capacity: n, Bits: 5 * 512, Scheme: scheme}, n)
		if err != nil || s.Blocks != 5 {
			t.Fatalf("5 lines for %d keys: %d, %v", n, s.Blocks, err)
		}
	}
}
