package hbase

import (
	_ "embed"
	"fmt"
	"testing"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/filtertest"
	"github.com/filterlab/filterlab/variants/internal/golden"
	"github.com/filterlab/filterlab/variants/internal/system"
)

// Written by BloomFilterChunk and BloomFilterUtil of HBase's 2.0 line, on OpenJDK 17.
//
//go:embed testdata/hbase.json
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
	for _, c := range cases(t, "sizing_by_keys") {
		bytes, k := SizeByKeys(uint64(c.Num("max_keys")), c.Num("error_rate"), int(c.Num("fold_factor")))
		if bytes != c.Want("byte_size") || k != int(c.Want("hash_count")) {
			t.Errorf("%s %v: %v bytes, k %d, want %v", c.Name, c.Params, bytes, k, c.Expected)
		}
	}
	for _, c := range cases(t, "sizing_by_size") {
		bytes, k, keys := SizeBySize(uint64(c.Num("byte_size_hint")), c.Num("error_rate"), int(c.Num("fold_factor")))
		if bytes != c.Want("byte_size") || k != int(c.Want("hash_count")) || float64(keys) != c.Want("max_keys") {
			t.Errorf("%s %v: %v bytes, k %d, %d keys, want %v", c.Name, c.Params, bytes, k, keys, c.Expected)
		}
	}
}

func TestHashes(t *testing.T) {
	for _, c := range cases(t, "hash") {
		var seed uint32
		var a, b, by int
		fmt.Sscanf(c.Text("init"), "0x%x", &seed)
		fmt.Sscanf(c.Text("input_rule"), "%d,%d,%d", &a, &b, &by)
		for j, l := range c.Params["lengths"].([]any) {
			n := int(l.(float64))
			message := make([]byte, n)
			for i := range message {
				message[i] = byte(a*i + b*n + by)
			}
			want := c.Expected["hashes"].([]any)[j]
			if got := fmt.Sprintf("%08x", hashOf(c.Text("hash_type"))(message, seed)); got != want {
				t.Errorf("%s: %s of %d bytes is %s, want %v", c.Name, c.Text("hash_type"), n, got, want)
			}
		}
	}
}

// empty is the filter that a vector begins with.
func empty(c golden.Case) *filter {
	var bytes float64
	var k int
	keys, foldBy := uint64(c.Num("max_keys")), int(c.Num("fold_factor"))
	if hint := uint64(c.Num("byte_size_hint")); hint > 0 {
		bytes, k, keys = SizeBySize(hint, c.Num("error_rate"), foldBy)
	} else {
		bytes, k = SizeByKeys(keys, c.Num("error_rate"), foldBy)
	}
	return &filter{Body: system.NewBody(variants.Shape{Bits: uint64(8 * bytes), K: k}), hash: hashOf(c.Text("hash_type")), maxKeys: keys, givenK: true}
}

func TestFilters(t *testing.T) {
	h := scheme.NewHasher(0)
	for _, c := range cases(t, "filter") {
		f := empty(c)
		for _, key := range c.Keys.All() {
			f.Add(h.Digest(key))
		}
		data, keys := f.Bytes(), f.maxKeys
		if c.Params["compact"] == true {
			data, keys = fold(data, f.maxKeys, f.added)
			if native, _ := f.NativeBytes(); string(native) != string(data) {
				t.Errorf("%s: the native bytes are not folded", c.Name)
			}
		}
		if wrong := c.Bytes("bloom", data); wrong != "" || float64(len(data)) != c.Want("final_byte_size") || float64(keys) != c.Want("final_max_keys") {
			t.Errorf("%s: %d bytes for %d keys, want %v: %s", c.Name, len(data), keys, c.Expected["final_max_keys"], wrong)
		}
		positives := 0.0
		if err := f.ReadNative(data); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
		for _, key := range c.Absent.All() {
			if f.Contains(h.Digest(key)) {
				positives++
			}
		}
		if positives != c.Want("false_positives") {
			t.Errorf("%s: %v false positives, want %v", c.Name, positives, c.Want("false_positives"))
		}
	}
}

// The bytes say nothing of k: they are read only where it is given.
func TestReading(t *testing.T) {
	f, err := Variant.New(variants.Config{Capacity: 1, FPR: 0.1, Scheme: scheme})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.(variants.Native).ReadNative([]byte{1}); err == nil {
		t.Error("read without k")
	}
	if err := (&filter{givenK: true}).ReadNative(nil); err == nil {
		t.Error("read from nothing")
	}
}

func TestConformance(t *testing.T) { filtertest.RunWith(t, Variant, filtertest.Options{Short: true}) }

// TestFoldedOnlyWithKeys: a chunk without keys, which one is that was read, is written
// as it is (BloomFilterChunk.compactBloom folds where keyCount > 0).
func TestFoldedOnlyWithKeys(t *testing.T) {
	f, err := Variant.New(variants.Config{Capacity: 1, FPR: 0.1, K: 4, Scheme: scheme})
	if err != nil {
		t.Fatal(err)
	}
	n := f.(variants.Native)
	if err := n.ReadNative([]byte{1, 2, 4, 8}); err != nil {
		t.Fatal(err)
	}
	if data, err := n.NativeBytes(); err != nil || string(data) != "\x01\x02\x04\x08" {
		t.Errorf("read 01 02 04 08, wrote % x, %v", data, err)
	}
}
