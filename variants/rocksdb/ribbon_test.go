package rocksdb

import (
	"bytes"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/filtertest"
	vectors "github.com/filterlab/filterlab/variants/internal/golden"
)

// made returns the filter of keys at perKey bits per key.
func made(t testing.TB, keys [][]byte, capacity uint64, perKey float64) *ribbonFilter {
	t.Helper()
	f, err := newRibbon(variants.Config{Capacity: capacity, BitsPerKey: perKey, Scheme: *ribbonScheme()})
	if err != nil {
		t.Fatal(err)
	}
	h := ribbonScheme().NewHasher(0)
	for _, key := range keys {
		f.(variants.Adder).Add(h.Digest(key))
	}
	return f.(*ribbonFilter)
}

// Every vector, with the keys in the order of the file and so unsorted: RocksDB's
// bytes, and its answers of who reads them.
func TestRibbon(t *testing.T) {
	h := ribbonScheme().NewHasher(0)
	blooms := 0
	for _, c := range cases(t, "standard128_ribbon") {
		keys := c.Keys.All()
		if c.Has("no_filter") {
			_, err := planned(variants.Config{Capacity: 1, BitsPerKey: c.Num("bits_per_key"), Scheme: *ribbonScheme()})
			if err == nil {
				t.Errorf("%s: a filter, want none", c.Name)
			}
			continue
		}
		f := made(t, keys, max(1, uint64(c.Want("entries"))), c.Num("bits_per_key"))
		data, err := f.NativeBytes()
		if err != nil {
			t.Fatal(err)
		}
		if wrong := c.Bytes("filter", data); wrong != "" {
			t.Error(wrong)
		}
		if len(data) > 0 && f.Shape().Bits != 8*uint64(len(data)-5) {
			t.Errorf("%s: shape says %d bits, the filter has %d bytes", c.Name, f.Shape().Bits, len(data)-5)
		}
		back := &ribbonFilter{}
		if err := back.ReadNative(data); err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		if back.done.Load().bloom != nil {
			blooms++
		}
		for _, key := range keys {
			if !back.Contains(h.Digest(key)) {
				t.Fatalf("%s: key %q is lost", c.Name, key)
			}
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
		if again, err := back.NativeBytes(); err != nil || !bytes.Equal(again, data) {
			t.Errorf("%s: read and written again it differs (%v)", c.Name, err)
		}
	}
	if blooms == 0 {
		t.Error("no vector is a Bloom filter: want some of few keys")
	}
}

// What no RocksDB writes is refused, and the receiver stays as it was.
func TestForeignRibbon(t *testing.T) {
	key := [][]byte{[]byte("a")}
	zeros := func(size int, tail ...byte) []byte { return append(make([]byte, size), tail...) }
	for _, c := range []struct {
		data []byte
		want string
	}{
		{[]byte{1, 2, 3, 4}, "4 bytes: want none, or at least 5"},
		{zeros(64, 6, 1, 0, 0, 0), "it ends in 0601000000"},
		{zeros(64, 0xff, 0, 31, 0, 0), "k 31"},
		{zeros(33, 0xfe, 0, 2, 0, 0), "33 bytes for 2 blocks"},
		{zeros(32, 0xfe, 0, 1, 0, 0), "32 bytes for 1 blocks"},
		{zeros(0, 0xfe, 0, 2, 0, 0), "0 bytes for 2 blocks"},
		{zeros(16*65, 0xfe, 0, 2, 0, 0), "1040 bytes for 2 blocks"},
	} {
		f := made(t, key, 1000, 10)
		err := f.ReadNative(c.data)
		if err == nil || !strings.HasPrefix(err.Error(), ribbon+": not a filter of it: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d bytes: %v, want %q", len(c.data), err, c.want)
		}
		if !f.Contains(ribbonScheme().NewHasher(0).Digest(key[0])) {
			t.Errorf("%d bytes: refused, and the filter is another", len(c.data))
		}
	}
}

// FuzzReadRibbon: whatever the bytes, an error or a filter that answers, and is
// written as it was read.
func FuzzReadRibbon(f *testing.F) {
	for _, n := range []uint64{0, 50, 2000} {
		keys := vectors.Keys{Rule: "dec", Prefix: "key-", Count: n}.All()
		data, err := made(f, keys, n+1, 10).NativeBytes()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := &ribbonFilter{}
		if r.ReadNative(data) != nil {
			return
		}
		h := ribbonScheme().NewHasher(0)
		for _, key := range []string{"", "a", "key-7", "another"} {
			r.Contains(h.Digest([]byte(key)))
		}
		if again, err := r.NativeBytes(); err != nil || !bytes.Equal(again, data) {
			t.Fatalf("%x is written again as %x (%v)", data, again, err)
		}
	})
}

// Sizes: what is written is known before; bits are never exceeded; a rate is met.
func TestRibbonSizing(t *testing.T) {
	for _, n := range []uint64{300, 1000, 100_000, 10_000_000} {
		c := variants.Config{Capacity: n, Bits: 9 * n, Scheme: *ribbonScheme()}
		s, err := StandardRibbon.Shape(c, 0)
		if err != nil || s.Bits > c.Bits || float64(s.Bits) < 0.97*float64(c.Bits) {
			t.Errorf("%d keys, 9 bits each: %d bits of %d, %v", n, s.Bits, c.Bits, err)
		}
		for _, p := range []float64{0.1, 0.01, 1e-4} {
			c := variants.Config{Capacity: n, FPR: p, Scheme: *ribbonScheme()}
			s, err := StandardRibbon.Shape(c, 0)
			if err != nil {
				t.Fatal(err)
			}
			if r := StandardRibbon.Predict(c, s, n); r.FPR > p || r.FPR < p/1.3 {
				t.Errorf("%d keys, fpr %v: predicted %v", n, p, r.FPR)
			}
		}
	}
	for _, c := range []variants.Config{{FPR: 1e-30}, {BitsPerKey: 0.4}, {Bits: 300}, {BitsPerKey: 10, K: 6}} {
		c.Capacity, c.Scheme = 1000, *ribbonScheme()
		if _, err := StandardRibbon.Shape(c, 0); err == nil || !strings.HasPrefix(err.Error(), ribbon+": ") {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// A set for which no seed works is a Bloom filter, as its maker has it: here since it
// is 10 times as large as the capacity. It contains all, and more keys may follow
// after a question.
func TestTooManyKeys(t *testing.T) {
	keys := vectors.Keys{Rule: "dec", Prefix: "key-", Count: 10_000}.All()
	f := made(t, keys[:9000], 1000, 10)
	h := ribbonScheme().NewHasher(0)
	found := f.Contains(h.Digest(keys[8999]))
	for _, key := range keys[9000:] {
		f.Add(h.Digest(key))
	}
	for _, key := range keys {
		found = found && f.Contains(h.Digest(key))
	}
	if s := f.Shape(); !found || s.K != 6 || s.BlockBits != 512 {
		t.Errorf("all found: %v; shape %+v, want a Bloom filter with k 6", found, s)
	}
}

func TestConformanceRibbon(t *testing.T) {
	filtertest.RunWith(t, StandardRibbon, filtertest.Options{Short: true})
}
