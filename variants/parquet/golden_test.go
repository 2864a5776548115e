package parquet

import (
	_ "embed"
	"encoding/hex"
	"testing"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/filtertest"
	"github.com/filterlab/filterlab/variants/internal/golden"
	"github.com/filterlab/filterlab/variants/internal/system"
)

// Written by parquet-go v0.32.0, some also by parquet-java; sizes of all three.
//
//go:embed testdata/parquet.json
var vectors []byte

func cases(t *testing.T, group string) []golden.Case {
	t.Helper()
	f, err := golden.Parse(vectors)
	if err != nil || len(f.Groups[group]) == 0 {
		t.Fatalf("group %s: %d cases, %v", group, len(f.Groups[group]), err)
	}
	return f.Groups[group]
}

func TestSizing(t *testing.T) {
	same := func(c golden.Case, field string, got float64) {
		if got != c.Want(field) {
			t.Errorf("%s: %s %v, want %v", c.Name, field, got, c.Want(field))
		}
	}
	for _, c := range cases(t, "sizing_parquet_go") {
		same(c, "parquet_go_blocks", GoBlocks(c.Num("num_values"), c.Num("bits_per_value")))
	}
	for _, c := range cases(t, "sizing_parquet_java") {
		bits := JavaBits(c.Num("ndv"), c.Num("fpp"))
		same(c, "parquet_java_optimal_bits", float64(bits))
		same(c, "parquet_java_bitset_bytes", float64(JavaBytes(bits)))
	}
	for _, c := range cases(t, "sizing_arrow_cpp") {
		same(c, "arrow_optimal_bits", float64(ArrowBits(c.Num("ndv"), c.Num("fpp"))))
	}
}

// filled returns a filter of so many blocks with the keys of c.
func filled(c golden.Case, blocks float64) *filter {
	f := &filter{system.NewBody(variants.Shape{Bits: uint64(blocks) * block})}
	h := scheme.NewHasher(0)
	for _, key := range c.Keys.All() {
		f.Add(h.Digest(key))
	}
	return f
}

func TestFilters(t *testing.T) {
	for _, c := range cases(t, "filter") {
		f := filled(c, c.Num("blocks"))
		if wrong := c.Bytes("bitset", f.Bytes()); wrong != "" {
			t.Error(wrong)
		}
		data, _ := f.NativeBytes()
		back, h, positives := &filter{}, scheme.NewHasher(0), 0.0
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

func TestFiles(t *testing.T) {
	for _, c := range cases(t, "parquet_go_file") {
		f := filled(c, GoBlocks(float64(c.Keys.Count), c.Num("bits_per_value")))
		bits := f.Bytes()
		if wrong := c.Bytes("bitset", bits); wrong != "" {
			t.Error(wrong)
		}
		if got := hex.EncodeToString(header(len(bits))); got != c.Expected["header_hex"] {
			t.Errorf("%s: header %s, want %s", c.Name, got, c.Expected["header_hex"])
		}
	}
}

func TestForeignBytes(t *testing.T) {
	good, _ := filled(cases(t, "filter")[0], 2).NativeBytes()
	for cut := range good {
		if err := (&filter{}).ReadNative(good[:cut]); err == nil {
			t.Errorf("cut to %d bytes: accepted", cut)
		}
	}
}

func TestConformance(t *testing.T) { filtertest.RunWith(t, Variant, filtertest.Options{Short: true}) }
