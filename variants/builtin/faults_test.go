package builtin

import (
	"crypto/sha256"
	"encoding"
	"encoding/binary"
	"encoding/hex"
	"hash/crc64"
	"runtime"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

var double = hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Double}

// held returns a filter of c with the first n of a fixed row of keys in.
func held(t *testing.T, v *variants.Variant, c variants.Config, n uint64) variants.Filter {
	t.Helper()
	f, err := v.New(c)
	if err != nil {
		t.Fatalf("%s: %v", v.Name, err)
	}
	if b, ok := f.(variants.Builder); ok {
		if err := b.Build(digests(n)); err != nil {
			t.Fatalf("%s: %d keys: %v", v.Name, n, err)
		}
		return f
	}
	for i := range n {
		if err := f.(variants.Adder).Add(digest(i)); err != nil {
			t.Fatalf("%s: key %d: %v", v.Name, i, err)
		}
	}
	return f
}

// digest is that of key i, eight bytes little-endian.
func digest(i uint64) hashes.Digest {
	return double.NewHasher(7).Digest(binary.LittleEndian.AppendUint64(nil, i))
}

// digests are those of the first n keys.
func digests(n uint64) []hashes.Digest {
	out := make([]hashes.Digest, n)
	for i := range out {
		out[i] = digest(uint64(i))
	}
	return out
}

// FF-02, FF-03: requests for less than one bit give a filter of at least one bit
// and one probe that works, and no keys at all is refused by the field's name.
//
// Filters of production systems have their systems' own rules and least sizes.
func TestTinyRequests(t *testing.T) {
	for _, v := range Variants() {
		if v.Scheme != nil {
			continue
		}
		for _, n := range []uint64{1, 3} {
			c := variants.Config{Capacity: n, FPR: 0.99, Scheme: double}
			s, err := v.Shape(c, n)
			if err != nil {
				t.Errorf("%s: n=%d p=0.99: %v", v.Name, n, err)
				continue
			}
			if s.Bits < 1 || s.K < 1 && s.Positions > 0 {
				t.Errorf("%s: n=%d p=0.99: %d bits, k=%d", v.Name, n, s.Bits, s.K)
			}
			f := held(t, v, c, n)
			for i := range n {
				if !f.Contains(digest(i)) {
					t.Errorf("%s: n=%d p=0.99: key %d is lost", v.Name, n, i)
				}
			}
			rate := v.Predict(c, s, n).FPR
			if !(rate > 0 && rate <= 1) || s.Positions == 1 && rate != 1 {
				t.Errorf("%s: n=%d in %d positions: predicts %v", v.Name, n, s.Positions, rate)
			}
		}
		for _, c := range []variants.Config{{FPR: 0.01, Scheme: double}, {Bits: 100, Scheme: double}} {
			if _, err := v.New(c); err == nil || !strings.Contains(err.Error(), "capacity 0") {
				t.Errorf("%s: no keys: %v, want an error that names capacity 0", v.Name, err)
			}
		}
	}
}

// forged returns data with the eight bytes at an offset replaced, under a
// checksum that fits: what the format's checksum cannot find.
func forged(data []byte, at int, word uint64) []byte {
	out := append([]byte(nil), data[:len(data)-8]...)
	binary.LittleEndian.PutUint64(out[at:], word)
	return binary.LittleEndian.AppendUint64(out, crc64.Checksum(out, crc64.MakeTable(crc64.ECMA)))
}

// FF-45: a claim that a right checksum vouches for, of 2^60 bits or of any other
// number anywhere, neither panics nor allocates by its word.
func TestForgedSaves(t *testing.T) {
	for _, v := range Variants() {
		if !v.Has(variants.CanSave) {
			continue
		}
		data, err := held(t, v, variants.Config{Capacity: 40, FPR: 0.03, Scheme: double}, 40).(encoding.BinaryMarshaler).MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := v.Load(forged(data, 0, binary.LittleEndian.Uint64(data)), double); err != nil {
			t.Fatalf("%s: forging nothing: %v", v.Name, err)
		}
		step := 1
		if testing.Short() {
			step = 3
		}
		for at := 0; at+16 <= len(data); at += step {
			was := binary.LittleEndian.Uint64(data[at:])
			for _, word := range []uint64{0, 1, was + 1, was - 1, was << 8, 1 << 40, 1 << 60, 1<<64 - 1} {
				loadForged(t, v, forged(data, at, word), at, word)
			}
		}
	}
}

// loadForged loads and looks at the memory it took.
func loadForged(t *testing.T, v *variants.Variant, data []byte, at int, word uint64) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: %#x at byte %d: panic: %v", v.Name, word, at, r)
		}
	}()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f, err := v.Load(data, double)
	runtime.ReadMemStats(&after)
	most := uint64(8*len(data) + 1<<16)
	if v.Has(variants.CanGrow) {
		most = 64 << 20 // asks theory for the stages of the bound claimed, which needs scratch memory
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > most {
		t.Errorf("%s: %#x at byte %d: loading %d bytes allocates %d", v.Name, word, at, len(data), took)
	}
	if err == nil && f.Shape().Allocated > uint64(4*8*len(data)+1<<10) { // a map takes up to 57 bytes for 16
		t.Errorf("%s: %#x at byte %d: %d bytes give a filter of %d bits", v.Name, word, at, len(data), f.Shape().Allocated)
	}
}

// FF-48: the saved form of a filter of fixed keys and seeds. THESE VALUES CHANGE
// ONLY WITH A FORMAT'S VERSION: no process, machine or release gives another, and
// filters saved long ago stay readable.
func TestSavedBytesArePinned(t *testing.T) {
	want := map[string]string{
		"classic":     "4370d77ab8412712",
		"partitioned": "23f9ff284f88333f",
		"blocked":     "864299d5e4f41f6e",
		"splitblock":  "fbc301ee93389b59",
		"counting":    "79fb7d94c2a2fd77",
		"scalable":    "af46a8ccee4e4000",
		"cuckoo":      "ac06adbb7dcb1c76",
		"quotient":    "4b99adf842e97e47",
		"vqf":         "1d2590cbab64a210",
		"prefix":      "592538d28732baa3",
		"xor":         "6892580a98490f81",
		"ribbon":      "4ba0efe56a19642a",
		"fuse":        "5d5dbac32c44e65f",
		"gcs":         "1a112af87a57a5d9",
		"exact":       "e024fa50b6baae3a",
	}
	for _, v := range Variants() {
		if !v.Has(variants.CanSave) {
			continue
		}
		c := variants.Config{Capacity: 600, FPR: 0.01, Scheme: double, Seed: 5}
		if v.Has(variants.CanGrow) {
			c.Capacity = 200
		}
		data, err := held(t, v, c, 600).(encoding.BinaryMarshaler).MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(data)
		if got := hex.EncodeToString(sum[:8]); got != want[v.Name] {
			t.Errorf("%s: %d bytes with SHA-256 %s..., want %s...", v.Name, len(data), got, want[v.Name])
		}
	}
}
