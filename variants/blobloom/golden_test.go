package blobloom

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/filtertest"
	"github.com/filterlab/filterlab/variants/internal/golden"
	"github.com/filterlab/filterlab/variants/internal/system"
)

// Written by blobloom v0.8.0.
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

// empty is the filter that New of the library makes.
func empty(c golden.Case) *filter {
	bits := system.Up(math.Max(1, c.Num("nbits")), block)
	return &filter{system.NewBody(variants.Shape{Bits: uint64(bits), K: max(2, int(c.Num("nhashes")))})}
}

// digest is that of a key: numbers are hashes themselves.
func digest(k golden.Keys, key []byte) hashes.Digest {
	if k.Rule == "i64" {
		return hashes.Digest{A: binary.LittleEndian.Uint64(key)}
	}
	return scheme.NewHasher(0).Digest(key)
}

func TestFilters(t *testing.T) {
	for _, c := range cases(t, "blobloom_filter") {
		f := empty(c)
		for _, key := range c.Keys.All() {
			f.Add(digest(c.Keys, key))
		}
		data := f.dump(c.Text("comment"))
		if wrong := c.Bytes("dump", data); wrong != "" || float64(f.Bits.Len()) != c.Want("num_bits") {
			t.Errorf("%s: %d bits, want %v: %s", c.Name, f.Bits.Len(), c.Want("num_bits"), wrong)
		}
		back, positives := &filter{}, 0.0
		if err := back.ReadNative(data); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
		for _, key := range c.Absent.All() {
			if back.Contains(digest(c.Absent, key)) {
				positives++
			}
		}
		if positives != c.Want("false_positives") {
			t.Errorf("%s: %v false positives, want %v", c.Name, positives, c.Want("false_positives"))
		}
	}
}

// TestFewKeys: filters of a few keys have the library's own number of probes, as its
// Optimize says (run, v0.8.0), although nobody may ask for so many.
func TestFewKeys(t *testing.T) {
	for n, k := range map[uint64]int{1: 355, 2: 178, 3: 119, 5: 71, 8: 45, 20: 18} {
		s, err := Variant.Shape(variants.Config{Capacity: n, FPR: 0.01, Scheme: scheme}, n)
		if err != nil || s.Bits != 512 || s.K != k {
			t.Errorf("%d keys: %d bits, k %d, %v; want 512, %d", n, s.Bits, s.K, err, k)
		}
	}
}

func TestOptimize(t *testing.T) {
	for _, c := range cases(t, "blobloom_optimize") {
		bits, k := Optimize(uint64(c.Num("capacity")), c.Num("fp_rate"), uint64(c.Num("max_bits")))
		if bits != c.Want("nbits") || float64(k) != c.Want("nhashes") {
			t.Errorf("%s: %v: %v bits, k %d, want %v", c.Name, c.Params, bits, k, c.Expected)
		}
	}
}

func TestPositions(t *testing.T) {
	for _, c := range cases(t, "blobloom_positions") {
		for i, key := range c.Keys.All() {
			f := empty(c)
			f.Add(digest(c.Keys, key))
			var got []float64
			for p := range f.Bits.Len() {
				if f.Bits.Get(p) {
					got = append(got, float64(p))
				}
			}
			want := c.Expected["positions"].([]any)[i].(map[string]any)["bits"]
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: key %d: %v, want %v", c.Name, i, got, want)
			}
		}
	}
}

func TestForeignBytes(t *testing.T) {
	f := &filter{system.NewBody(variants.Shape{Bits: 1024, K: 3})}
	good, _ := f.NativeBytes()
	for cut := range good {
		if err := f.ReadNative(good[:cut]); err == nil {
			t.Errorf("cut to %d bytes: accepted", cut)
		}
	}
	for _, at := range []int{0, 8, 12, 19} {
		bad := append([]byte(nil), good...)
		bad[at] ^= 0x80
		if err := f.ReadNative(bad); err == nil {
			t.Errorf("byte %d changed: accepted", at)
		}
	}
}

func TestConformance(t *testing.T) { filtertest.RunWith(t, Variant, filtertest.Options{Short: true}) }
