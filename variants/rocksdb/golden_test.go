package rocksdb

import (
	_ "embed"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/filtertest"
	vectors "github.com/filterlab/filterlab/variants/internal/golden"
	"github.com/filterlab/filterlab/variants/internal/lines"
	"github.com/filterlab/filterlab/variants/internal/system"
)

// Written by RocksDB 7.8.3: its builders, real SST files and real database gets.
//
//go:embed testdata/rocksdb.json
var data []byte

func cases(t *testing.T, group string) []vectors.Case {
	t.Helper()
	f, err := vectors.Parse(data)
	if err != nil || len(f.Groups[group]) == 0 {
		t.Fatalf("group %s: %d cases, %v", group, len(f.Groups[group]), err)
	}
	return f.Groups[group]
}

// nativeFilter is what both filters are.
type nativeFilter interface {
	variants.Filter
	variants.Adder
	variants.Native
}

// held fills f with hashes and compares its bytes, and the answers of back, which
// reads them.
func held(t *testing.T, c vectors.Case, kept []uint64, f, back nativeFilter, h *hashes.Hasher) {
	t.Helper()
	for _, a := range kept {
		f.Add(hashes.Digest{A: a})
	}
	bytes, err := f.NativeBytes()
	if err != nil {
		t.Fatal(err)
	}
	if wrong := c.Bytes("filter", bytes); wrong != "" || len(kept) != int(c.Want("entries")) {
		t.Errorf("%s: %d entries, want %v: %s", c.Name, len(kept), c.Want("entries"), wrong)
	}
	if err := back.ReadNative(bytes); err != nil {
		t.Errorf("%s: %v", c.Name, err)
	}
	positives := 0.0
	for _, key := range c.Absent.All() {
		if back.Contains(h.Digest(key)) {
			positives++
		}
	}
	if positives != c.Want("false_positives") {
		t.Errorf("%s: %v false positives, want %v", c.Name, positives, c.Want("false_positives"))
	}
}

func TestFastLocal(t *testing.T) {
	h := scheme.NewHasher(0)
	for _, c := range cases(t, "fast_local_bloom") {
		kept := vectors.Kept(vectors.Sorted(c.Keys.All()), func(key []byte) uint64 { return h.Digest(key).A })
		millibits := Millibits(c.Num("bits_per_key"))
		if c.Has("no_filter") {
			if millibits != 0 {
				t.Errorf("%s: %v bits per key make %d millibits, want no filter", c.Name, c.Num("bits_per_key"), millibits)
			}
			continue
		}
		m, k := Size(uint64(len(kept)), millibits)
		held(t, c, kept, &filter{system.NewBody(variants.Shape{Bits: uint64(m), K: k})}, &filter{}, h)
	}
}

func TestLegacy(t *testing.T) {
	h := legacyScheme.NewHasher(0)
	for _, c := range cases(t, "legacy_full_bloom") {
		kept := vectors.Kept(vectors.Sorted(c.Keys.All()), func(key []byte) uint64 { return h.Digest(key).A })
		count, k := lines.Size(uint64(len(kept)), float64(Whole(c.Num("bits_per_key"))), true)
		held(t, c, kept, lines.New(legacy, variants.Shape{Bits: uint64(count) * line, K: k}), lines.New(legacy, variants.Shape{}), h)
	}
}

func TestForeignBytes(t *testing.T) {
	for _, bytes := range [][]byte{nil, {0xff, 0, 6, 0}, {0xff, 0, 0, 0, 0}, {0xff, 0, 31, 0, 0}, {0xff, 1, 6, 0, 0}, {0xfe, 0, 6, 0, 0}, {1, 0xff, 0, 6, 0, 0}} {
		if err := (&filter{}).ReadNative(bytes); err == nil {
			t.Errorf("%v: accepted", bytes)
		}
	}
}

func TestConformance(t *testing.T) { filtertest.RunWith(t, Variant, filtertest.Options{Short: true}) }

// Rates are held against theory for random keys only: the hash says that it is weak.
func TestConformanceLegacy(t *testing.T) {
	filtertest.RunWith(t, Legacy, filtertest.Options{Short: true})
}
