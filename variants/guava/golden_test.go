package guava

import (
	_ "embed"
	"math"
	"testing"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/filtertest"
	"github.com/filterlab/filterlab/variants/internal/golden"
)

// Written by Guava 31.1 itself, on OpenJDK 17: sizes, and the bytes of writeTo.
//
//go:embed testdata/guava.json
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
	for _, c := range cases(t, "sizing") {
		n, p := uint64(max(1, c.Num("expected_insertions"))), c.Num("fpp")
		m := OptimalBits(n, p)
		if m != c.Want("optimal_bits") || OptimalK(n, m) != int(c.Want("num_hash_functions")) {
			t.Errorf("%s: n %d, p %v: %v bits, k %d, want %v", c.Name, n, p, m, OptimalK(n, m), c.Expected)
		}
	}
}

// of returns the variant and an empty filter of a vector.
func of(t *testing.T, c golden.Case) (*variants.Variant, variants.Filter) {
	t.Helper()
	v := Mitz64
	if c.Text("strategy") == "MURMUR128_MITZ_32" {
		v = Mitz32
	}
	f, err := v.New(variants.Config{Capacity: uint64(max(1, c.Num("expected_insertions"))), FPR: c.Num("fpp"), Scheme: *v.Scheme})
	if err != nil {
		t.Fatalf("%s: %v", c.Name, err)
	}
	return v, f
}

func TestFilters(t *testing.T) {
	for _, c := range cases(t, "filter") {
		v, f := of(t, c)
		h := v.Scheme.NewHasher(0)
		changed := 0.0
		for _, key := range c.Keys.All() {
			if d := h.Digest(key); !f.Contains(d) {
				changed++
				f.(variants.Adder).Add(d)
			}
		}
		if changed != c.Want("puts_that_changed_bits") {
			t.Errorf("%s: %v puts changed bits, want %v", c.Name, changed, c.Want("puts_that_changed_bits"))
		}
		data, err := f.(variants.Native).NativeBytes()
		if err != nil {
			t.Fatal(err)
		}
		if wrong := c.Bytes("serialized", data); wrong != "" {
			t.Error(wrong)
		}
		back, err := v.New(variants.Config{Capacity: 1, Bits: 1, Scheme: *v.Scheme})
		if err != nil {
			t.Fatal(err)
		}
		if err := back.(variants.Native).ReadNative(data); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
		positives := 0.0
		for _, key := range c.Absent.All() {
			if back.Contains(h.Digest(key)) {
				positives++
			}
		}
		s := back.Shape()
		expected := math.Pow(float64(back.(variants.SetBitser).SetBits())/float64(s.Bits), float64(s.K))
		if want := c.Want("expected_fpp"); positives != c.Want("false_positives") || math.Abs(expected-want) > 1e-14*want {
			t.Errorf("%s: %v false positives, expectedFpp %v, want %v, %v", c.Name, positives, expected, c.Want("false_positives"), want)
		}
	}
}

// Bytes of the other strategy, cut, lengthened or empty are refused.
func TestForeignBytes(t *testing.T) {
	f, err := Mitz64.New(variants.Config{Capacity: 10, FPR: 0.1, Scheme: scheme})
	if err != nil {
		t.Fatal(err)
	}
	n := f.(variants.Native)
	good, _ := n.NativeBytes()
	for what, data := range map[string][]byte{
		"nothing": nil, "cut": good[:len(good)-1], "longer": append(append([]byte(nil), good...), 0),
		"another strategy": append([]byte{0}, good[1:]...), "no strategy": append([]byte{7}, good[1:]...),
		"k 0": append([]byte{1, 0}, good[2:]...), "no words": {1, 3, 0, 0, 0, 0}, "many words": {1, 3, 0xff, 0xff, 0xff, 0xff},
	} {
		if err := n.ReadNative(data); err == nil {
			t.Errorf("%s: accepted", what)
		}
	}
}

func TestConformance(t *testing.T) {
	for _, v := range []*variants.Variant{Mitz64, Mitz32} {
		t.Run(v.Name, func(t *testing.T) { filtertest.RunWith(t, v, filtertest.Options{Short: true}) })
	}
}
