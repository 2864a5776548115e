package cassandra

import (
	_ "embed"
	"fmt"
	"slices"
	"testing"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/filtertest"
	"github.com/filterlab/filterlab/variants/internal/golden"
)

// Written by the classes of Cassandra 4.1 and 3.11 themselves, on OpenJDK 17.
//
//go:embed testdata/cassandra.json
var vectors []byte

func cases(t *testing.T, group string) []golden.Case {
	t.Helper()
	f, err := golden.Parse(vectors)
	if err != nil || len(f.Groups[group]) == 0 {
		t.Fatalf("group %s: %d cases, %v", group, len(f.Groups[group]), err)
	}
	return f.Groups[group]
}

func TestSizingByChance(t *testing.T) {
	for _, c := range cases(t, "sizing_by_fp_chance") {
		n, p := uint64(c.Num("num_elements")), c.Num("fp_chance")
		if c.Has("always_present") { // p = 1 is no filter, and refused by the contract
			continue
		}
		buckets, k, err := ByChance(n, p)
		if c.Has("unsupported") {
			if err == nil {
				t.Errorf("%s: p %v accepted", c.Name, p)
			}
			continue
		}
		if m := Bits(n, buckets); err != nil || m != c.Want("capacity_bits") || k != int(c.Want("hash_count")) {
			t.Errorf("%s: n %d, p %v: %v bits, k %d, %v; want %v", c.Name, n, p, m, k, err, c.Expected)
		}
	}
}

func TestSizingByBuckets(t *testing.T) {
	for _, c := range cases(t, "sizing_by_buckets") {
		n := uint64(c.Num("num_elements"))
		buckets, k := ByBuckets(n, int(c.Num("target_buckets_per_element")))
		if m := Bits(n, buckets); m != c.Want("capacity_bits") || k != int(c.Want("hash_count")) {
			t.Errorf("%s: %v bits, k %d; want %v", c.Name, m, k, c.Expected)
		}
	}
}

func TestHash(t *testing.T) {
	for _, c := range cases(t, "hash3_x64_128") {
		var seed uint64
		fmt.Sscanf(c.Text("seed"), "0x%x", &seed)
		want := c.Expected["hashes"].([]any)
		for i, key := range c.Keys.All() {
			h1, h2 := Hash(key, seed)
			if got := fmt.Sprintf("[%016x %016x]", h1, h2); got != fmt.Sprint(want[i]) {
				t.Errorf("%s: key %d: %s, want %v", c.Name, i, got, want[i])
			}
		}
	}
}

func TestPositions(t *testing.T) {
	for _, c := range cases(t, "index_sequences") {
		f := filter{swap: c.Text("hash_order") == "2.x"}
		h, want := scheme.NewHasher(0), c.Expected["indexes"].([]any)
		for i, key := range c.Keys.All() {
			x, step := f.steps(h.Digest(key))
			var got []uint64
			for range int(c.Num("hash_count")) {
				got = append(got, position(x, int64(c.Num("max"))))
				x += step
			}
			var numbers []uint64
			for _, x := range want[i].([]any) {
				numbers = append(numbers, uint64(x.(float64)))
			}
			if !slices.Equal(got, numbers) {
				t.Errorf("%s: key %d: %v, want %v", c.Name, i, got, numbers)
			}
		}
	}
}

// filled returns v's filter for the keys of c.
func filled(t *testing.T, v *variants.Variant, c golden.Case) *filter {
	t.Helper()
	conf := variants.Config{Capacity: uint64(max(1, c.Num("num_elements"))), FPR: c.Num("fp_chance"), Scheme: scheme}
	if c.Text("hash_order") == "2.x" {
		conf.Params = variants.Params{"order": "2.x"}
	}
	f, err := v.New(conf)
	if err != nil {
		t.Fatalf("%s: %v", c.Name, err)
	}
	h := scheme.NewHasher(0)
	for _, key := range c.Keys.All() {
		f.(variants.Adder).Add(h.Digest(key))
	}
	return f.(*filter)
}

func TestFilters(t *testing.T) {
	for _, c := range cases(t, "filter") {
		if c.Text("classes") == "4.1" {
			held(t, filled(t, Variant, c), c, "serialized")
			held(t, filled(t, Variant3, c), c, "serialized_old_format")
		} else {
			held(t, filled(t, Variant3, c), c, "serialized")
		}
	}
}

// held compares f's bytes, and the answers of the filter read from them.
func held(t *testing.T, f *filter, c golden.Case, field string) {
	t.Helper()
	data, err := f.NativeBytes()
	if err != nil {
		t.Fatal(err)
	}
	if wrong := c.Bytes(field, data); wrong != "" {
		t.Error(wrong)
	}
	back := filter{name: f.name, words: f.words, swap: f.swap}
	if err := back.ReadNative(data); err != nil {
		t.Errorf("%s: %v", c.Name, err)
	}
	h, positives := scheme.NewHasher(0), 0.0
	for _, key := range c.Absent.All() {
		if back.Contains(h.Digest(key)) {
			positives++
		}
	}
	if positives != c.Want("false_positives") {
		t.Errorf("%s: %v false positives, want %v", c.Name, positives, c.Want("false_positives"))
	}
}

// Bytes that no Cassandra wrote are refused, and leave the filter as it was.
func TestForeignBytes(t *testing.T) {
	f := filled(t, Variant, cases(t, "filter")[1])
	good, _ := f.NativeBytes()
	for what, data := range map[string][]byte{
		"nothing": nil, "cut": good[:len(good)-1], "longer": append(append([]byte(nil), good...), 0),
		"k 0": append(make([]byte, 4), good[4:]...), "no words": {0, 0, 0, 1, 0, 0, 0, 0}, "many words": {0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff},
	} {
		if err := f.ReadNative(data); err == nil {
			t.Errorf("%s: accepted", what)
		}
	}
	if again, _ := f.NativeBytes(); string(again) != string(good) {
		t.Error("refused bytes changed the filter")
	}
}

func TestConformance(t *testing.T) {
	filtertest.RunWith(t, Variant, filtertest.Options{Short: true})
	filtertest.RunWith(t, Variant3, filtertest.Options{Short: true, Params: variants.Params{"order": "2.x"},
		Only: []string{"config", "shape", "members", "same"}})
}
