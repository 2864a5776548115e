package bitsandblooms

import (
	_ "embed"
	"fmt"
	"testing"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/filtertest"
	"github.com/filterlab/filterlab/variants/internal/golden"
	"github.com/filterlab/filterlab/variants/internal/system"
)

// Written by bits-and-blooms/bloom v3.7.1.
//
//go:embed testdata/golibs.json
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
	for _, c := range cases(t, "bits_and_blooms_estimate_parameters") {
		if m, k := EstimateParameters(c.Num("n"), c.Num("fp")); m != c.Want("m") || k != c.Want("k") {
			t.Errorf("%s: m %v, k %v, want %v", c.Name, m, k, c.Expected)
		}
	}
}

func TestLocations(t *testing.T) {
	for _, c := range cases(t, "bits_and_blooms_locations") {
		want := c.Expected["locations"].([]any)
		for i, key := range c.Keys.All() {
			h := words(key)
			var got []uint64
			for j := range uint64(c.Num("k")) {
				got = append(got, location(&h, j))
			}
			if fmt.Sprint(got) != fmt.Sprint(want[i]) {
				t.Errorf("%s: key %d: %v, want %v", c.Name, i, got, want[i])
			}
		}
	}
}

func TestFilters(t *testing.T) {
	for _, c := range cases(t, "bits_and_blooms_filter") {
		m, h := uint64(max(1, c.Num("m"))), scheme.NewHasher(0)
		f := &filter{system.NewBody(variants.Shape{Bits: m, K: int(max(1, c.Num("k")))})}
		for _, key := range c.Keys.All() {
			f.Add(h.Digest(key))
		}
		data, _ := f.NativeBytes()
		if wrong := c.Bytes("serialized", data); wrong != "" || float64(f.SetBits()) != c.Want("bits_set") {
			t.Errorf("%s: %d bits set, want %v: %s", c.Name, f.SetBits(), c.Want("bits_set"), wrong)
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
	f := &filter{system.NewBody(variants.Shape{Bits: 100, K: 3})}
	good, _ := f.NativeBytes()
	for cut := range good {
		if err := f.ReadNative(good[:cut]); err == nil {
			t.Errorf("cut to %d bytes: accepted", cut)
		}
	}
	for _, at := range []int{0, 7, 8, 23, 32} { // m, k, length, past the last bit
		bad := append([]byte(nil), good...)
		bad[at] ^= 0x80
		if err := f.ReadNative(bad); err == nil {
			t.Errorf("byte %d changed: accepted", at)
		}
	}
}

func TestConformance(t *testing.T) { filtertest.RunWith(t, Variant, filtertest.Options{Short: true}) }
