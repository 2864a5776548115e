package raw

import (
	"bytes"
	"encoding/hex"
	"testing"

	"github.com/cespare/xxhash/v2"
)

// find returns the function of that name.
func find(t *testing.T, name string) Function {
	t.Helper()
	for _, f := range Functions() {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("no function %s", name)
	return Function{}
}

// TestField: values that users of other libraries found wrong (sign extension of
// tail bytes and seeds, names that mean two functions, streaming against
// one-shot), as the field's bug reports give them.
func TestField(t *testing.T) {
	high := make([]byte, 15) // 80 81 ... 8e
	for i := range high {
		high[i] = byte(0x80 + i)
	}
	long := make([]byte, 1089)
	for i := range long {
		long[i] = byte((i + 1) % 251)
	}
	zero := make([]byte, 32)
	for _, c := range []struct {
		name    string
		message []byte
		seed    uint64
		key     []byte
		want    string
	}{
		{"murmur3_x64_128", high, 0, nil, "bb937a52524704b9c1a40099b8dce921"},
		{"murmur3_x64_128", high, 0xffffffff, nil, "56559d60ae8e905801aae2f9698c9c23"},
		{"murmur3_x64_128", nil, 0, nil, "00000000000000000000000000000000"},
		{"xxh3_64", long, 0, nil, "e6b8f8f8df938429"},
		{"xxh3_64", nil, 0, nil, "2d06800538d394c2"},
		{"xxh64", nil, 0, nil, "ef46db3751d8e999"},
		{"xxh3_128", nil, 0, nil, "99aa06d3014798d86001c324468d497f"},
		{"highwayhash64", []byte("highwayhash"), 0, zero, "47991cc2a8fa1963"},
		// the reference prints the four words' bytes in memory order; here each
		// word stands most significant digit first
		{"highwayhash256", []byte("highwayhash"), 0, zero, swapHex("9cdc5f01022bda9c24ef02bf64fb0d08bf7a55c9bd672d1af16c25bb68047a60")},
	} {
		got, err := find(t, c.name).Sum(c.message, c.seed, c.key)
		if err != nil || hex.EncodeToString(got) != c.want {
			t.Errorf("%s(%d bytes, seed %d) = %x, %v; want %s", c.name, len(c.message), c.seed, got, err, c.want)
		}
	}
}

func swapHex(s string) string {
	b, err := hex.DecodeString(s)
	if err != nil {
		panic(err)
	}
	return hex.EncodeToString(swapped(b))
}

// TestRefuses: seeds and keys that a function does not take.
func TestRefuses(t *testing.T) {
	for _, c := range []struct {
		name string
		seed uint64
		key  int // bytes
		want string
	}{
		{"sha256", 1, 0, "--seed 1: sha256 takes no seed"},
		{"xxh32", 1 << 32, 0, "--seed 4294967296: xxh32 takes a seed of 32 bits, 0 to 4294967295"},
		{"murmur3_x64_128", 1 << 63, 0, "--seed 9223372036854775808: murmur3_x64_128 takes a seed of 32 bits, 0 to 4294967295"},
		{"xxh64", 0, 8, "--key of 8 bytes: xxh64 takes no key"},
		{"highwayhash64", 0, 16, "--key of 16 bytes: highwayhash64 takes a key of exactly 32 bytes (64 hex digits)"},
		{"highwayhash256", 0, 0, "--key of 0 bytes: highwayhash256 takes a key of exactly 32 bytes (64 hex digits)"},
		{"siphash24_64", 0, 32, "--key of 32 bytes: siphash24_64 takes a key of exactly 16 bytes (32 hex digits)"},
		{"siphash24_128", 7, 16, "--seed 7: siphash24_128 takes no seed"},
	} {
		got, err := find(t, c.name).Sum(nil, c.seed, make([]byte, c.key))
		if err == nil || err.Error() != c.want || got != nil {
			t.Errorf("%s: %x, %v; want the error %q", c.name, got, err, c.want)
		}
	}
}

// FuzzXXH64 compares with the Go module of Caleb Spare, whose streaming form
// takes seeds.
func FuzzXXH64(f *testing.F) {
	for _, n := range []int{0, 1, 3, 4, 7, 8, 9, 12, 31, 32, 33, 63, 64, 100} {
		f.Add(bytes.Repeat([]byte{0xa5, 3}, n)[:n], uint64(n)*0x9e3779b97f4a7c15)
	}
	f.Fuzz(func(t *testing.T, b []byte, seed uint64) {
		d := xxhash.NewWithSeed(seed)
		d.Write(b)
		if got, want := XXH64(b, seed), d.Sum64(); got != want {
			t.Errorf("XXH64(%x, %d) = %x, want %x", b, seed, got, want)
		}
	})
}

// TestAllocations: the functions written here allocate nothing.
func TestAllocations(t *testing.T) {
	b := message(1500)
	sink := uint64(0)
	allocs := testing.AllocsPerRun(10, func() {
		h := Murmur3X86(b, 1)
		sink += XXH64(b, 1) + uint64(XXH32(b, 1)) + uint64(Murmur2(b, 1)) + Murmur2A64(b, 1) + uint64(h[3])
		sink += uint64(LevelDBHash(b, 1)) + uint64(RocksDBHash(b, 1)) + XXPH3(b)
	})
	if allocs != 0 {
		t.Errorf("%v allocations, want 0 (%d)", allocs, sink)
	}
}
